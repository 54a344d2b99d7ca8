// Who wrote a value: the actions that may have changed what is at a pointer, and the value followed back through them.
import { Numeral } from './json.js';
import { applied, equals, valueAt } from './tree.js';
import { indexFlags, isPrefix, mayBeIndex, pointerText, touches, Tracer } from './tracer.js';
import { answerOf, long } from './values.js';
import {
    changedBy, check, first, gapBefore, isAncestor, isKnown, last, newestEnd, operationsOf, parentOf, pathOf, recordedParent,
    rowOf, runIndex, runs, session, start, state, wayTo,
} from './recording.js';

const mostWrites = 2000;
const mostCounted = 200;

/** Whether an action may have changed what is at a pointer. */
export const mayChange = (seq, pointer) => operationsOf(seq).some(each => changedBy(each).some(changed => touches(changed, pointer)));

/** The value there. */
const valueOf = (seq, pointer) => valueAt(state(seq), pointer);

/** The states around the operations of an action. */
function statesAround(seq) {
    let before = state(parentOf(seq));
    return operationsOf(seq).map(each => {
        const between = each.op === 'move' && pointerText(each.from) !== pointerText(each.path)
            ? applied(before, [{ op: 'remove', path: each.from }]) : before;
        const after = applied(before, [each]);
        const states = { before, between, after };
        before = after;
        return states;
    });
}

const isBefore = seq => first > 0 && seq < first;
const earlier = first > 0 ? start : 'pruned';

/** The writes of a value up to a state, latest first. */
function* writes(tokens, at) {
    let seq = at;
    let pointer = tokens;
    let value = valueOf(seq, pointer);
    let tracer = null;
    for (;;) {
        const found = lastChange(pointer, seq);
        if (found === undefined) break;
        const parent = recordedParent(found);
        const [now, there] = [value, pointer];
        if (isBefore(parent)) {
            if (now !== undefined) yield { cause: earlier, seq: found, pointer: there, new: now };
            return;
        }
        let isWritten = true;
        let isNew = false;
        if (value !== undefined && pointer.some(mayBeIndex) && isKnown(found)) {
            tracer ??= new Tracer(pointer, indexFlags(pointer, state(seq)));
            let states = null;
            tracer.goBack(operationsOf(found), i => (states ??= statesAround(found))[i]);
            isWritten = tracer.isWritten;
            isNew = tracer.pointer === null;
            pointer = tracer.pointer ?? pointer;
        }
        if (isNew) value = undefined;
        else if (isWritten) value = valueOf(parent, pointer);
        if (value === undefined) tracer = null;
        seq = parent;
        if (!equals(value, now)) yield { cause: 'action', seq: found, pointer: there, old: value, new: now, gap: gapBefore(parent) };
        if (isNew) return;
    }
    if (value === undefined) return;
    while (seq > first) {
        const run = runs[runIndex(seq)];
        // The first state that is known on a branch that came from what is not here.
        if (run.parent < first) { yield { cause: earlier, seq: run.from, pointer, new: value }; return; }
        seq = run.parent;
    }
    yield { cause: start, seq: first, pointer, new: value };
}

/** The last action on the way to a state that may have changed what is at a pointer. */
function lastChange(pointer, seq) {
    for (let end = seq; end > first;) {
        const run = runs[runIndex(end)];
        for (let at = end; at >= run.from; at--) if (mayChange(at, pointer)) return at;
        end = run.parent;
    }
    return undefined;
}

function writeAnswer(write) {
    const row = write.cause === 'action' ? rowOf(write.seq) : undefined;
    return {
        seq: write.seq, cause: write.cause, pointer: pointerText(write.pointer), type: row?.type, slices: row?.slices, at: row?.at,
        old: answerOf(write.old), new: answerOf(write.new), unknownBefore: write.gap?.count,
    };
}

