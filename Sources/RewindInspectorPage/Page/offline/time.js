// What the timeline draws: where actions stand on the axis of actions or of time, the bars between two places, how fast
// actions came, the pauses, and the ticks.
import { allRows, depthOf, first, flagsOf, rowOf, runs, slicesOf } from './recording.js';
import { maskOf } from './list.js';

const leastStep = 0.0003;
const mostPauses = 2000;
const count = () => allRows().length;
const timeOf = index => allRows()[index].at;

/** The first slice that an action changed, -1 for the whole state, -2 for none. */
function sliceOf({ seq }) {
    const bits = slicesOf(seq);
    return bits < 0 ? -1 : bits === 0 ? -2 : 31 - Math.clz32(bits & -bits);
}

const durationOf = row => (row.duration === undefined ? -1 : Math.fround(row.duration));

/** What stands out among the pauses: half as long again as all but one in fifty of a sample, a millisecond at least. */
function longestPause() {
    if (count() < 2) return 1_000_000;
    const step = Math.max(1, Math.trunc(count() / 4096));
    const sample = [];
    for (let i = 1; i < count(); i += step) sample.push(timeOf(i) - timeOf(i - 1));
    sample.sort((a, b) => a - b);
    const usual = sample[Math.min(sample.length - 1, Math.trunc(sample.length * 49 / 50))];
    return Math.max(1000, usual + Math.trunc(usual / 2));
}

/** The index of the first element that a test holds for, of those that it holds for from some element on. */
function partition(low, high, test) {
    while (low < high) {
        const middle = (low + high) >> 1;
        if (test(middle)) high = middle; else low = middle + 1;
    }
    return low;
}

class Axis {
    constructor(kind) {
        Object.assign(this, { kind, places: [], pauses: [] });
        const longest = longestPause();
        const addPause = (index, x) => {
            const after = timeOf(index) - timeOf(index - 1);
            if (after > longest && this.pauses.length < mostPauses) this.pauses.push({ x, after, seq: first + 1 + index });
        };
        if (kind === 'actions') {
            this.total = runs.reduce((most, run) => Math.max(most, run.depth + run.to - run.from), 1);
            for (let i = 1; i < count(); i++) addPause(i, depthOf(first + 1 + i) - 1);
            return;
        }
        let place = 0;
        for (let i = 0; i < count(); i++) {
            if (i > 0) addPause(i, place + longest / 2_000_000);
            const pause = i > 0 ? Math.max(0, timeOf(i) - timeOf(i - 1)) : 0;
            // A little between two, so that those of one instant can be told apart.
            place += Math.min(pause, longest) / 1_000_000 + leastStep;
            this.places.push(place);
        }
        this.total = Math.max(leastStep, place + leastStep);
    }

    place(seq) { return this.kind === 'actions' ? depthOf(seq) - 0.5 : this.places[seq - first - 1] ?? 0; }

    /** The indices of the actions of a run that stand between two places, the last one not among them. */
    indices(run, from, to) {
        const [lower, upper] = [run.from - first - 1, run.to - first];
        const clamped = index => Math.max(lower, Math.min(upper, index));
        if (this.kind === 'actions') {
            const start = Math.max(0, Math.ceil(from - run.depth + 0.5));
            const end = Math.max(start, Math.floor(to - run.depth + 0.5) + 1);
            return [clamped(lower + start), clamped(lower + end)];
        }
        const start = partition(lower, upper, i => this.places[i] >= from);
        return [start, Math.max(start, partition(lower, upper, i => this.places[i] > to))];
    }
}

const axes = new Map();

function axisOf(kind = 'actions') {
    if (!axes.has(kind)) axes.set(kind, new Axis(kind));
    return axes.get(kind);
}

/** The answer to `place`. */
export const place = ({ axis, seq }) => ({ x: axisOf(axis).place(seq) });

/** The answer to `timeline`. */
export function timeline({ axis: kind, from, to, columns = 800, filter, hide }) {
    const axis = axisOf(kind);
    const room = Math.max(1, Math.min(columns, 4000));
    const start = Math.max(0, from ?? 0);
    const end = Math.max(start, Math.min(axis.total, to ?? axis.total));
    const parts = runs.map((run, i) => [i, ...axis.indices(run, start, end)]).filter(([, lower, upper]) => lower < upper);
    const summed = parts.reduce((sum, [, lower, upper]) => sum + upper - lower, 0) > room;
    const bars = barsOf(axis, parts, summed, start, Math.max((end - start) / room, 1e-9), maskOf({ filter, hide }));
    const pauses = axis.pauses.filter(({ x }) => x >= start && x <= end).sort((a, b) => b.after - a.after).slice(0, 60);
    return {
        total: axis.total, from: start, to: end, summed,
        bars: bars.map(({ x, seq, slice, duration, flags, run, count: number }) => [
            Math.round(x * 1000) / 1000, seq, slice, Math.trunc(duration), flags, run, number,
        ]),
        rate: rateOf(axis), pauses: pauses.sort((a, b) => a.x - b.x), ticks: ticksOf(axis, start, end, parts[0]),
    };
}

