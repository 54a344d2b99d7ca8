// What is looked at. It stands in the URL's hash, both ways: each view has a link, and a link is that view.
import { dropQuestions } from './api.js';
import { signal } from './signal.js';
import { choose, current, replaced, sessions } from './session.js';

const tabs = ['diff', 'state', 'action', 'raw'];

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

/** The view of the session that is looked at. Read it anywhere; change it with `look` only. */
export const view = { session: 0, ...fresh() };

/** Told the names of what has changed, once a frame. */
export const looked = signal();

const places = new Map();
let changed = new Set();
let frame = 0;

/** Changes the view. What depends on it is drawn in the next frame, once for all changes till then. */
export function look(changes) {
    for (const [name, value] of Object.entries(changes)) {
        if (view[name] === value) continue;
        view[name] = value;
        changed.add(name);
    }
    if (changed.size && !frame) frame = requestAnimationFrame(tell);
}

function tell() {
    frame = 0;
    const now = changed;
    changed = new Set();
    looked.emit(now);
    writeLater();
}

/** Draws all of it again. */
function lookAgain() {
    for (const name of Object.keys(view)) changed.add(name);
    if (!frame) frame = requestAnimationFrame(tell);
}

// The way that is shown leads through `at` to the end of its branch. Going back before a fork does not leave the branch.

/** The last action of the branch that is shown. */
export function tip() {
    const { paths } = current;
    if (!paths) return 0;
    if (view.branch !== null) {
        const end = paths.tipOf(view.branch);
        if (view.at === 0 || paths.wayTo(end).has(view.at)) return end;
    }
    return paths.tipOf(view.at);
}

/** The way to the end of the branch that is shown. */
export const way = () => current.paths?.wayTo(tip()) ?? { parts: [], length: 0, start: 1, has: () => false, at: () => 0 };

/** The two states that are compared: both chosen, or that of the action and the one it was applied to. */
export const from = () => (view.with !== null ? Math.min(view.at, view.with) : current.paths?.parent(view.at) ?? 0);
export const to = () => (view.with !== null ? Math.max(view.at, view.with) : view.at);

/** Whether two states are beside each other, rather than one and the one that it was made from. */
export const isBeside = () => view.with !== null || view.skip.length > 0;

/** Goes to an action, and leaves a comparison unless it is given one. */
export function go(seq, compared = null) {
    const { session, paths } = current;
    if (!session) return;
    const at = Math.max(session.first, Math.min(session.last, seq));
    const shown = tip();
    const onBranch = paths.wayTo(shown).has(at) ? shown : at;
    look({ at, with: compared === at ? null : compared, branch: paths.runs[paths.runIndex(onBranch)]?.from ?? null, blame: null });
    if (compared !== null) look({ tab: 'diff', history: null, skip: [] });
}

/** The action some steps along the branch that is shown. */
export const along = steps => way().at(current.paths.depth(view.at) + steps);

/** Looks at another session, at the place where it was left. */
export function openSession(id) {
    dropQuestions();
    places.set(view.session, { ...view });
    const kept = places.get(id);
    const { pane } = view;
    choose(id);
    Object.assign(view, fresh(), kept ?? { at: startingPoint() }, { session: id, pane });
    lookAgain();
}

replaced.on((session, before) => {
    dropQuestions();
    // A session that was scrubbed is looked at where it was; another recording from where it opens.
    const isSame = session.startedAt === before.startedAt && session.app === before.app;
    const kept = isSame ? { at: Math.max(session.first, Math.min(session.last, view.at)) } : { ...fresh(), at: startingPoint() };
    Object.assign(view, kept, { with: null, branch: null, blame: null, pane: view.pane });
    lookAgain();
});

/** Where a session opens: where its app is while it is being recorded, else at its cursor. */
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
    const put = (name, value, usual) => { if (value !== usual && value !== null && value !== '') h.append(name, value); };
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

// Browsers refuse more than some hundred changes of the URL in half a minute, so a run of steps becomes one.
function writeLater() {
    clearTimeout(timer);
    timer = setTimeout(() => {
        const text = hash();
        if (text === location.hash) return;
        written = text;
        history.replaceState(null, '', text);
    }, 120);
}

const seqs = text => (text ?? '').split(',').filter(Boolean).map(Number).filter(Number.isInteger);

/** Reads the hash into the view; at the start, and when it was changed by hand or by a link. */
export function readHash(text = location.hash) {
    const h = new URLSearchParams(text.slice(1));
    const number = (name, otherwise) => (/^\d+$/.test(h.get(name) ?? '') ? Number(h.get(name)) : otherwise);
    const id = number('session', sessions[0]?.id ?? 0);
    choose(id);
    dropQuestions();
    const { session } = current;
    const inside = seq => (session ? Math.max(session.first, Math.min(session.last, seq)) : 0);
    const zoom = (h.get('zoom') ?? '').split('..').map(Number);
    Object.assign(view, fresh(), {
        session: session?.id ?? 0,
        at: inside(number('at', startingPoint())),
        with: h.has('with') ? inside(number('with', 0)) : null,
        skip: seqs(h.get('skip')).filter(seq => session && seq > session.first && seq <= session.last).slice(0, 1000),
        branch: number('branch', null),
        tab: tabs.includes(h.get('tab')) ? h.get('tab') : 'diff',
        history: h.get('history'),
        blame: h.get('blame'),
        filter: h.get('filter') ?? '',
        hide: seqs(h.get('hide')),
        fold: h.get('fold') !== 'off',
        axis: h.get('axis') === 'time' ? 'time' : 'actions',
        zoom: zoom.length === 2 && zoom.every(Number.isFinite) && zoom[0] < zoom[1] ? zoom : null,
        pins: h.getAll('pins').filter(pin => pin.startsWith('/')).slice(0, 4),
        pane: ['actions', 'inspect', 'screen'].includes(h.get('pane')) ? h.get('pane') : 'inspect',
    });
    if (view.with === view.at || view.skip.length) view.with = null;
    lookAgain();
}

// The address may have been written anew since it was changed by hand.
addEventListener('hashchange', event => {
    const { hash: text } = new URL(event.newURL);
    if (text !== written) readHash(text);
});
