// The page's state, and the only function that changes it; and a minimal event emitter.
import { noChanges } from './changes.js';
import { Paths } from './paths.js';

/** Returns the view of a session that is opened for the first time.
 * @returns {View} */
export const freshView = () => ({
    at: 0,
    with: null,
    changes: noChanges,
    beside: null,
    branch: null,
    tab: 'diff',
    history: null,
    blame: null,
    filter: '',
    hide: [],
    fold: true,
    group: false,
    effect: null,
    axis: 'actions',
    zoom: null,
    pins: [],
    pane: 'inspect',
});

/** @type {State} */
const members = {
    ...freshView(),
    context: true,
    sessions: [],
    // Until the sessions were read, a session without actions.
    session: { id: -1, file: '', generation: 0, first: 0, last: 0, recording: 'closed', slices: [], runs: [],
        screen: 'none', indexed: 0 },
    paths: new Paths([]),
    key: '',
    version: '',
    canWrite: false,
    hasFleet: false,
    isConnected: true,
    connection: 0,
    run: '',
    streamRun: '',
    denial: null,
    retryIn: 0,
    row: null,
    other: null,
    diff: null,
    diffRefusal: null,
    opened: new Set(),
    whatIf: { answer: null, end: 0, refusal: null, outcomes: new Map() },
    alignment: null,
    alignmentRefusal: null,
    player: { direction: 0, speed: 'rec', condition: '' },
    timeline: { answer: null, bars: [], width: 0, columnWidth: 0, total: 0 },
    spans: null,
    story: { title: '', moments: [] },
    composes: false,
    effectAnswer: null,
};

/** The state; `update` changes it.
 * @type {Readonly<State>} */
export const state = members;

/** @type {{ names: (keyof State)[], listener: ChangeListener }[]} */
const listeners = [];
/** The state at the last notification, if it has changed since.
 * @type {State | null} */
let before = null;

/** Calls a listener, at most once a frame, when one of some members has changed. */
export function onChange(/** @type {(keyof State)[]} */ names, /** @type {ChangeListener} */ listener) {
    listeners.push({ names, listener });
}

/** Changes the state, and has the listeners called in the next frame.
 * @param {Partial<State>} changes */
export function update(changes) {
    if (!before) requestAnimationFrame(notify);
    before ??= { ...members };
    Object.assign(members, changes);
}

function notify() {
    const was = /** @type {State} */ (before);
    before = null;
    const names = /** @type {(keyof State)[]} */ (Object.keys(members));
    // Another session or connection changes everything.
    const changed = new Set(names.filter(name => members.key !== was.key || members[name] !== was[name]));
    for (const each of listeners) if (hasAny(changed, ...each.names)) each.listener(changed, was);
}

/** True if one of some members is in a set.
 * @param {ReadonlySet<keyof State>} changed @param {(keyof State)[]} names */
export const hasAny = (changed, ...names) => names.some(name => changed.has(name));

/**
 * Returns an emitter; `on` adds a listener, and `emit` calls all of them.
 *
 * @returns {Signal<any>}
 */
export function signal() {
    /** @type {((...values: any) => unknown)[]} */
    const listeners = [];
    return {
        on: listener => { listeners.push(listener); },
        emit: (...values) => { for (const listener of listeners) listener(...values); },
    };
}