/** The answer to `blame`. */
export function blame({ at, pointer, tip }) {
    check(at);
    const tokens = pathOf(pointer);
    const wanted = tip !== undefined && tip >= at && tip <= last ? tip : newestEnd(session.cursor ?? last);
    const end = isAncestor(at, wanted) ? wanted : newestEnd(at);
    const found = [...taken(writes(tokens, at), mostCounted)];
    return {
        value: answerOf(valueOf(at, tokens), long),
        write: found[0] && writeAnswer(found[0]),
        before: found[1]?.cause === 'action' ? found[1].seq : undefined,
        after: nextWrite(tokens, at, end),
        count: found.length < mostCounted ? found.length : undefined,
    };
}

function* taken(list, count) {
    let left = count;
    for (const each of list) {
        yield each;
        if (--left <= 0) return;
    }
}

function nextWrite(tokens, seq, tip) {
    if (seq >= tip) return undefined;
    const old = valueOf(seq, tokens);
    for (const [from, to] of wayTo(tip)) {
        for (let at = Math.max(from, seq + 1); at <= to; at++) {
            if (mayChange(at, tokens) && !equals(valueOf(at, tokens), old)) return at;
        }
    }
    return undefined;
}

/** The answer to `history`. */
export function history({ pointer, tip, count = 200 }) {
    check(tip);
    const limit = Math.max(1, Math.min(count, mostWrites));
    const found = [...taken(writes(pathOf(pointer), tip), limit + 1)];
    return { writes: found.slice(0, limit).map(writeAnswer), kind: kindOf(found.map(each => each.new)), more: found.length > limit };
}

/** What all of some values can be drawn as; null and nothing are no hindrance. */
function kindOf(values) {
    const kinds = new Set(values.filter(value => value !== undefined && value !== null).map(value => (typeof value === 'boolean' ? 'flag'
        : value instanceof Numeral ? 'number' : Array.isArray(value) ? 'count' : 'text')));
    return kinds.size === 1 ? [...kinds][0] : 'text';
}

function heightOf(kind, value) {
    if (kind === 'flag' && typeof value === 'boolean') return value ? 1 : 0;
    if (kind === 'number' && value instanceof Numeral) return Number(value.text);
    return kind === 'count' && Array.isArray(value) ? value.length : null;
}

/** The answer to `series`. */
export function series({ pointer, tip, from = 0, to, points = 400 }) {
    check(tip);
    const tokens = pathOf(pointer);
    const limit = Math.max(2, Math.min(points, 2000));
    const ranges = wayTo(tip);
    const length = ranges.reduce((sum, [a, b]) => sum + b - a + 1, 0);
    const begin = Math.max(0, Math.min(from, length - 1));
    const end = Math.max(begin, Math.min(to ?? length - 1, length - 1));
    const seqs = [];
    let depth = 0;
    for (const [lower, upper] of ranges) {
        for (let seq = lower; seq <= upper; seq++, depth++) {
            if (depth === begin || (depth > begin && depth <= end && mayChange(seq, tokens))) seqs.push([depth, seq]);
        }
    }
    const exact = seqs.length <= limit;
    const sampled = exact ? seqs : Array.from({ length: limit }, (_, i) => seqs[Math.trunc(i * (seqs.length - 1) / (limit - 1))]);
    const values = [];
    for (const [at, seq] of sampled) {
        const value = valueOf(seq, tokens);
        if (!values.length || !equals(values.at(-1)[1], value)) values.push([at, value]);
    }
    const kind = kindOf(values.map(([, value]) => value));
    if (kind === 'text') return { kind, texts: values.map(([at, value]) => [at, answerOf(value, 60)]), exact };
    const drawn = values.map(([at, value]) => [at, heightOf(kind, value)]);
    const heights = drawn.map(([, height]) => height).filter(height => height !== null);
    const edge = choose => (heights.length ? choose(...heights) : undefined);
    return { kind, points: drawn, low: edge(Math.min), high: edge(Math.max), exact };
}

/** Whether an action made another value of what is at a pointer. */
export function changesValue(seq, pointer) {
    const changed = operationsOf(seq).flatMap(changedBy);
    // What wrote the value itself, or in it, did so for a reason; of what wrote more, that has to be looked at.
    if (changed.every(each => isPrefix(pointer, each) || !touches(each, pointer))) return true;
    return isBefore(recordedParent(seq)) || !equals(valueOf(recordedParent(seq), pointer), valueOf(seq, pointer));
}
