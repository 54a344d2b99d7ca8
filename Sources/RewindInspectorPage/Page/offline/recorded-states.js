// Answers about one action, and one level of a state.
import { child } from '../core/pointer.js';
import { Refusal } from '../core/request-queue.js';
import { answerOf } from './recorded-values.js';
import { childOf, children, data, indexOf, isLabel, node, parentOf, rowOf, shapeOf } from './recording.js';
import { stateOf, textOf, valueAt, written } from './recording.js';

/** The answer to `action`.
 * @param {{ seq: Seq }} parameters */
export function action({ seq }) {
    const row = rowOf(seq);
    const { types, all, ranks } = data.durations;
    const durations = { ...types[row.type], ofAll: all, rank: ranks[indexOf(seq)] || undefined };
    return { row, ...written(seq, 'details'), durations };
}

/** The answer to `diff`, from an action's parent only; added and removed elements are opened on request.
 * @param {{ from?: Seq, to: Seq, all?: Pointer[] }} parameters */
export function diff({ from, to, all = [] }) {
    stateOf(to);
    const parent = parentOf(to);
    if (from !== undefined && from !== parent) {
        throw new Refusal(404, 'The page has what each action changed, and no other difference.',
            'The command below prints it.');
    }
    /** @type {Difference} */
    const answer = written(to, 'diffs');
    /** @param {DifferenceLine} line */
    const opened = line => {
        const { op, pointer, more } = line;
        if (!more || !['add', 'remove'].includes(op) || !all.includes(pointer)) return line;
        const [at, side] = op === 'add' ? [to, 'new'] : [parent, 'old'];
        const lines = children(valueAt(at, pointer))
            .map(([key, value]) => ({ op, key, pointer: child(pointer, key), [side]: answerOf(value) }));
        return { ...line, lines, more: undefined };
    };
    const groups = answer.groups.map(group => ({ ...group, lines: group.lines.map(opened) }));
    return { ...answer, from: parent, to, groups };
}

/** @param {string} whole */
const cut = whole => ({ text: whole.slice(0, 1 << 20), length: whole.length });

/** The answer to `raw`: the action as JSON.
 * @param {{ seq: Seq }} parameters */
export const raw = ({ seq }) => cut(textOf(data.records[indexOf(seq)]));

/** The answer to `value`: its JSON.
 * @param {Asked} parameters */
export function value({ at, pointer = '' }) {
    const found = valueAt(at, pointer);
    return cut(found === undefined ? '' : textOf(found));
}

/** Returns members in their order; those of a map with numbers as keys, by number.
 * @param {[string, ValueNumber][]} members */
const inOrder = members => (members.every(([key]) => key.length <= 15 && /^-?\d+$/.test(key))
    ? [...members].sort(([a], [b]) => Number(a) - Number(b)) : members);

/** The answer to `state`: one level, compared with another state.
 * @param {Asked} parameters @returns {StateLevel} */
export function state({ at, pointer = '', against = parentOf(at), from = 0, count = 100 }) {
    const now = valueAt(at, pointer);
    const wasOf = valueBefore(valueAt(against, pointer), now);
    const all = inOrder(children(now)).map(([key, each]) => ({ key, each, was: wasOf(key, each) }));
    const change = all.findIndex(({ each, was }) => each !== was);
    const start = Math.max(0, from);
    return {
        value: answerOf(now),
        children: all.slice(start, start + Math.max(0, count)).map(({ key, each, was }) => {
            const answer = { key, value: answerOf(each) };
            if (each === was) return answer;
            const isInside = shapeOf(each) !== undefined && shapeOf(was) !== undefined;
            const isShown = was !== undefined && !(isInside && shapeOf(each) === shapeOf(was));
            return { ...answer, [isInside ? 'inside' : 'changed']: true, was: isShown ? answerOf(was) : undefined };
        }),
        total: all.length,
        change: change < 0 ? undefined : change,
    };
}

/**
 * Returns a function for the value that a member or element had before. Elements are paired by identity if all have
 * one, otherwise from both ends.
 *
 * @param {ValueNumber | undefined} old
 * @param {ValueNumber | undefined} now
 * @returns {(key: string, each: ValueNumber) => ValueNumber | undefined}
 */
function valueBefore(old, now) {
    const [{ values: before }, { values: after }] = [node(old), node(now)];
    if (!before || !after || shapeOf(old) === 'object' || shapeOf(now) === 'object') return key => childOf(old, key);
    const known = byIdentity(before);
    if (known && byIdentity(after)) return (_, each) => known.get(identity(each));
    const longer = after.length - before.length;
    let tail = 0;
    if (longer) {
        const shorter = Math.min(before.length, after.length);
        let head = 0;
        while (head < shorter && before[head] === after[head]) head++;
        while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
    }
    return key => {
        const index = Number(key);
        if (index >= after.length - tail) return before[index - longer];
        return index < before.length - tail ? before[index] : undefined;
    };
}

/** Returns the identity of an element: its `id`, if that is a string, a number, or an object with only one of these.
 * @param {ValueNumber} value */
function identity(value) {
    const id = childOf(value, 'id');
    const { keys, values = [] } = node(id);
    return isLabel(keys?.length === 1 ? values[0] : id) ? id : undefined;
}

/** Returns the elements by identity; undefined if one has none, or two have the same.
 * @param {ValueNumber[]} elements */
function byIdentity(elements) {
    const found = new Map(elements.map(each => [identity(each), each]));
    return found.size === elements.length && !found.has(undefined) ? found : undefined;
}
