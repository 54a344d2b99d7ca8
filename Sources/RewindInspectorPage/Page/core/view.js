// The view: everything that the page shows. It is in the URL's hash, so that each view has a link.
import { Way } from './paths.js';
import { cancelRequests } from './request-queue.js';
import { choose, current, sessionReplaced, sessions } from './session.js';
import { signal } from './signal.js';

const tabs = /** @type {const} */ (['diff', 'state', 'action', 'raw']);
const panes = /** @type {const} */ (['actions', 'inspect', 'screen']);

/** @returns {Omit<View, 'session' | 'context'>} */
const fresh = () => ({
    at: 0,
    with: null,
    skip: [],
    branch: null,
    tab: 'diff',
    history: null,
    blame: null,
    filter: '',
    hide: [],
    fold: true,
    axis: 'actions',
    zoom: null,
    pins: [],
    pane: 'inspect',
});

/** @type {View} */
const state = { session: 0, context: true, ...fresh() };

/** The view; `update` changes it. @type {Readonly<View>} */
export const view = state;

/** Emits the names of the changed members, once a frame. @type {Signal<[Set<keyof View>]>} */
export const viewChanged = signal();

/** The views of the other sessions. @type {Map<number, View>} */
const views = new Map();
/** @type {Set<keyof View>} */
let changed = new Set();
let frame = 0;

/**
 * True if one of some members is in a set.
 *
 * @param {ReadonlySet<keyof View>} changed
 * @param {(keyof View)[]} names
 */
export const hasAny = (changed, ...names) => names.some(name => changed.has(name));

/**
 * Changes the view. Listeners are called in the next frame, once for all changes until then.
 *
 * @param {Partial<View>} changes
 */
export function update(changes) {
    for (const [name, value] of Object.entries(changes)) {
        if (state[name] === value) continue;
        state[name] = value;
        changed.add(/** @type {keyof View} */ (name));
    }
    if (changed.size) notifySoon();
}

const notifySoon = () => { if (!frame) frame = requestAnimationFrame(notify); };

function notify() {
    frame = 0;
    const now = changed;
    changed = new Set();
    viewChanged.emit(now);
    writeLater();
}

/** Replaces the view, and has everything drawn again. @param {Partial<View>} members */
function replaceView(members) {
    Object.assign(state, members);
    for (const name of Object.keys(state)) changed.add(/** @type {keyof View} */ (name));
    notifySoon();
}

// The shown way leads through the selected action to the end of its branch. Going back before a fork does not leave the
// branch.

/** Returns the last action of the shown branch. */
export function tip() {
    const { paths } = current;
    if (!paths) return 0;
    if (view.branch !== null) {
        const end = paths.tipOf(view.branch);
        if (view.at === 0 || paths.wayTo(end).has(view.at)) return end;
    }
    return paths.tipOf(view.at);
}

/** Returns the way to the end of the shown branch. */
export const way = () => current.paths?.wayTo(tip()) ?? new Way([]);

// The two states that are compared: both chosen, or that of the action and the one it was applied to.
export const from = () => (view.with !== null ? Math.min(view.at, view.with) : current.paths?.parent(view.at) ?? 0);
export const to = () => (view.with !== null ? Math.max(view.at, view.with) : view.at);

/** True if two states are beside each other, not just a state and the one before it. */
export const isBeside = () => view.with !== null || view.skip.length > 0;

/**
 * Goes to an action, and leaves a comparison unless there is one to make.
 *
 * @param {Seq} seq
 * @param {Seq | null} compared
 */
export function go(seq, compared = null) {
    const { session, paths } = current;
    if (!session) return;
    const at = Math.max(session.first, Math.min(session.last, seq));
    const shown = tip();
    const onBranch = paths.wayTo(shown).has(at) ? shown : at;
    const branch = paths.runs[paths.runIndex(onBranch)]?.from ?? null;
    update({ at, with: compared === at ? null : compared, branch, blame: null });
    if (compared !== null) update({ tab: 'diff', history: null, skip: [] });
}

/**
 * Goes to an action, or compares it with the selected one if Shift is held.
 *
 * @param {Seq} seq
 * @param {MouseEvent} event
 */
export function goOrCompare(seq, event) {
    if (event.shiftKey && seq !== view.at) go(seq, view.with ?? view.at); else go(seq);
}

/** Closes the popover, or else leaves the history, the comparison or the what-if. */
export function leaveTopmost() {
    if (view.blame !== null) update({ blame: null });
    else if (view.history !== null) update({ history: null });
    else if (view.with !== null) update({ with: null });
    else if (view.skip.length) update({ skip: [] });
}

