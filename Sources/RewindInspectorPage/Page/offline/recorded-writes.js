// The writes of a value: the actions after which its pointer has another value. Moving elements are not followed.
import { answerOf } from './recorded-values.js';
import { children, data, isKnown, paths, recorded, rowOf, session, shapeOf } from './recording.js';
import { stateOf, valueAt, written } from './recording.js';

/** @typedef {Pick<Write, 'seq' | 'cause' | 'unknown'> & { old?: ValueNumber, value?: ValueNumber }} Found */

/** Returns the writes of a value on the way to a state, oldest first.
 * @param {Pointer} pointer @param {Seq} tip */
function writesOf(pointer, tip) {
    stateOf(tip);
    /** @type {Found[]} */
    const writes = [];
    /** @type {ValueNumber | undefined} */
    let old;
    /** @type {Write['unknown']} */
    let gap;
    /** @param {Seq} seq @param {Write['cause']} cause */
    const see = (seq, cause) => {
        const value = valueAt(seq, pointer);
        if (value !== old) writes.push({ seq, cause, old: cause === 'action' ? old : undefined, value, unknown: gap });
        [old, gap] = [value, undefined];
    };
    const { parts } = paths.wayTo(tip);
    const start = parts.length ? rowOf(parts[0].from).parent : tip;
    see(start < session.first ? parts[0].from : start, data.start);
    for (const { from, to } of parts) {
        for (let seq = from; seq <= to; seq++) {
            if (isKnown(seq)) see(seq, 'action');
            else gap = { first: gap?.first ?? seq, last: seq, count: (gap?.count ?? 0) + 1 };
        }
    }
    return writes;
}

/** @param {Found} found @param {Pointer} pointer @returns {Write} */
function answer({ seq, cause, old, value, unknown }, pointer) {
    const shared = {
        seq, pointer, old: old === undefined ? undefined : answerOf(old),
        new: value === undefined ? undefined : answerOf(value), members: changedMembers(old, value), unknown,
    };
    if (cause !== 'action') return { ...shared, cause };
    const { type, status, at } = rowOf(seq);
    const { origin, error } = written(seq, 'details');
    return { ...shared, cause, type, status, at, origin, error };
}

/** Returns the first few members that differ between two objects, or between two arrays of the same length.
 * @param {ValueNumber | undefined} old @param {ValueNumber | undefined} now */
function changedMembers(old, now) {
    if (shapeOf(old) === undefined || shapeOf(old) !== shapeOf(now)) return undefined;
    const [before, after] = [new Map(children(old)), new Map(children(now))];
    const changed = [...after.keys()].filter(key => before.get(key) !== after.get(key));
    const removed = [...before.keys()].filter(key => !after.has(key));
    return [...changed, ...removed].slice(0, 4);
}

/** Returns the end of a way through an action: `tip` if it follows the action, otherwise the action.
 * @param {Seq} tip @param {Seq} at */
const endOf = (tip, at) => (at <= session.first || paths.wayTo(tip).has(at) ? tip : at);

/** The answer to `blame`.
 * @param {{ at: Seq, pointer: Pointer, toward?: Seq }} parameters @returns {Answers['answers/blame']} */
export function blame({ at, pointer, toward = at }) {
    const value = valueAt(at, pointer);
    const writes = writesOf(pointer, endOf(toward, at));
    const [write, before] = writes.filter(({ seq }) => seq <= at).reverse();
    const hasPayload = write?.cause === 'action' && written(write.seq, 'details').payload;
    return {
        value: value === undefined ? undefined : answerOf(value),
        write: write && answer(write, pointer),
        payload: hasPayload ? answerOf(recorded(write.seq, 'payload')) : undefined,
        previous: before?.cause === 'action' ? before.seq : undefined,
        next: writes.find(({ seq }) => seq > at)?.seq,
    };
}

/** The answer to `history`.
 * @param {WritesAsked} parameters @returns {Answers['answers/history']} */
export function history({ pointer, through, toward = through, from = session.first, limit = Infinity, later = 0 }) {
    stateOf(through);
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

/** The answer to `series`.
 * @param {{ pointer: Pointer, tip: Seq, from?: number, to?: number }} parameters @returns {Answers['series']} */
export function series({ pointer, tip, from = 0, to = Infinity }) {
    const steps = writesOf(pointer, tip).map(({ seq, value }) => ({ depth: paths.depth(seq), value }));
    if (!(steps[0]?.depth <= from)) steps.unshift({ depth: from, value: undefined });
    const start = Math.max(0, steps.findLastIndex(({ depth }) => depth <= from));
    const seen = steps.slice(start).filter(({ depth }) => depth <= to);
    return { values: seen.map(({ depth, value }) => [Math.max(depth, from), answerOf(value, 60)]), exact: true };
}
