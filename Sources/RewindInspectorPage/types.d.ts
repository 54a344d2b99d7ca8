// The types of the page's state and of the API's answers, for the checker alone; "The inspector's API" describes them.

type Seq = number;
type Pointer = string;
/** A slice's number, -1 for the whole state, -2 for no change. */
type SliceNumber = number;
type Markup = import('./Page/core/markup.js').Markup;
type Way = import('./Page/core/paths.js').Way;
/** The number of a value in an exported page. */
type ValueNumber = number;
/** What can be put into a template. */
type Part = Markup | string | number | boolean | null | undefined | Part[];

/** A value, cut to a line; `length` is that of a longer text, and `skipped` that of its equal part in front. */
type Value = { kind: 'string'; text: string; length?: number; skipped?: number }
    | { kind: 'number' | 'boolean' | 'masked'; text: string }
    | { kind: 'array'; count: number; text?: string }
    | { kind: 'object'; count: number; label?: string }
    | { kind: 'null' | 'absent' };

type PayloadNode = Value & { children?: { key: string; value: PayloadNode }[]; more?: number };

/** A change, or several of one kind to `items` elements of an array. */
interface Touched { pointer: Pointer; op: string; value?: Value; items?: number }

interface Row {
    seq: Seq;
    parent: Seq;
    at: number;
    type: string;
    status: 'began' | 'done' | 'failed' | 'dropped';
    duration?: number;
    after?: number;
    trouble?: 'crash' | 'unknown' | 'failed' | 'error' | 'skipped';
    slices: SliceNumber[];
    touched?: Touched & { others?: Touched[]; more?: number };
    /** The payload, if the changes are unknown. */
    payload?: Row['touched'];
    recovered?: boolean;
    gap?: { actions?: number };
}

interface Fold {
    from: Seq;
    to: Seq;
    count: number;
    types: { type: string; values: Value[] }[];
    slices: SliceNumber[];
}

type EffectStatus = 'open' | 'done' | 'failed' | 'canceled';
type EffectKind = 'effect' | 'flow' | 'note' | 'screenshot';

/** An effect in the list; `took` is in microseconds. */
interface EffectLine {
    id: number;
    kind: EffectKind;
    name: string;
    began: Seq;
    ended?: Seq;
    at: number;
    took?: number;
    status?: EffectStatus;
    rooted: boolean;
}

/** What an action or effect caused: the first of these actions, with the number of causes of each. */
interface Group {
    row?: Row;
    effect?: EffectLine;
    to: Seq;
    count: number;
    seqs: Seq[];
    levels: number[];
    types: string[];
}

type Cause = { action: Seq } | { effect: number };

/** An effect with the names of `rewind effects --json`; durations are in nanoseconds. */
interface Effect {
    id: number;
    kind: EffectKind;
    name: string;
    began: Seq;
    ended?: Seq;
    at: number;
    ended_at?: number;
    duration?: number;
    status?: EffectStatus;
    origin?: string;
    cause?: Cause;
    outcome?: Value;
    outcome_type?: string;
    bytes?: number;
}

interface EffectAnswer { effect: Effect; input?: PayloadNode; outcome?: PayloadNode; actions: Seq[]; effects: number[] }

/** An action or effect in a chain of causes. */
type ChainLink = ({ kind: 'action'; seq: Seq; type: string } | Omit<Effect, 'cause'>)
    & { at: number; since_root?: number; since_cause?: number };

interface Chain {
    links: ChainLink[];
    omitted?: number;
    unknown?: { reason: 'unknown' | 'pruned' | 'lost' | 'damaged'; cause?: Cause };
}

type Span = [x: number, end: number, id: number, row: number, status: number, isFlow: number, name: number,
    took: number, began: Seq, ended: Seq];

/** The effects that began in one column. */
type SpanColumn = [x: number, id: number, seq: Seq, counts: number[], failed: number, canceled: number, open: number];

interface SpansAnswer {
    from: number;
    to: number;
    rows: number;
    spans: Span[];
    names: string[];
    columns: SpanColumn[];
    width: number;
    notes: { x: number; id: number; seq: Seq; name: string; isScreenshot: boolean; count: number }[];
}

interface BranchHead { from: Seq; parent: Seq; after: number }

