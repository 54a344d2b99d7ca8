// The writes of a value: the actions after which its pointer has another value. Moving elements are not followed.
import { equals, Numeral, valueAt } from './json-values.js';
import { answerOf } from './recorded-values.js';
import { action, check, data, isKnown, pathOf, paths, session, state } from './recording.js';

const long = 4000;
let known = { key: null };

/** Returns the writes of a value on the way to a state, oldest first. @param {Pointer} pointer @param {Seq} tip */
function writesOf(pointer, tip) {
    check(tip);
    const key = JSON.stringify([pointer, tip]);
    if (known.key === key) return known.writes;
    const path = pathOf(pointer);
    const writes = [];
    let old;
    const see = (seq, cause, gap) => {
        const value = valueAt(state(seq), path);
        if (!equals(value, old)) writes.push({ seq, cause, old: cause === 'action' ? old : undefined, value, gap });
        old = value;
    };
    const { parts } = paths.wayTo(tip);
    const start = parts.length ? action(parts[0].from).row.parent : tip;
    see(start < session.first ? parts[0].from : start, data.start);
    let gap = 0;
    for (const { from, to } of parts) {
        for (let seq = from; seq <= to; seq++) {
            if (isKnown(seq)) { see(seq, 'action', gap || undefined); gap = 0; } else gap++;
        }
    }
    known = { key, writes };
    return writes;
}

function answer({ seq, cause, old, value, gap }, pointer) {
    const { type, slices, at } = cause === 'action' ? action(seq).row : /** @type {Partial<Row>} */ ({});
    return { seq, cause, pointer, type, slices, at, old: answerOf(old), new: answerOf(value), unknownBefore: gap };
}

/** The answer to `blame`. */
export function blame({ at, pointer, tip = at }) {
    check(at);
    const writes = writesOf(pointer, paths.wayTo(tip).has(at) ? tip : paths.tipOf(at));
    const [write, before] = writes.filter(({ seq }) => seq <= at).reverse();
    return {
        value: answerOf(valueAt(state(at), pathOf(pointer)), long),
        write: write && answer(write, pointer),
        before: before?.cause === 'action' ? before.seq : undefined,
        after: writes.find(({ seq }) => seq > at)?.seq,
    };
}

/** The answer to `history`. */
export function history({ pointer, tip, count = 200 }) {
    const writes = writesOf(pointer, tip);
    const shown = writes.slice(-count).reverse();
    return { writes: shown.map(each => answer(each, pointer)), kind: kindOf(writes.slice(-count - 1)), more: writes.length > count };
}

const kindOfValue = value => (typeof value === 'boolean' ? 'flag' : value instanceof Numeral ? 'number' : Array.isArray(value) ? 'count' : 'text');

/** Returns the kind of chart for some values; null and absent values do not matter. */
function kindOf(writes) {
    const kinds = new Set(writes.map(({ value }) => value ?? null).filter(value => value !== null).map(kindOfValue));
    return kinds.size === 1 ? [...kinds][0] : 'text';
}

/** The answer to `series`. */
export function series({ pointer, tip, from = 0, to = Infinity }) {
    const steps = writesOf(pointer, tip).map(({ seq, value }) => [paths.depth(seq), value]);
    if (!(steps[0]?.[0] <= from)) steps.unshift([from, undefined]);
    const start = Math.max(0, steps.findLastIndex(([depth]) => depth <= from));
    const seen = steps.slice(start).filter(([depth]) => depth <= to).map(([depth, value]) => [Math.max(depth, from), value]);
    const kind = kindOf(seen.map(([, value]) => ({ value })));
    if (kind === 'text') return { kind, texts: seen.map(([depth, value]) => [depth, answerOf(value, 60)]), exact: true };
    const heights = { flag: Number, number: ({ text }) => Number(text), count: ({ length }) => length };
    const points = seen.map(([depth, value]) => [depth, value === undefined || value === null ? null : heights[kind](value)]);
    const drawn = points.map(([, height]) => height).filter(height => height !== null);
    return { kind, points, low: Math.min(...drawn), high: Math.max(...drawn), exact: true };
}
