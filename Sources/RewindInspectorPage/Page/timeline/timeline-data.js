// The timeline's data, for the range in view and the width in pixels. While a new answer is pending, the old one is
// drawn on the new scale.
import { newest } from '../core/request-queue.js';
import { askSession, isEmpty } from '../core/session.js';
import { onChange, signal, state, update } from '../core/store.js';
import { way } from '../core/view.js';

/** @param {Partial<TimelineData>} changes */
const change = changes => update({ timeline: { ...state.timeline, ...changes } });

/** Emits when the position of the selected action was read.
 * @type {Signal<[]>} */
export const placeLoaded = signal();

/** Returns the range of the axis without zoom; on the axis of time, with a margin.
 * @returns {[number, number]} */
export function whole() {
    // The number of actions is known before the answer, so that a press finds the right one from the start.
    if (state.axis === 'actions') return [0, Math.max(1, state.timeline.total || (state.paths.longest ?? 0))];
    const air = state.timeline.total * 0.008;
    return [-air, Math.max(0.001, state.timeline.total) + air];
}

/** Returns a range of the same width with a position in its middle; the range itself if the position is in it.
 * @param {[number, number]} range @param {number} x @returns {[number, number]} */
export function panned(range, x) {
    const half = (range[1] - range[0]) / 2;
    return x >= range[0] && x <= range[1] ? range : [x - half, x + half];
}

/** Returns the range in state. */
export const range = () => state.zoom ?? whole();

const read = newest(
    ({ id, ...question }, abort) => askSession('timeline', question, abort),
    (answer, { id, axis, columns }) => {
        if (id !== state.session.id || axis !== state.axis) return;
        // The session's actions are still being read, or cannot be read.
        if (!answer) { if (!state.session.gone) askSoon(250); return; }
        bySeq = null;
        const bars = [...answer.bars].sort((a, b) => a[0] - b[0]);
        change({ answer, bars, columnWidth: (answer.to - answer.from) / columns, total: answer.total });
    },
);

let timer = 0;
let requestedAt = 0;
/** The bars by action.
 * @type {Bar[] | null} */
let bySeq = null;

function ask() {
    timer = 0;
    if (isEmpty() || !state.timeline.width) return;
    requestedAt = performance.now();
    const [from, to] = state.zoom ?? [];
    read({
        id: state.session.id, axis: state.axis, from: from === undefined ? from : Math.max(0, from), to,
        columns: Math.round(state.timeline.width), filter: state.filter, hide: state.hide.join(','),
        fold: state.fold ? 1 : 0,
    });
}

/** Reads again soon, but at most every 80 ms while zooming.
 * @param {number} delay */
function askSoon(delay) {
    if (!timer) timer = setTimeout(ask, Math.max(0, Math.min(delay, delay - (performance.now() - requestedAt))));
}

/** Sets the width of the canvas.
 * @param {number} width */
export function setWidth(width) {
    if (Math.abs(width - state.timeline.width) < 1) return;
    change({ width });
    askSoon(80);
}

onChange(['axis', 'filter', 'hide', 'fold', 'zoom'], changed => {
    if (!changed.has('axis')) return askSoon(80);
    change({ answer: null, bars: [], columnWidth: 0, total: 0 });
    bySeq = null;
    places.clear();
    return ask();
});
onChange(['session'], changed => { if (!changed.has('key')) askSoon(250); });

// The positions of actions on the axis.

const places = new Map();
const readPlace = newest(
    ({ seq, axis }, abort) => askSession('place', { axis, seq }, abort),
    ({ x }, { seq }) => {
        if (places.size > 500) places.clear();
        places.set(seq, x);
        placeLoaded.emit();
    },
);

function barsBySeq() {
    bySeq ??= [...state.timeline.bars].sort((a, b) => a[1] - b[1]);
    return bySeq;
}

/**
 * Returns the position of an action on the axis. On the axis of time it is approximate until it was read.
 *
 * @param {Seq} seq
 * @param {boolean} asks Whether to read the position.
 * @returns {number}
 */
export function placeOf(seq, asks = false) {
    if (state.axis === 'actions') return state.paths.depth(seq) - 0.5;
    if (places.has(seq)) return places.get(seq);
    const bars = barsBySeq();
    const index = lastIndex(bars, bar => bar[1] <= seq);
    if (index >= 0 && bars[index][1] === seq) return bars[index][0];
    if (asks) readPlace({ seq, axis: state.axis });
    const [before, after] = [bars[index], bars[index + 1]];
    if (before && after) return before[0] + (after[0] - before[0]) * (seq - before[1]) / (after[1] - before[1]);
    return before?.[0] ?? after?.[0] ?? 0;
}

/**
 * Returns the index of the last of the leading elements that pass a test, by binary search; -1 if there is none.
 *
 * @template T
 * @param {readonly T[]} list
 * @param {(element: T) => boolean} test
 */
export function lastIndex(list, test) {
    let low = -1;
    let high = list.length - 1;
    while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (test(list[middle])) low = middle; else high = middle - 1;
    }
    return low;
}

/** True if the session has branches. */
export const hasBranches = () => state.paths.lanes.some(lane => lane > 0) ?? false;

/** Returns the action nearest to a position, on the main run or below it.
 * @param {number} x @param {boolean} isBelow */
export function actionAt(x, isBelow) {
    const { paths, session } = state;
    if (state.axis === 'actions') {
        const depth = Math.floor(x) + 1;
        const isOffMain = paths.lane(way().parts.at(-1)?.to ?? 0) > 0;
        if (!isBelow) return paths.wayTo(paths.tipOf(paths.runs[0]?.from ?? session.first + 1)).at(depth);
        const nearest = nearestBar(x, bar => paths.lane(bar[1]) > 0);
        if (isOffMain && (!nearest || way().has(nearest[1]))) return way().at(depth);
        if (!nearest) return way().at(depth);
        const run = paths.runs[paths.runIndex(nearest[1])];
        return Math.max(run.from, Math.min(run.to, run.from + depth - run.depth));
    }
    return nearestBar(x, () => true)?.[1] ?? state.at;
}

/** @param {number} x @param {(bar: Bar) => boolean} test */
function nearestBar(x, test) {
    const { bars } = state.timeline;
    const middle = Math.max(0, lastIndex(bars, bar => bar[0] <= x));
    /** @type {Bar | null} */
    let best = null;
    /** @param {Bar | undefined} bar */
    const consider = bar => {
        if (bar && test(bar) && (!best || Math.abs(bar[0] - x) < Math.abs(best[0] - x))) best = bar;
    };
    let down = middle;
    let up = middle + 1;
    while (down >= 0 && !(best && x - bars[down][0] > Math.abs(best[0] - x))) consider(bars[down--]);
    while (up < bars.length && !(best && bars[up][0] - x > Math.abs(best[0] - x))) consider(bars[up++]);
    return best;
}

/**
 * Returns a range moved into the axis; null for all of it.
 *
 * @param {[number, number]} range
 * @returns {[number, number] | null}
 */
export function zoomed([from, to]) {
    const [first, last] = whole();
    const least = state.axis === 'actions' ? Math.min(8, last - first) : (last - first) / 1e6;
    const width = Math.max(least, Math.min(last - first, to - from));
    if (width >= last - first) return null;
    const start = Math.max(first, Math.min(last - width, from));
    return [start, start + width];
}