/** A row, a fold, a group or the head of a branch. */
type ListEntry = Partial<Row> & { fold?: Fold; group?: Group; branch?: BranchHead };

interface Run { from: Seq; to: Seq; parent: Seq; depth: number }

interface Bookmark { name: string; seq: Seq; note?: string }

type Export = 'state' | 'part' | 'html' | 'story' | 'test';

interface Session {
    id: number;
    file: string;
    generation: number;
    app?: string;
    startedAt?: string;
    first: Seq;
    last: Seq;
    cursor?: Seq;
    recording: 'live' | 'closed' | 'crashed' | 'suspended';
    slices: string[];
    runs: Run[];
    bookmarks?: Bookmark[];
    screen: 'html' | 'text' | 'none';
    steering?: boolean;
    position?: Seq;
    /** The system that the app ran on; only a recorder of Rewind knows it. */
    os?: string;
    /** The time until which an app is waited for whose connection was lost, in microseconds since 1970. */
    absentUntil?: number;
    taps?: boolean;
    exports?: Export[];
    reruns?: boolean;
    changes?: boolean;
    indexed: Seq;
    /** The number of the last effect. */
    effects?: number;
    /** Whether the app recorded what caused anything. */
    causes?: boolean;
    /** False if it has only actions. */
    states?: boolean;
    /** The exported part, in an exported page. */
    part?: string;
    /** Why the session can no longer be read. */
    gone?: Failure;
}

interface Failure { message?: string; error?: string; hint?: string }

/** A message of the server, or about the connection to it. */
type StreamMessage = { name: 'session', data: Session } | { name: 'gone', data: Failure & { id: number } }
    | { name: 'connection', data: Pick<State, 'isConnected' | 'retryIn' | 'denial'> & { streamRun?: string } };

interface DifferenceLine {
    op: 'add' | 'remove' | 'change' | 'move' | 'same' | 'gap';
    key?: string;
    pointer: Pointer;
    before?: number;
    after?: number;
    old?: Value;
    new?: Value;
    label?: string;
    count?: number;
    lines?: DifferenceLine[];
    more?: number;
}

interface DifferenceGroup {
    pointer: Pointer;
    slice: SliceNumber;
    kind: 'object' | 'array';
    counts: { added?: number; removed?: number; moved?: number; changed?: number; before?: number; after?: number };
    lines: DifferenceLine[];
    more?: number;
}

interface Difference {
    from: Seq;
    to: Seq;
    count?: number;
    groups: DifferenceGroup[];
    unknown?: { action: Seq; lastKnown: Seq };
}

interface StateChild { key: string; value: Value; changed?: boolean; was?: Value; inside?: boolean }

/** `change` is the index of the first child that differs. */
interface StateLevel { value: Value; children: StateChild[]; total: number; change?: number }

interface SliceSummary {
    slice: SliceNumber;
    name: string;
    members: { key: string; value: Value; changed?: boolean }[];
    more?: number;
    changed?: boolean;
}

/** A picture of the screen, without its bytes. */
interface Screenshot { id: number; seq: Seq; at: number }

interface AppScreen {
    html?: string;
    text?: string;
    slices?: SliceSummary[];
    lastKnown?: Seq;
    screenshot?: Screenshot;
}

type Write = {
    seq: Seq; pointer: Pointer; old?: Value; new?: Value; members?: string[];
    unknown?: { first: Seq; last: Seq; count: number };
} & (
    { cause: 'action'; type: string; status: Row['status']; at: number; origin?: string; error?: string }
    | { cause: 'firstState' | 'pruned' | 'part'; type?: undefined; at?: undefined });

/** The values along a way, as steps; `points` have the numbers that stand for them, unless the kind is `text`. */
interface Series {
    kind: 'number' | 'count' | 'flag' | 'text';
    values: [depth: number, value: Value][];
    points: [depth: number, value: number | null][];
    low: number;
    high: number;
    exact: boolean;
}

type Bar = [x: number, seq: Seq, slice: SliceNumber, duration: number, flags: number, run: number, count: number,
    shares?: number[], troubles?: number];

/** A part of the strip above the timeline. */
type Rate = [x: number, width: number, perSecond: number, slices: [SliceNumber, number][]];

