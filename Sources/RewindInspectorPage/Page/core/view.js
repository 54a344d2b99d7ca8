// The view: everything that the page shows. It is in the URL's hash, so that each view has a link.
import { sessionChanged, sessionGone } from './api.js';
import { countOf, noChanges, options, readChanges } from './changes.js';
import { rangeIn, withRange } from './filter-range.js';
import { choose, hasSession } from './session.js';
import { freshView, onChange, signal, state, update } from './store.js';

const tabs = /** @type {const} */ (['diff', 'state', 'action', 'raw']);
const panes = /** @type {const} */ (['actions', 'inspect', 'screen', 'story']);

/** Emits the number of an action in a link that the session does not have.
 * @type {Signal<[Seq]>} */
export const seqMissing = signal();

/** The hashes of the other sessions, by number.
 * @type {Map<number, string>} */
const views = new Map();

// The shown way leads through the selected action to the end of its branch. Going back before a fork does not leave the
// branch.

/** Returns the last action of the shown branch. */
export function tip() {
    const { paths } = state;
    if (state.branch !== null) {
        const end = paths.tipOf(state.branch);
        if (state.at === 0 || paths.wayTo(end).has(state.at)) return end;
    }
    return paths.tipOf(state.at);
}

/** Returns the way to the end of the shown branch. */
export const way = () => state.paths.wayTo(tip());

/** Returns the action whose state the selected one's is compared with: a chosen one, or the one it was applied to. */
export const from = () => state.with ?? state.paths.parent(state.at);

/** True if two states are beside each other, not just a state and the one before it. */
export const isBeside = () => state.with !== null || countOf(state.changes) > 0 || state.beside !== null;

/** Returns the action of the session that is nearest to a number.
 * @param {Seq} seq */
const inside = seq => Math.max(state.session.first, Math.min(state.session.last, seq));

/**
 * Goes to an action, and leaves a comparison unless there is one to make.
 *
 * @param {Seq} seq
 * @param {Seq | null} compared
 */
export function go(seq, compared = null) {
    if (!hasSession()) return;
    const { paths } = state;
    const at = inside(seq);
    const shown = tip();
    const onBranch = paths.wayTo(shown).has(at) ? shown : at;
    const branch = paths.runs[paths.runIndex(onBranch)]?.from ?? null;
    update({ at, with: compared === at ? null : compared, branch, blame: null });
    if (compared !== null) update({ tab: 'diff', history: null, changes: noChanges, beside: null });
}

/** Goes to an action that is not the next one, as by a link: the browser's Back returns from it.
 * @param {Seq} seq */
export function jump(seq) {
    if (!hasSession() || inside(seq) === state.at) return;
    keepEntry();
    go(seq);
}

/** Leaves the what-if; the browser's Back returns to it. */
export function leaveWhatIf() {
    keepEntry();
    update({ changes: noChanges });
}

/** Keeps the shown address in the browser's history; the next one is a new entry. */
function keepEntry() {
    write();
    isJump = true;
}

/**
 * Goes to an action, or compares it with the selected one if Shift is held: the earlier one is A.
 *
 * @param {Seq} seq
 * @param {MouseEvent} event
 */
export function goOrCompare(seq, event) {
    const other = state.with ?? state.at;
    if (event.shiftKey && seq !== other) go(Math.max(seq, other), Math.min(seq, other)); else go(seq);
}

/** Selects an effect, and goes to the last action before it began; if that is selected, to where it ended.
 * @param {number} effect @param {Seq} began @param {Seq} [ended] */
export function goToEffect(effect, began, ended) {
    const isThere = state.effect === effect && state.at === inside(began);
    update({ effect });
    go(isThere && ended !== undefined ? ended : began);
}

/** Closes the popover, or else leaves the selected effect, the history, the comparison, the what-if or the focus range. */
export function leaveTopmost() {
    if (state.blame !== null) update({ blame: null });
    else if (state.effect !== null) update({ effect: null });
    else if (state.history !== null) update({ history: null });
    else if (state.with !== null) update({ with: null });
    else if (countOf(state.changes)) leaveWhatIf();
    else if (state.beside !== null) update({ beside: null });
    else if (focusRange()) setFocus(null);
}

/** Returns the action some steps along the shown branch.
 * @param {number} steps */
export const along = steps => way().at(state.paths.depth(state.at) + steps);

// The focus range: the part of the session that the list, search, history and playing keep to. It is a word of the
// filter, and so in the URL.

/** Returns the focus range; null if there is none. */
export const focusRange = () => rangeIn(state.filter);

/** Sets the focus range, or removes it.
 * @param {[number, number] | null} range */
export const setFocus = range => update({ filter: withRange(state.filter, range) });

/** Starts the focus range at the selected action. */
export function focusFromHere() {
    const end = focusRange()?.[1] ?? Infinity;
    setFocus([state.at, end < state.at ? Infinity : end]);
}

/** Ends the focus range at the selected action. */
export function focusToHere() {
    const start = focusRange()?.[0] ?? 0;
    setFocus([start > state.at ? 0 : start, state.at]);
}

/** Returns the first and the last action of the shown way in the focus range; null if there is none. */
export const focusedPart = () => way().within(...(focusRange() ?? [0, Infinity]));

/** Opens another session, where it was left.
 * @param {number} id */
export function openSession(id) {
    views.set(state.session.id, hash());
    const { pane } = state;
    readHash(views.get(id) ?? `#session=${id}`);
    update({ pane });
}

