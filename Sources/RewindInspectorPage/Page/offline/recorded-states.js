// Answers about one action, and one level of a state.
import { child } from '../core/pointer.js';
import { Refusal } from '../core/request-queue.js';
import { childOf, children, equals, isContainer, Numeral, textOf, valueAt } from './json-values.js';
import { answerOf } from './recorded-values.js';
import { action as recorded, check, data, isKnown, parentOf, patchOf, pathOf, payloadOf } from './recording.js';
import { session, state as stateAt, text, written } from './recording.js';

/** The answer to `action`.
 * @param {{ seq: Seq }} parameters */
export function action({ seq }) {
    const { row, rank } = recorded(seq);
    const durations = { ...data.durations.types[row.type], ofAll: data.durations.all, rank };
    return { row, ...written(seq, 'details'), durations };
}

/** The answer to `diff`, from an action's parent only; added and removed elements are opened on request.
 * @param {{ from?: Seq, to: Seq, all?: Pointer[] }} parameters */
export function diff({ from, to, all = [] }) {
    check(to);
    const parent = parentOf(to);
    if (from !== undefined && from !== parent) {
        throw new Refusal(404, 'The page has what each action changed, and no other difference.',
            'The command below prints it.');
    }
    /** @type {Difference} */
    const answer = written(to, 'diff');
    /** @param {DifferenceLine} line */
    const opened = line => {
        if (!line.more || !['add', 'remove'].includes(line.op) || !all.includes(line.pointer)) return line;
        const [at, side] = line.op === 'add' ? [to, 'new'] : [parent, 'old'];
        const lines = children(valueAt(stateAt(at), pathOf(line.pointer)))
            .map(([key, value]) => ({
                op: line.op, key, pointer: child(line.pointer, key), [side]: answerOf(value),
            }));
        return { ...line, lines, more: undefined };
    };
    const groups = answer.groups.map(group => ({ ...group, lines: group.lines.map(opened) }));
    return { ...answer, from: parent, to, groups };
}

/** The answer to `raw`: the row as JSON.
 * @param {{ seq: Seq }} parameters */
export function raw({ seq }) {
    const { row } = recorded(seq);
    const { error, origin, decodable } = written(seq, 'details');
    /** @param {number | undefined} n */
    const number = n => (n === undefined ? n : new Numeral(String(n)));
    /** @type {Record<string, JSONValue | undefined>} */
    const fields = {
        seq: number(seq),
        parent: number(row.parent),
        at: number(row.at),
        type: row.type,
        coder: decodable ? 'codable' : 'reflected',
        status: row.status,
        payload: payloadOf(seq) ?? null,
        patch: patchOf(seq) ?? null,
        duration: number(row.duration),
        origin,
        error,
    };
    /** @type {[string, JSONValue][]} */
    const members = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
    return cut(textOf(new Map(members), ''));
}

/** @param {string} whole */
const cut = whole => ({ text: whole.slice(0, 1 << 20), length: whole.length });

/** The answer to `value`: its JSON.
 * @param {Asked} parameters */
export function value({ at, pointer = '' }) {
    check(at);
    const found = valueAt(stateAt(at), pathOf(pointer));
    return cut(found === undefined ? '' : textOf(found, ''));
}

/** The answer to `state`: one level, compared with another state.
 * @param {Asked} parameters @returns {StateLevel} */
export function state({ at, pointer = '', against, from = 0, count = 100 }) {
    check(at);
    const before = against ?? parentOf(at);
    check(before);
    const tokens = pathOf(pointer);
    const now = valueAt(stateAt(at), tokens);
    const wasOf = valueBefore(before === at ? now : valueAt(stateAt(before), tokens), now);
    const all = children(now);
    const change = all.findIndex(([key, each]) => {
        const was = wasOf(key, each);
        return was === undefined || !equals(was, each);
    });
    const start = Math.max(0, from);
    return {
        value: answerOf(now),
        children: all.slice(start, start + Math.max(0, count)).map(([key, each]) => {
            const was = wasOf(key, each);
            const answer = { key, value: answerOf(each) };
            if (was !== undefined && equals(was, each)) return answer;
            if (isContainer(each) && isContainer(was)) {
                const hasLength = lengthOf(each) !== lengthOf(was);
                return { ...answer, inside: true, was: hasLength ? answerOf(was) : undefined };
            }
            return { ...answer, changed: true, was: was === undefined ? undefined : answerOf(was) };
        }),
        total: all.length,
        change: change < 0 ? undefined : change,
    };
}

/** Returns the number of elements of an array.
 * @param {JSONValue} value */
const lengthOf = value => (Array.isArray(value) ? value.length : undefined);

/**
 * Returns a function for the value that a member or element had before. Elements are paired by identity if all have
 * one, otherwise from both ends.
 *
 * @param {JSONValue | undefined} old
 * @param {JSONValue | undefined} now
 * @returns {(key: string, each: JSONValue) => JSONValue | undefined}
 */
function valueBefore(old, now) {
    if (!Array.isArray(old) || !Array.isArray(now)) return key => childOf(old, key);
    const [before, after] = [byIdentity(old), byIdentity(now)];
    if (before && after) return (_, each) => before.get(identity(each) ?? '');
    let tail = 0;
    if (old.length !== now.length) {
        let head = 0;
        const shorter = Math.min(old.length, now.length);
        while (head < shorter && equals(old[head], now[head])) head++;
        while (tail < shorter - head && equals(old.at(-1 - tail), now.at(-1 - tail))) tail++;
    }
    return key => {
        const fromEnd = now.length - Number(key);
        if (fromEnd <= tail) return old.at(-fromEnd);
        return Number(key) < old.length - tail ? old[Number(key)] : undefined;
    };
}

/** Returns the identity of an element: its `id`, if that is a string, a number, or an object with only one of these.
 * @param {JSONValue} value */
function identity(value) {
    const id = value instanceof Map ? value.get('id') : undefined;
    if (id === undefined) return undefined;
    const label = id instanceof Map && id.size === 1 ? [...id.values()][0] : id;
    return id !== undefined && (typeof label === 'string' || label instanceof Numeral) ? textOf(id) : undefined;
}

/** Returns the elements by identity; undefined if one has none, or two have the same.
 * @param {JSONValue[]} elements */
function byIdentity(elements) {
    const found = new Map(elements.map(each => [identity(each) ?? '', each]));
    return found.size === elements.length && !found.has('') ? found : undefined;
}

/** The answer to `screen`: that of the app, or a summary.
 * @param {Asked} parameters @returns {AppScreen} */
export function screen({ at }) {
    check(at);
    const { drawn, slices } = at === session.first ? data.states[0].screen : recorded(at).screen;
    const lastKnown = isKnown(at) ? undefined : written(at, 'diff').unknown.lastKnown;
    return drawn === undefined ? { slices: JSON.parse(text(slices)), lastKnown }
        : { [session.screen]: text(drawn), lastKnown };
}