interface TimelineAnswer {
    /** True if the bars have numbers of changes in place of durations. */
    changes?: boolean;
    total: number;
    from: number;
    to: number;
    bars: Bar[];
    summed?: boolean;
    rate?: Rate[];
    pauses?: { x: number; after: number; seq: Seq }[];
    ticks?: { x: number; text: string }[];
}

interface Find {
    seq: Seq;
    at?: number;
    type?: string;
    part: 'state' | 'type' | 'payload' | 'patch' | 'error' | 'origin';
    kind: 'key' | 'value' | 'type' | 'origin';
    pointer: Pointer;
    text: string;
    undone?: boolean;
}

/** The draft of a story. */
interface Draft { title: string; moments: { seq: Seq; note: string }[] }

/** The changes of a what-if; actions are JSON texts. */
interface Changes {
    skip: Seq[];
    edit: { seq: Seq; action: string }[];
    insert: { after: Seq; action: string }[];
    reorder: { seq: Seq; after: Seq }[];
}

type Outcome = 'skipped' | 'edited' | 'moved' | 'added' | 'other' | 'applied' | 'unknown';

interface WhatIfAnswer {
    at: Seq;
    end: Seq;
    state: 'running' | 'done' | 'stopped';
    error?: string;
    hint?: string;
    parts?: Seq;
    meets?: Seq;
    other: number;
    applied: number;
    unknown: number;
    apart: { from: Seq; again?: Seq }[];
    marks: { seq: Seq; outcome: Outcome }[];
}

/** The common actions of two sessions. */
interface Alignment {
    sameThrough: Seq;
    onlyA: Seq[];
    onlyB: Seq[];
    aligned: boolean;
    /** The common actions after which the states differ, and those that made them differ otherwise. */
    apart: { from: Seq; again?: Seq }[];
    changes: Seq[];
    /** The last action of the other session. */
    last?: Seq;
}

interface TravelAnswer { position: Seq; locked: boolean; types?: string[]; edits?: boolean }

/** The answers about a session, by the last part of the path. */
interface Answers {
    rows: {
        total: number; actions: number; folded: number; last: Seq; from: number; index?: number; rows: ListEntry[];
    };
    actions: { rows: Row[] };
    action: {
        row: Row; payload?: PayloadNode; error?: string; origin?: string; decodable?: boolean;
        durations?: { ofType?: number[]; ofAll?: number[]; rank: number; of: number };
    };
    raw: { text: string; length?: number };
    diff: Difference;
    state: StateLevel;
    value: { text: string; length?: number };
    screen: AppScreen;
    'answers/blame': { value?: Value; write?: Write; payload?: Value; previous?: Seq; next?: Seq };
    'answers/history': { writes: Write[]; earlier: boolean; later: boolean };
    series: { values: [depth: number, value: Value][]; exact: boolean };
    timeline: TimelineAnswer | null;
    spans: SpansAnswer | null;
    effect: EffectAnswer;
    screenshot: { jpeg: string };
    'answers/why': Chain;
    'answers/stats': { types: Record<string, number> };
    place: { x: number };
    'answers/search': { finds: Find[]; more: boolean };
    'answers/watch': { found: { seq: Seq }[] };
    whatif: WhatIfAnswer;
    'whatif/diff': Difference;
    'whatif/screen': AppScreen;
    'whatif/next': { seq?: Seq };
    beside: Alignment;
    'beside/diff': Difference;
}

/** The results of requests that act, by the last part of the path. */
interface Results {
    travel: TravelAnswer;
    tap: { done: boolean };
    bookmark: Session;
    'bookmark/remove': Session;
    cursor: Session;
}

/** What the URL's hash says, and so what is shown. */
interface View {
    /** The selected action. */
    at: Seq;
    /** The action that it is compared with, A; the selected one is B. */
    with: Seq | null;
    /** The changes of the shown what-if. */
    changes: Changes;
    /** The number of the session that this one is compared with. */
    beside: number | null;
    branch: Seq | null;
    tab: 'diff' | 'state' | 'action' | 'raw';
    history: Pointer | null;
    blame: Pointer | null;
    filter: string;
    hide: SliceNumber[];
    fold: boolean;
    /** Whether everything that an action or effect caused is folded under it. */
    group: boolean;
    /** The selected effect. */
    effect: number | null;
    axis: 'actions' | 'time';
    zoom: [number, number] | null;
    /** Pointers and expressions. */
    pins: string[];
    pane: 'actions' | 'inspect' | 'screen' | 'story';
}