sessionChanged.on(session => {
    const before = state.session;
    const isKnown = state.sessions.some(each => each.id === session.id);
    update({
        sessions: isKnown ? state.sessions.map(each => (each.id === session.id ? session : each))
            : [...state.sessions, session],
    });
    if (session.id !== before.id) return;
    const { key, pane } = state;
    choose(session);
    if (state.key === key) return;
    // A session that was scrubbed stays where it was; another recording starts where it opens.
    const isSame = session.startedAt === before.startedAt && session.app === before.app;
    if (!isSame) update({ ...freshView(), at: startingPoint(), pane });
    else if (session.generation !== before.generation) update({ with: null, branch: null, blame: null });
    update({ at: inside(state.at) });
});

sessionGone.on(({ id, error, hint }) => {
    const session = state.sessions.find(each => each.id === id);
    if (session) sessionChanged.emit({ ...session, gone: { error, hint } });
});

/** Returns where a session opens: where its app is while it is being recorded, else at its cursor. */
function startingPoint() {
    const { session } = state;
    return session.recording === 'live' ? session.position ?? session.last : session.cursor || session.last;
}

// The hash.

/** Returns the tab that a session opens with. */
const usualTab = () => (state.session.states === false ? 'action' : 'diff');

let timer = 0;

function hash() {
    const h = new URLSearchParams();
    /** @param {string} name @param {string | number | null} value @param {string | number} [usual] */
    const put = (name, value, usual) => {
        if (value !== usual && value !== null && value !== '') h.append(name, String(value));
    };
    put('session', state.session.id, 0);
    put('at', state.at, 0);
    put('with', state.with);
    const { skip, ...others } = options(state.changes);
    put('skip', skip);
    for (const [name, values] of Object.entries(others)) for (const value of values) h.append(name, value);
    put('beside', state.beside);
    if (state.branch !== null && tip() !== state.paths.tipOf(state.at)) put('branch', state.branch);
    put('tab', state.tab, usualTab());
    if (state.history !== null) h.append('history', state.history);
    if (state.blame !== null) h.append('blame', state.blame);
    put('filter', state.filter);
    put('hide', state.hide.join(','));
    put('fold', state.fold ? null : 'off');
    put('group', state.group ? 'on' : null);
    put('effect', state.effect);
    put('axis', state.axis, 'actions');
    if (state.zoom) put('zoom', state.zoom.map(x => +x.toPrecision(9)).join('..'));
    for (const pin of state.pins) h.append('pins', pin);
    put('pane', state.pane, 'inspect');
    return `#${h.toString().replace(/%2F/g, '/').replace(/%3A/g, ':')}`;
}

// Browsers refuse more than about a hundred changes of the URL in half a minute, so several steps become one change.
onChange(/** @type {(keyof View)[]} */ (Object.keys(freshView())), () => {
    clearTimeout(timer);
    timer = setTimeout(write, 120);
});

/** True if the next hash is that of a jump. */
let isJump = false;

/** Writes the hash; that of a jump as a new entry of the browser's history. */
function write() {
    clearTimeout(timer);
    const written = hash();
    if (written !== location.hash) history[isJump ? 'pushState' : 'replaceState'](null, '', written);
    isJump = false;
}

/** @param {string | null} text */
const seqs = text => (text ?? '').split(',').filter(Boolean).map(Number).filter(Number.isInteger);

/** Reads the hash into the view: at the start, and when a person or a link changed it. */
export function readHash(text = location.hash) {
    const h = new URLSearchParams(text.slice(1));
    /** @template T @param {string} name @param {T} otherwise */
    const number = (name, otherwise) => (/^\d+$/.test(h.get(name) ?? '') ? Number(h.get(name)) : otherwise);
    const session = state.sessions.find(each => each.id === number('session', 0)) ?? state.sessions[0];
    if (!session) return;
    choose(session);
    const zoom = (h.get('zoom') ?? '').split('..').map(Number);
    const changes = readChanges(h, session);
    const isWhatIf = countOf(changes) > 0;
    const wanted = number('at', startingPoint());
    const at = inside(wanted);
    if (at !== wanted) seqMissing.emit(wanted);
    const other = number('beside', -1);
    const isBeside = other !== session.id && state.sessions.some(each => each.id === other) && !isWhatIf;
    const compared = h.has('with') && !isWhatIf && !isBeside ? inside(number('with', 0)) : null;
    update(unlessSame({
        at,
        with: compared === at ? null : compared,
        changes,
        beside: isBeside ? other : null,
        branch: number('branch', null),
        tab: tabs.find(tab => tab === h.get('tab')) ?? usualTab(),
        history: h.get('history'),
        blame: h.get('blame'),
        filter: h.get('filter') ?? '',
        hide: seqs(h.get('hide')),
        fold: h.get('fold') !== 'off',
        group: h.get('group') === 'on',
        effect: number('effect', null),
        axis: h.get('axis') === 'time' ? 'time' : 'actions',
        zoom: zoom.length === 2 && zoom.every(Number.isFinite) && zoom[0] < zoom[1] ? [zoom[0], zoom[1]] : null,
        pins: h.getAll('pins').filter(pin => !pin || pin.startsWith('/') || session.part === undefined).slice(0, 4),
        pane: panes.find(pane => pane === h.get('pane')) ?? 'inspect',
    }));
}

/** Returns a view with the lists of the current one where they are equal, so that they have not changed.
 * @param {View} view @returns {View} */
function unlessSame(view) {
    const { changes, hide, zoom, pins } = state;
    const lists = Object.entries({ changes, hide, zoom, pins })
        .filter(([name, list]) => JSON.stringify(list) === JSON.stringify(view[/** @type {keyof View} */ (name)]));
    return { ...view, ...Object.fromEntries(lists) };
}

// The page may have written the address again since it was changed.
addEventListener('hashchange', event => {
    const { hash: text } = new URL(event.newURL);
    if (text !== hash()) readHash(text);
});
