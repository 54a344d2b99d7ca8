// The types of the page's state and of the API's answers, for the checker alone; "The inspector's API" describes them.

type Seq = number;
type Pointer = string;
/** A slice's number, -1 for the whole state, -2 for no change. */
type SliceNumber = number;
type Markup = import('./Page/parts/markup.js').Markup;
type Way = import('./Page/core/paths.js').Way;
/** A JSON value of an exported page. */
type JSONValue = null | boolean | string | import('./Page/offline/json-values.js').Numeral | JSONValue[]
    | Map<string, JSONValue>;
/** What can be put into a template. */
type Part = Markup | string | number | boolean | null | undefined | Part[];

interface Value {
    kind: 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object' | 'masked' | 'absent';
    text?: string;
    length?: number;
    count?: number;
    label?: string;
}

interface PayloadNode extends Value {
    children?: { key: string; value: PayloadNode }[];
    more?: number;
}

interface Row {
    seq: Seq;
    parent: Seq;
    at: number;
    type: string;
    status: 'began' | 'done' | 'failed' | 'dropped';
    duration?: number;
    after?: number;
    trouble?: 'crash' | 'unknown' | 'failed' | 'error';
    slices: SliceNumber[];
    touched?: { pointer: Pointer; op: string; value?: Value; more?: number; items?: number };
    noise?: boolean;
    gap?: { actions?: number };
}

interface Fold {
    from: Seq;
    to: Seq;
    count: number;
    types: { type: string; values: Value[] }[];
    slices: SliceNumber[];
}

interface BranchHead { from: Seq; parent: Seq; after: number }

/** A row, a fold or the head of a branch. */
type ListEntry = Partial<Row> & { fold?: Fold; branch?: BranchHead };

interface Run { from: Seq; to: Seq; parent: Seq; depth: number }

interface Bookmark { name: string; seq: Seq; note?: string }

interface Session {
    id: number;
    file: string;
    generation: number;
    app?: string;
    startedAt?: string;
    first: Seq;
    last: Seq;
    cursor?: Seq;
    recording: 'live' | 'closed' | 'crashed';
    slices: string[];
    runs: Run[];
    bookmarks?: Bookmark[];
    screen: 'html' | 'text' | 'none';
    steering?: boolean;
    position?: Seq;
    taps?: boolean;
    exports?: ('state' | 'part' | 'test')[];
    reruns?: boolean;
    changes?: boolean;
    indexed: Seq;
    /** The exported part, in an exported page. */
    part?: string;
    /** Why the session can no longer be read. */
    gone?: Failure;
}

interface Failure { message?: string; error?: string; hint?: string }

interface DifferenceLine {
    op: 'add' | 'remove' | 'change' | 'move' | 'same' | 'gap';
    key?: string;
    pointer?: Pointer;
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

interface StateLevel { value: Value; children: StateChild[]; total: number }

interface SliceSummary {
    slice: string | SliceNumber;
    members: { key?: string; value: Value; changed?: boolean }[];
    changed?: boolean;
}

interface AppScreen { html?: string; text?: string; slices?: SliceSummary[]; lastKnown?: Seq }

interface Write {
    seq: Seq;
    cause: 'action' | 'firstState' | 'pruned' | 'part';
    pointer: Pointer;
    type?: string;
    slices?: SliceNumber[];
    at?: number;
    old?: Value;
    new?: Value;
    unknownBefore?: number;
}

interface Series {
    kind: 'number' | 'count' | 'flag' | 'text';
    points?: [depth: number, value: number | null][];
    texts?: [depth: number, value: Value][];
    low?: number;
    high?: number;
    exact: boolean;
}

type Bar = [x: number, seq: Seq, slice: SliceNumber, duration: number, flags?: number, run?: number, count?: number];

interface TimelineAnswer {
    total: number;
    from: number;
    to: number;
    bars: Bar[];
    summed?: boolean;
    rate?: [x: number, width: number, perSecond: number, slices: [SliceNumber, number][]][];
    pauses?: { x: number; after: number; seq: Seq }[];
    ticks?: { x: number; text: string }[];
}

interface SearchHit {
    seq: Seq;
    type?: string;
    slices: SliceNumber[];
    place: 'type' | 'payload' | 'error' | 'value';
    pointer?: Pointer;
    text?: string;
}

type Outcome = 'skipped' | 'other' | 'applied' | 'unknown';

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
    apart: { from: Seq; again?: Seq }[];
    marks: { seq: Seq; outcome: Outcome }[];
}

interface TravelAnswer { position: Seq; locked: boolean; types?: string[] }

/** The answers about a session, by the last part of the path. */
interface Answers {
    rows: {
        total: number; actions: number; folded: number; last: Seq; from: number; index?: number; rows: ListEntry[];
    };
    actions: { rows: Row[] };
    action: {
        row: Row; payload?: PayloadNode; error?: string; callSite?: string; decodable?: boolean;
        durations?: { ofType?: number[]; ofAll?: number[]; rank: number; of: number };
    };
    raw: { text: string; length?: number };
    diff: Difference;
    state: StateLevel;
    value: { json: string; length?: number };
    screen: AppScreen;
    blame: { value: Value; write?: Write; before?: Seq; after?: Seq; count?: number };
    history: { writes: Write[]; kind: Series['kind']; more: boolean };
    series: Series;
    timeline: TimelineAnswer | null;
    place: { x: number };
    search: { hits: SearchHit[]; more: boolean };
    watch: { seq?: Seq };
    whatif: WhatIfAnswer;
    'whatif/diff': Difference;
    'whatif/screen': AppScreen;
    'whatif/next': { seq?: Seq };
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
    session: number;
    /** The selected action. */
    at: Seq;
    /** The action that it is compared with. */
    with: Seq | null;
    /** The actions that a what-if leaves out. */
    skip: Seq[];
    branch: Seq | null;
    tab: 'diff' | 'state' | 'action' | 'raw';
    history: Pointer | null;
    blame: Pointer | null;
    filter: string;
    hide: SliceNumber[];
    fold: boolean;
    axis: 'actions' | 'time';
    zoom: [number, number] | null;
    pins: Pointer[];
    pane: 'actions' | 'inspect' | 'screen';
    /** Whether unchanged neighbors are shown in a difference; not in the hash. */
    context: boolean;
}

interface Operation { op: string; path: string[]; from?: string[]; value?: JSONValue }

/** A piece of a text, for marking changed words. */
interface TextPiece { text: string; isChanged: boolean }

/** A screen with its action and caption. */
type ShownScreen = AppScreen & { seq: Seq; name: string };

interface KeyHandler { run: (event: KeyboardEvent) => unknown; isAlways: boolean; needsActions: boolean }

/** An element by its id; which of these members it has depends on its tag. */
interface PageElement extends HTMLElement {
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
    waiting?: AppScreen;
}