/** The parameters of the requests for a difference. */
interface Question { from?: Seq; to: Seq; all: Pointer[]; whatIf?: Record<string, string | string[] | Seq>; beside?: number; other?: Seq }

interface WhatIf {
    /** The newest answer. */
    answer: WhatIfAnswer | null;
    /** The last action of the branch that is re-run. */
    end: Seq;
    refusal: Failure | null;
    outcomes: Map<Seq, Outcome>;
}

interface Player {
    /** 0 while it is stopped, -1 in reverse. */
    direction: number;
    speed: string;
    /** Play stops where it holds. */
    condition: string;
}

/** The newest answer, and the width it was read for. */
interface TimelineData {
    answer: TimelineAnswer | null;
    /** By position. */
    bars: Bar[];
    /** That of the canvas. */
    width: number;
    columnWidth: number;
    total: number;
}

/** Everything that several modules share. */
interface State extends View {
    /** Whether unchanged neighbors are shown in a difference. */
    context: boolean;
    /** All sessions, in the order of the command line. */
    sessions: readonly Session[];
    /** The current session. */
    session: Session;
    /** The ways through the current session. */
    paths: import('./Page/core/paths.js').Paths;
    /** Differs for each session, after another file replaced it, and for each connection: the key for its caches. */
    key: string;
    /** The tool's version. */
    version: string;
    /** True if the server runs with `--write`. */
    canWrite: boolean;
    /** True if the server shows the sessions of a database, too. */
    hasFleet: boolean;
    isConnected: boolean;
    /** The number of times that the server was reached again. */
    connection: number;
    /** Identifies the run of the server whose sessions the page shows. */
    run: string;
    /** Identifies the run of the server that the page follows, which may be another one on its port. */
    streamRun: string;
    /** Why the server does not accept requests of this page any more. */
    denial: Failure | null;
    /** The number of seconds until the next attempt to reach the server. */
    retryIn: number;
    /** The selected action's newest row, which may still be of the action before. */
    row: Row | null;
    /** The row of the action that is compared. */
    other: Row | null;
    /** The newest difference, which may still be of the action before. */
    diff: (Difference & { question: Question }) | null;
    /** Why there is no difference. */
    diffRefusal: Failure | null;
    /** The groups and lines of the difference that are shown whole. */
    opened: ReadonlySet<Pointer>;
    whatIf: WhatIf;
    /** How the actions of the session beside belong to those of this one. */
    alignment: Alignment | null;
    alignmentRefusal: Failure | null;
    player: Player;
    timeline: TimelineData;
    /** The newest effects in view. */
    spans: SpansAnswer | null;
    /** The story that is told about the session, and whether its pane is open. */
    story: Draft;
    composes: boolean;
    /** The selected effect, as soon as it was read. */
    effectAnswer: EffectAnswer | null;
}

type ChangeListener = (changed: ReadonlySet<keyof State>, before: Readonly<State>) => unknown;

/** The colors and fonts of the theme. */
type Palette = Record<'line' | 'line2' | 'ink' | 'ink2' | 'ink3' | 'now', string>
    & Record<'err' | 'panel' | 'sunk' | 'other' | 'whole', string>
    & { slices: string[]; fonts: { mono: string; ui: string } };

/** An exported recording: answers, and the texts that they share. What is stored of an action is at its index. */
interface Recording {
    session: Session;
    version: string;
    /** How the first state came to be. */
    start: Write['cause'];
    rows: Row[];
    /** Values. Before that of the first action, there is the first state. */
    states: ValueNumber[];
    /** The actions as JSON. */
    records: ValueNumber[];
    /** The numbers of answers; before that of the first action, there is the first screen. */
    screens: number[];
    details: number[];
    diffs: number[];
    /** The list of actions, the one with folds, and the one that is grouped by cause. */
    lists: { folded: number; entries: (Seq | ListEntry)[] }[];
    /** The numbers of the chains of causes; none if the app recorded no causes. */
    chains: number[];
    /** Pairs of an effect and the number of its answer. */
    effects: [id: number, text: number][];
    screenshots: [id: number, jpeg: string][];
    spans: Partial<Record<View['axis'], SpansAnswer>>;
    timelines: Record<View['axis'], TimelineAnswer & Required<Pick<TimelineAnswer, 'pauses'>>>;
    durations: { types: Record<string, { ofType: number[]; of: number }>; all: number[]; ranks: number[] };
    /** Whole texts, or the places and numbers of their pieces. */
    texts: (string | number[])[];
    pieces: string[];
    /** The page of a screen. */
    frame: string;
}

