// The writes of a value: the actions after which its pointer has another value. Moving elements are not followed.
import { children, equals, Numeral, valueAt } from './json-values.js';
import { answerOf } from './recorded-values.js';
import { action, check, data, isKnown, pathOf, paths, payloadOf, session, state, written } from './recording.js';

/** @typedef {{ seq: Seq, cause: Write['cause'], old?: JSONValue, value?: JSONValue, gap?: Write['unknown'] }} Found */

/** @type {{ key: string, writes: Found[] }} */
let known = { key: '', writes: [] };

/** Returns the writes of a value on the way to a state, oldest first.
 * @param {Pointer} pointer @param {Seq} tip */
function writesOf(pointer, tip) {
    check(tip);
    const key = JSON.stringify([pointer, tip]);
    if (known.key === key) return known.writes;
    const path = pathOf(pointer);
    /** @type {Found[]} */
    const writes = [];
    /** @type {JSONValue | undefined} */
    let old;
    /** @param {Seq} seq @param {Write['cause']} cause @param {Write['unknown']} [gap] */
    const see = (seq, cause, gap) => {
        const value = valueAt(state(seq), path);
        if (!equals(value, old)) writes.push({ seq, cause, old: cause === 'action' ? old : undefined, value, gap });
        old = value;
    };
    const { parts } = paths.wayTo(tip);
    const start = parts.length ? action(parts[0].from).row.parent : tip;
    see(start < session.first ? parts[0].from : start, data.start);
    /** @type {Write['unknown']} */
    let gap;
    for (const { from, to } of parts) {
        for (let seq = from; seq <= to; seq++) {
            if (isKnown(seq)) {
                see(seq, 'action', gap);
                gap = undefined;
            } else gap = { first: gap?.first ?? seq, last: seq, count: (gap?.count ?? 0) + 1 };
        }
    }
    known = { key, writes };
    return writes;
}

/** @param {Found} found @param {Pointer} pointer @returns {Write} */
function answer({ seq, cause, old, value, gap }, pointer) {
    const members = changedMembers(old, value);
    const shared = {
        seq, pointer, old: old === undefined ? undefined : answerOf(old),
        new: value === undefined ? undefined : answerOf(value), members, unknown: gap,
    };
    if (cause !== 'action') return { ...shared, cause };
    const { type, status, at } = action(seq).row;
    const { origin, error } = written(seq, 'details');
    return { ...shared, cause, type, status, at, origin, error };
}

/** Returns the first few members that differ between two objects, or between two arrays of the same length.
 * @param {JSONValue | undefined} old @param {JSONValue | undefined} now */
function changedMembers(old, now) {
    if (Array.isArray(old) && Array.isArray(now) && old.length === now.length) {
        return now.flatMap((each, i) => (equals(old[i], each) ? [] : [String(i)])).slice(0, 4);
    }
    if (!(old instanceof Map && now instanceof Map)) return undefined;
    const changed = children(now).map(([key]) => key).filter(key => !equals(old.get(key), now.get(key)));
    const removed = children(old).map(([key]) => key).filter(key => !now.has(key));
    return [...changed, ...removed].slice(0, 4);
}

/** Returns the end of a way through an action: `tip` if it follows the action, otherwise the action.
 * @param {Seq} tip @param {Seq} at */
const endOf = (tip, at) => (at <= session.first || paths.wayTo(tip).has(at) ? tip : at);

/** The answer to `blame`.
 * @param {{ at: Seq, pointer: Pointer, toward?: Seq }} parameters @returns {Answers['answers/blame']} */
export function blame({ at, pointer, toward = at }) {
    check(at);
    const writes = writesOf(pointer, endOf(toward, at));
    const [write, before] = writes.filter(({ seq }) => seq <= at).reverse();
    const value = valueAt(state(at), pathOf(pointer));
    const payload = write?.cause === 'action' ? payloadOf(write.seq) : undefined;
    return {
        value: value === undefined ? undefined : answerOf(value),
        write: write && answer(write, pointer),
        payload: payload === undefined ? undefined : answerOf(payload),
        previous: before?.cause === 'action' ? before.seq : undefined,
        next: writes.find(({ seq }) => seq > at)?.seq,
    };
}

/** The answer to `history`.
 * @param {WritesAsked} parameters @returns {Answers['answers/history']} */
export function history({ pointer, through, toward = through, from = session.first, limit = Infinity, later = 0 }) {
    check(through);
    const writes = writesOf(pointer, endOf(toward, through));
    const end = writes.findLastIndex(({ seq }) => seq <= through) + 1;
    const older = writes.slice(0, end).filter(({ seq }) => seq >= from).slice(-limit - 1);
    const newer = writes.slice(end, end + later + 1);
    const shown = [...limit ? older.slice(-limit) : [], ...newer.slice(0, later)].reverse();
    return {
        writes: shown.map(each => answer(each, pointer)),
        earlier: limit > 0 && older.length > limit,
        later: later > 0 && newer.length > later,
    };
}

/** @param {JSONValue} value @returns {Series['kind']} */
const kindOfValue = value => (typeof value === 'boolean' ? 'flag' : value instanceof Numeral ? 'number'
    : Array.isArray(value) ? 'count' : 'text');

/** Returns the kind of chart for some values; null and absent values do not matter.
 * @param {{ value?: JSONValue }[]} writes */
function kindOf(writes) {
    const kinds = new Set(writes.map(({ value }) => value ?? null).filter(value => value !== null).map(kindOfValue));
    return kinds.size === 1 ? [...kinds][0] : 'text';
}

/** The answer to `series`.
 * @param {{ pointer: Pointer, tip: Seq, from?: number, to?: number }} parameters @returns {Series} */
export function series({ pointer, tip, from = 0, to = Infinity }) {
    const steps = writesOf(pointer, tip).map(({ seq, value }) => ({ depth: paths.depth(seq), value }));
    if (!(steps[0]?.depth <= from)) steps.unshift({ depth: from, value: undefined });
    const start = Math.max(0, steps.findLastIndex(({ depth }) => depth <= from));
    const seen = steps.slice(start).filter(({ depth }) => depth <= to);
    const kind = kindOf(seen);
    /** @param {number} depth */
    const inside = depth => Math.max(depth, from);
    if (kind === 'text') {
        return { kind, texts: seen.map(({ depth, value }) => [inside(depth), answerOf(value, 60)]), exact: true };
    }
    const heights = seen.map(({ value }) => heightOf(value));
    const drawn = heights.flatMap(height => height ?? []);
    return {
        kind,
        points: seen.map(({ depth }, i) => [inside(depth), heights[i]]),
        low: Math.min(...drawn),
        high: Math.max(...drawn),
        exact: true,
    };
}

/** Returns the number that stands for a value in a chart.
 * @param {JSONValue | undefined} value */
function heightOf(value) {
    if (value instanceof Numeral) return Number(value.text);
    if (Array.isArray(value)) return value.length;
    return typeof value === 'boolean' ? Number(value) : null;
}