function flagsFor(seq, isOut) {
    const flags = flagsOf(seq);
    return (flags & 12 ? 1 : 0) + (flags & 1 ? 2 : 0) + (isOut ? 4 : 0) + (flags & 2 ? 8 : 0) + (flags & 16 ? 16 : 0);
}

function barsOf(axis, parts, summed, start, width, mask) {
    const bars = [];
    let counts = new Map();
    for (const [run, lower, upper] of parts) {
        let column = -1;
        for (let index = lower; index < upper; index++) {
            const row = allRows()[index];
            const x = axis.place(row.seq);
            const flags = flagsFor(row.seq, mask !== null && !mask[index]);
            const bar = { x, seq: row.seq, slice: sliceOf(row), duration: durationOf(row), flags, run, count: 1 };
            const own = Math.trunc((x - start) / width);
            if (summed && own === column) { add(bars.at(-1), bar, counts); continue; }
            counts = new Map([[bar.slice, 1]]);
            column = own;
            bars.push(bar);
        }
    }
    return bars;
}

/** Takes another action of its column into a bar; `counts` tells how many of each slice that has. */
function add(bar, other, counts) {
    bar.count++;
    bar.duration = Math.max(bar.duration, other.duration);
    // Out of sight only where all are.
    bar.flags = ((bar.flags | other.flags) & ~4) | (bar.flags & other.flags & 4);
    counts.set(other.slice, (counts.get(other.slice) ?? 0) + 1);
    if (counts.get(other.slice) > (counts.get(bar.slice) ?? 0)) bar.slice = other.slice;
}

function rateOf(axis) {
    const bins = 64;
    const width = axis.total / bins;
    if (!runs.length) return [];
    return Array.from({ length: bins }).flatMap((_, bin) => {
        const x = bin * width;
        const end = bin === bins - 1 ? axis.total : x + width;
        const [lower, upper] = axis.indices(runs[0], x, end * (1 - Number.EPSILON / 2));
        if (lower >= upper) return [];
        const before = timeOf(Math.max(0, lower - 1));
        const seconds = (timeOf(upper - 1) - before) / 1_000_000 + 0.0004;
        const counts = new Map();
        // Of very many, a sample tells how they share.
        for (let i = lower; i < upper; i += Math.max(1, Math.trunc((upper - lower) / 500))) {
            const slice = sliceOf(allRows()[i]);
            counts.set(slice, (counts.get(slice) ?? 0) + 1);
        }
        const sum = [...counts.values()].reduce((a, b) => a + b, 0);
        const parts = [...counts].sort(([a], [b]) => a - b).map(([slice, number]) => [slice, Math.round(number / sum * 1000) / 1000]);
        return [[x, width, Math.round((upper - lower) / seconds * 100) / 100, parts]];
    });
}

/** Numbers of actions, or times of day. */
function ticksOf(axis, from, to, part) {
    const ticks = [];
    if (axis.kind === 'actions') {
        const rough = Math.max(1, (to - from) / 16);
        let power = 1;
        while (power * 10 <= rough) power *= 10;
        const step = [1, 2, 5, 10].map(each => each * power).find(each => each >= rough) ?? rough;
        // A part begins with the number that it has in the whole.
        const begin = Math.max(step, Math.ceil((from + first) / step) * step) - first;
        for (let i = 0, x = begin; x <= to; x = begin + ++i * step) ticks.push({ x: x - 0.5, text: String(Math.trunc(x + first)) });
        return ticks;
    }
    if (!part) return ticks;
    const [, lower, upper] = part;
    for (let index = lower; index < upper;) {
        const x = axis.place(first + 1 + index);
        ticks.push({ x, text: String(timeOf(index)) });
        const next = x + (to - from) / 16;
        index = partition(index + 1, Math.max(index + 1, upper), i => axis.place(first + 1 + i) >= next);
    }
    return ticks;
}

/** How long an action took among others: quantiles, and its place among those of its type, the slowest first. */
export function durationsOf(seq) {
    const own = durationOf(rowOf(seq));
    const ascending = rows => rows.map(durationOf).filter(each => each >= 0).sort((a, b) => a - b);
    const same = ascending(allRows().filter(({ type }) => type === rowOf(seq).type));
    const step = Math.max(1, Math.trunc(count() / 5000));
    const all = ascending(allRows().filter((_, i) => i % step === 0));
    const most = 200;
    const quantiles = sorted => (sorted.length <= most ? sorted.map(Math.trunc)
        : Array.from({ length: most }, (_, i) => Math.trunc(sorted[Math.trunc(i * (sorted.length - 1) / (most - 1))])));
    return { ofType: quantiles(same), ofAll: quantiles(all), of: same.length,
        rank: own >= 0 ? same.length - partition(0, same.length, i => same[i] > own) + 1 : undefined };
}