/** The parameters of a request, for one state or action. */
interface Asked { at: Seq; pointer?: Pointer; tip?: Seq; from?: number; count?: number; against?: Seq }

/** The parameters of a history: how many writes up to an action, and after it. */
interface WritesAsked {
    pointer: Pointer; through: Seq; toward: Seq; from?: Seq; limit?: number; later?: number; reverse?: number;
}

/** A piece of a text, for marking changed words. */
interface TextPiece { text: string; isChanged: boolean }

/** A screen with its action and caption. */
type ShownScreen = AppScreen & { seq: Seq; name: string; at?: number };

// The answers about a database, with the names of `rewind fleet … --json`.

interface FleetSession {
    session: string;
    app?: string;
    app_version?: string;
    started_at?: number;
    actions: number;
    crashed: boolean;
    seq: Seq;
}

interface FleetMatches { sessions: FleetSession[]; more?: boolean; done?: number; total?: number; seconds?: number }

interface FleetCrashes {
    type?: string;
    pointers?: string[];
    sessions: number;
    versions: { app_version?: string; sessions: number }[];
    effects: { name: string; sessions: number }[];
    first_at?: number;
    last_at?: number;
    shortest: { session: string; actions: number };
}

interface Fleet {
    sessions: number;
    crashed: number;
    versions: { app?: string; app_version?: string }[];
    days: { day: string; sessions: number[]; others: number; crashed: number }[];
    crashes: FleetCrashes[];
    groups: number;
}

interface KeyHandler { run: (event: KeyboardEvent) => unknown; isAlways: boolean; needsActions: boolean }

/** An element by its id; which of these members it has depends on its tag. */
interface PageElement extends HTMLElement {
    checkVisibility(options: { visibilityProperty: boolean }): boolean;
    value: string;
    disabled: boolean;
    open: boolean;
    select(): void;
    showModal(): void;
    close(): void;
    width: number;
    height: number;
    getContext(kind: '2d'): CanvasRenderingContext2D;
}

// The CSS Custom Highlight API, which the checker does not know yet.
declare class Highlight { constructor(...ranges: Range[]); }
declare namespace CSS { const highlights: Map<string, Highlight> | undefined; }

interface Signal<Arguments extends unknown[]> {
    on(listener: (...values: Arguments) => unknown): void;
    emit(...values: Arguments): void;
}

// What `put` and `putList` remember of an element. Those that the page looks for are HTML elements.
interface Element {
    style: CSSStyleDeclaration;
    tabIndex: number;
    disabled: boolean;
    focus(options?: FocusOptions): void;
    blur(): void;
    select(): void;
    shown?: string;
    pieces?: Map<unknown, { text: string; nodes: Element[] }>;
}

// Targets of the page's events are elements.
interface EventTarget {
    closest(selectors: string): HTMLElement | null;
    matches(selectors: string): boolean;
    dataset: DOMStringMap;
    id: string;
    tagName: string;
    value: string;
    getBoundingClientRect(): DOMRect;
    setPointerCapture(pointer: number): void;
}

// In the checker's library from its version 5 on.
interface Array<T> {
    findLast(test: (element: T) => boolean): T | undefined;
    findLastIndex(test: (element: T) => boolean): number;
}
interface ReadonlyArray<T> { findLast(test: (element: T) => boolean): T | undefined }

// The frame of a screen, and what it shows.
interface HTMLIFrameElement {
    isReady?: boolean;
    isScrolled?: boolean;
    isFilling?: boolean;
    screenName?: string;
    content?: string;
    waiting?: string;
}
