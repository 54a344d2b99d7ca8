// As much of a value as fits a line, and of what it holds.
import { Members, Numeral, isContainer, textOf } from './json.js';

/** How many characters of a text are given where it stands among others, and where it is compared by words. */
const short = 200;
export const long = 4000;

const mask = ['‹masked ', '›'];
const names = ['title', 'name', 'id', 'message', 'type'];
const longText = 160;
const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

// Most texts are ASCII; of what is not, a segmenter takes as long as the square of its length, so it gets little at a time.
const part = /\r\n|[\0-\x7f](?![^\0-\x7f])|[\0-\x7f]?[^\0-\x7f]{1,256}/g;

/** The characters of a text, as people count them. */
export function* characters(text) {
    for (const [found] of text.matchAll(part)) {
        if (found.length === 1 || found === '\r\n') yield found;
        else for (const { segment } of segments.segment(found)) yield segment;
    }
}

/** What makes one character of several code points. */
const joining = new RegExp('[\\r\\p{M}\\p{Cf}\\p{Emoji_Modifier}\\p{Regional_Indicator}\\u0e33\\u0eb3\\u1100-\\u11ff\\ua960-\\ua97f'
    + '\\ud7b0-\\ud7ff\\uff9e\\uff9f]', 'u');

/** How many they are. */
export function lengthOf(text) {
    let count = 0;
    if (!joining.test(text)) {
        for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) !== 0xdc00) count++;
        return count;
    }
    for (const { length } of characters(text)) count += length > 0 ? 1 : 0;
    return count;
}

/** The first so many characters of a text. */
export function beginning(text, limit) {
    if (text.length <= limit) return text;
    let count = 0;
    let end = 0;
    for (const { length } of characters(text)) {
        if (count++ === limit) return text.slice(0, end);
        end += length;
    }
    return text;
}

/** The display name of an object: the first of `title`, `name`, `id` and `message` that is a text or a number. */
export function labelOf(value) {
    if (!(value instanceof Members)) return undefined;
    for (const name of names.slice(0, 4)) {
        const found = value.get(name);
        if (typeof found === 'string') return found;
        if (found instanceof Numeral) return found.text;
    }
    return undefined;
}

/** A value in the form of the answers. */
export function answerOf(value, limit = short) {
    if (value === undefined) return { kind: 'absent' };
    if (value === null) return { kind: 'null' };
    if (typeof value === 'boolean') return { kind: 'boolean', text: String(value) };
    if (value instanceof Numeral) return { kind: 'number', text: value.text };
    if (typeof value === 'string') {
        if (value.startsWith(mask[0]) && value.endsWith(mask[1])) {
            return { kind: 'masked', text: value.slice(mask[0].length, -mask[1].length) };
        }
        const text = beginning(value, limit);
        return text.length === value.length ? { kind: 'string', text } : { kind: 'string', text, length: lengthOf(value) };
    }
    if (Array.isArray(value)) {
        const answer = { kind: 'array', count: value.length };
        if (value.length > 3 || value.some(isContainer)) return answer;
        const text = textOf(value);
        return bytes(text) <= limit ? { ...answer, text } : answer;
    }
    const label = labelOf(value);
    const answer = { kind: 'object', count: value.keys.length };
    return label === undefined ? answer : { ...answer, label: beginning(label, limit) };
}

const bytes = text => new TextEncoder().encode(text).length;

/** The elements or members of a value in their own order. */
export const children = value => (Array.isArray(value) ? value.map((each, i) => [String(i), each])
    : value instanceof Members ? value.keys.map((key, i) => [key, value.values[i]]) : []);

function rank(key, value) {
    const own = names.indexOf(key);
    const at = own < 0 ? names.length : own;
    return typeof value === 'string' && bytes(value) > longText ? at + names.length + 1 : at;
}

/** The same in the order in which they are shown: what names an object first, long texts last. */
export function shownChildren(value) {
    const list = children(value);
    if (!(value instanceof Members)) return list;
    return list.map(each => [rank(...each), each]).sort(([a], [b]) => a - b).map(([, each]) => each);
}

/** A value with what it holds, to some depth. */
export function nodeOf(value, level = 0) {
    const answer = answerOf(value, long);
    if (!isContainer(value) || level >= 4) return answer;
    const list = shownChildren(value);
    answer.children = list.slice(0, 50).map(([key, each]) => ({ key, value: nodeOf(each, level + 1) }));
    if (list.length > 50) answer.more = list.length - 50;
    return answer;
}
