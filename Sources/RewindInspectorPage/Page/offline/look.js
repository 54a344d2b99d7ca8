// One action whole, one level of a state, and the screen.
import { Members, isContainer, members, parse, textOf } from './json.js';
import { ElementPairs, childOf, equals, valueAt } from './tree.js';
import { answerOf, beginning, children, lengthOf, nodeOf, shownChildren } from './values.js';
import {
    action as recorded, check, gapBefore, parentOf, patchOf, pathOf, payloadOf, screenOf, session, sliceNamed, state as stateAt,
} from './recording.js';
import { durationsOf } from './time.js';

const mostText = 1 << 20;
const utf8 = new TextEncoder();

/** The answer to `action`. */
export function action({ seq }) {
    const { row, error, origin, coder } = recorded(seq);
    const payload = payloadOf(seq);
    return { row, payload: payload === undefined ? undefined : nodeOf(payload), error, callSite: origin,
        decodable: coder === 'codable', durations: durationsOf(seq) };
}

const cut = text => ({ text: utf8.encode(text).length > mostText ? beginning(text, mostText) : text, length: lengthOf(text) });

/** The answer to `raw`: the row as JSON. */
export function raw({ seq }) {
    const { row, coder, error, origin } = recorded(seq);
    const number = value => parse(String(value));
    const pairs = [['seq', number(seq)], ['parent', number(row.parent)], ['at', number(row.at)], ['type', row.type], ['coder', coder],
        ['status', row.status], ['payload', payloadOf(seq) ?? null], ['patch', patchOf(seq) ?? null]];
    if (row.duration !== undefined) pairs.push(['duration', number(row.duration)]);
    if (origin !== undefined) pairs.push(['origin', origin]);
    if (error !== undefined) pairs.push(['error', error]);
    return cut(textOf(members(pairs), ''));
}

/** The answer to `value`: its JSON. */
export function value({ at, pointer = '' }) {
    check(at);
    const found = valueAt(stateAt(at), pathOf(pointer));
    const { text, length } = cut(found === undefined ? '' : textOf(found, ''));
    return { json: text, length };
}

/** The answer to `state`: one level, with what is different from another state. */
export function state({ at, pointer = '', against, from = 0, count = 100 }) {
    check(at);
    const before = against ?? parentOf(at);
    check(before);
    const tokens = pathOf(pointer);
    const now = valueAt(stateAt(at), tokens);
    const old = before === at ? now : valueAt(stateAt(before), tokens);
    const all = children(now);
    const start = Math.min(Math.max(0, from), all.length);
    const wasOf = valueBefore(old, now);
    return {
        value: answerOf(now),
        children: all.slice(start, start + Math.max(0, Math.min(count, 1000))).map(([key, each]) => {
            const was = wasOf(key, each);
            const answer = { key, value: answerOf(each) };
            if (was !== undefined && equals(was, each)) return answer;
            if (isContainer(each) && isContainer(was)) return { ...answer, inside: true };
            return { ...answer, changed: true, was: was === undefined ? undefined : answerOf(was) };
        }),
        total: all.length,
    };
}

/** The members or elements that a value had before. */
function valueBefore(old, now) {
    if (!Array.isArray(old) || !Array.isArray(now)) return key => (old === undefined ? undefined : childOf(old, key));
    const pairs = new ElementPairs(old, now);
    return key => old[pairs.source(Number(key))];
}

/** The answer to `screen`: that of the app, or what stands in for one. */
export function screen({ at }) {
    check(at);
    const gap = gapBefore(at);
    const lastKnown = gap && parentOf(gap.first);
    const drawn = screenOf(at);
    if (drawn !== undefined) return { [session.screen]: drawn, lastKnown };
    const old = stateAt(parentOf(at));
    return { lastKnown, slices: children(stateAt(at)).slice(0, 40).map(([name, each]) => sliceAnswer(name, each, childOf(old, name))) };
}

/** A slice with a little of what it holds. */
function sliceAnswer(name, now, was) {
    const list = isContainer(now) ? shownChildren(now) : [['', now]];
    return {
        slice: sliceNamed(name), name, changed: equals(was, now) ? undefined : true,
        members: list.slice(0, 12).map(([key, each]) => {
            const before = key === '' ? was : childOf(was, key);
            return { key, value: answerOf(each), changed: equals(before, each) ? undefined : true };
        }),
    };
}
