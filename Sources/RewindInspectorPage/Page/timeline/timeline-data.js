// What the timeline shows of the session: asked for the range in view at the width in pixels. While a new answer is under
// way the old one is drawn to the new scale.
import { newest } from '../core/api.js';
import { askSession, current, sessionGrew, isEmpty } from '../core/session.js';
import { signal } from '../core/signal.js';
import { hasAny, view, viewChanged, way } from '../core/view.js';

/** The newest answer, its bars in the order of their place, and the width it was asked for. */
export const timeline = { answer: null, bars: [], width: 0, total: 0 };

/** Told when it is known where the action that is looked at is. */
export const placeLoaded = signal();

/** Told when there is something new to draw. */
export const timelineChanged = signal();

/** The range of the axis without zoom; on that of time, the first and last action keep some air. */
export function whole() {
    // How many actions there are is known before the answer, so that a press finds the right one from the start.
    if (view.axis === 'actions') return [0, Math.max(1, timeline.total || (current.paths?.longest ?? 0))];
    const air = timeline.total * 0.008;
    return [-air, Math.max(0.001, timeline.total) + air];
}

/** The range that is in view. */
export const range = () => view.zoom ?? whole();

const read = newest(
    ({ id, ...question }, abort) => askSession('timeline', question, abort),
    (answer, { id, axis, columns }) => {
        if (id !== current.session?.id || axis !== view.axis) return;
        // The session's actions are still being read.
        if (!answer) { askSoon(250); return; }
        timeline.answer = answer;
        timeline.columnWidth = (answer.to - answer.from) / columns;
        timeline.total = answer.total;
        timeline.bars = [...answer.bars].sort((a, b) => a[0] - b[0]);
        timeline.bySeq = null;
        timelineChanged.emit();
    },
);

let timer = 0;
let asked = 0;

function ask() {
    timer = 0;
    if (isEmpty() || !timeline.width) return;
    asked = performance.now();
    const [from, to] = view.zoom ?? [];
    read({
        id: current.session.id, axis: view.axis, from: from === undefined ? from : Math.max(0, from), to,
        columns: Math.round(timeline.width), filter: view.filter, hide: view.hide.join(','),
    });
}

/** Asks again, soon: at most each 80 ms while zooming goes on. */
function askSoon(delay) {
    if (!timer) timer = setTimeout(ask, Math.max(0, Math.min(delay, delay - (performance.now() - asked))));
}

/** Told by the canvas how wide it is. */
export function setWidth(width) {
    if (Math.abs(width - timeline.width) < 1) return;
    timeline.width = width;
    askSoon(80);
}

viewChanged.on(changed => {
    if (changed.has('session') || changed.has('axis')) {
        Object.assign(timeline, { answer: null, bars: [], bySeq: null, total: 0 });
        places.clear();
        ask();
    } else if (hasAny(changed, 'filter', 'hide', 'zoom')) askSoon(80);
});

sessionGrew.on(() => askSoon(250));

// Where actions are on the axis.

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
    timeline.bySeq ??= [...timeline.bars].sort((a, b) => a[1] - b[1]);
    return timeline.bySeq;
}

/** Where an action is on the axis. On that of time it is near, until the server has told; only one is asked for. */
export function placeOf(seq, asks = false) {
    if (view.axis === 'actions') return current.paths.depth(seq) - 0.5;
    if (places.has(seq)) return places.get(seq);
    const bars = barsBySeq();
    const index = lastIndex(bars, bar => bar[1] <= seq);
    if (index >= 0 && bars[index][1] === seq) return bars[index][0];
    if (asks) readPlace({ seq, axis: view.axis });
    const [before, after] = [bars[index], bars[index + 1]];
    if (before && after) return before[0] + (after[0] - before[0]) * (seq - before[1]) / (after[1] - before[1]);
    return before?.[0] ?? after?.[0] ?? 0;
}

/** The index of the last of the leading elements that a test holds for. */
export function lastIndex(list, test) {
    let low = -1;
    let high = list.length - 1;
    while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (test(list[middle])) low = middle; else high = middle - 1;
    }
    return low;
}

/** Whether the session has anything beside its main run. */
export const hasBranches = () => current.paths?.lanes.some(lane => lane > 0) ?? false;

/** The action nearest to a place, among the main ones or on the branches below them. */
export function actionAt(x, isBelow) {
    const { paths, session } = current;
    if (view.axis === 'actions') {
        const depth = Math.floor(x) + 1;
        const isOffMain = paths.lane(way().parts.at(-1)?.to ?? 0) > 0;
        if (!isBelow) return paths.wayTo(paths.tipOf(paths.runs[0]?.from ?? session.first + 1)).at(depth);
        const nearest = nearestBar(x, bar => paths.lane(bar[1]) > 0);
        if (isOffMain && (!nearest || way().has(nearest[1]))) return way().at(depth);
        if (!nearest) return way().at(depth);
        const run = paths.runs[paths.runIndex(nearest[1])];
        return Math.max(run.from, Math.min(run.to, run.from + depth - run.depth));
    }
    return nearestBar(x, () => true)?.[1] ?? view.at;
}

function nearestBar(x, test) {
    const { bars } = timeline;
    const middle = Math.max(0, lastIndex(bars, bar => bar[0] <= x));
    let best = null;
    const consider = bar => { if (bar && test(bar) && (!best || Math.abs(bar[0] - x) < Math.abs(best[0] - x))) best = bar; };
    let down = middle;
    let up = middle + 1;
    while (down >= 0 && !(best && x - bars[down][0] > Math.abs(best[0] - x))) consider(bars[down--]);
    while (up < bars.length && !(best && bars[up][0] - x > Math.abs(best[0] - x))) consider(bars[up++]);
    return best;
}

/** Shows a range of the axis; all of it, when it is no smaller. */
export function zoomed([from, to]) {
    const [first, last] = whole();
    const least = view.axis === 'actions' ? Math.min(8, last - first) : (last - first) / 1e6;
    const width = Math.max(least, Math.min(last - first, to - from));
    if (width >= last - first) return null;
    const start = Math.max(first, Math.min(last - width, from));
    return [start, start + width];
}