/** Returns the action some steps along the shown branch. @param {number} steps */
export const along = steps => way().at(current.paths.depth(view.at) + steps);

/** Opens another session, where it was left. @param {number} id */
export function openSession(id) {
    cancelRequests();
    views.set(view.session, { ...view });
    const kept = views.get(id);
    const { pane, context } = view;
    choose(id);
    replaceView({ ...fresh(), ...(kept ?? { at: startingPoint() }), session: id, pane, context });
}

sessionReplaced.on((session, before) => {
    cancelRequests();
    // A session that was scrubbed stays where it was; another recording starts where it opens.
    const isSame = session.startedAt === before.startedAt && session.app === before.app;
    const kept = isSame ? { at: Math.max(session.first, Math.min(session.last, view.at)) } : { ...fresh(), at: startingPoint() };
    replaceView({ ...kept, with: null, branch: null, blame: null, pane: view.pane });
});

/** Returns where a session opens: where its app is while it is being recorded, else at its cursor. */
function startingPoint() {
    const { session } = current;
    if (!session) return 0;
    return session.recording === 'live' ? session.position ?? session.last : session.cursor || session.last;
}

// The hash.

let written = '';
let timer = 0;

function hash() {
    const h = new URLSearchParams();
    const put = (name, value, usual = undefined) => {
        if (value !== usual && value !== null && value !== '') h.append(name, value);
    };
    put('session', view.session, 0);
    put('at', view.at, 0);
    put('with', view.with);
    put('skip', view.skip.join(','));
    if (current.paths && view.branch !== null && tip() !== current.paths.tipOf(view.at)) put('branch', view.branch);
    put('tab', view.tab, 'diff');
    if (view.history !== null) h.append('history', view.history);
    if (view.blame !== null) h.append('blame', view.blame);
    put('filter', view.filter);
    put('hide', view.hide.join(','));
    put('fold', view.fold ? null : 'off');
    put('axis', view.axis, 'actions');
    if (view.zoom) put('zoom', view.zoom.map(x => +x.toPrecision(9)).join('..'));
    for (const pin of view.pins) h.append('pins', pin);
    put('pane', view.pane, 'inspect');
    return `#${h.toString().replace(/%2F/g, '/').replace(/%3A/g, ':')}`;
}

// Browsers refuse more than about a hundred changes of the URL in half a minute, so several steps become one change.
function writeLater() {
    clearTimeout(timer);
    timer = setTimeout(() => {
        const text = hash();
        if (text === location.hash) return;
        written = text;
        history.replaceState(null, '', text);
    }, 120);
}

/** @param {string | null} text */
const seqs = text => (text ?? '').split(',').filter(Boolean).map(Number).filter(Number.isInteger);

/** Reads the hash into the view: at the start, and when a person or a link changed it. */
export function readHash(text = location.hash) {
    const h = new URLSearchParams(text.slice(1));
    const number = (name, otherwise) => (/^\d+$/.test(h.get(name) ?? '') ? Number(h.get(name)) : otherwise);
    const id = number('session', sessions[0]?.id ?? 0);
    choose(id);
    cancelRequests();
    const { session } = current;
    const inside = seq => (session ? Math.max(session.first, Math.min(session.last, seq)) : 0);
    const zoom = (h.get('zoom') ?? '').split('..').map(Number);
    const skip = seqs(h.get('skip')).filter(seq => session && seq > session.first && seq <= session.last).slice(0, 1000);
    const at = inside(number('at', startingPoint()));
    const compared = h.has('with') && !skip.length ? inside(number('with', 0)) : null;
    replaceView({
        session: session?.id ?? 0,
        at,
        with: compared === at ? null : compared,
        skip,
        branch: number('branch', null),
        tab: tabs.find(tab => tab === h.get('tab')) ?? 'diff',
        history: h.get('history'),
        blame: h.get('blame'),
        filter: h.get('filter') ?? '',
        hide: seqs(h.get('hide')),
        fold: h.get('fold') !== 'off',
        axis: h.get('axis') === 'time' ? 'time' : 'actions',
        zoom: zoom.length === 2 && zoom.every(Number.isFinite) && zoom[0] < zoom[1] ? [zoom[0], zoom[1]] : null,
        pins: h.getAll('pins').filter(pin => pin.startsWith('/')).slice(0, 4),
        pane: panes.find(pane => pane === h.get('pane')) ?? 'inspect',
    });
}

// The page may have written the address again since it was changed.
addEventListener('hashchange', event => {
    const { hash: text } = new URL(event.newURL);
    if (text !== written) readHash(text);
});
