// Search in types, payloads, errors and values; it ignores case unless there is a capital letter.
import { child } from '../core/pointer.js';
import { children, isContainer, Numeral } from './json-values.js';
import { operationsOf, payloadOf, rows, session, state, written } from './recording.js';

/** Yields the places in a value that pass a test: keys, and scalars except null. */
function* finds(value, pointer, holds) {
    if (!isContainer(value)) {
        const text = value instanceof Numeral ? value.text : String(value);
        if (value !== null && holds(text)) yield { pointer, text };
        return;
    }
    for (const [key, each] of children(value)) {
        const inner = child(pointer, key);
        if (!Array.isArray(value) && holds(key)) yield { pointer: inner, text: key };
        yield* finds(each, inner, holds);
    }
}

/** Yields the places of an action that pass a test, in order. */
function* findsOf({ seq, type }, holds) {
    if (holds(type)) yield { place: 'type', pointer: '', text: type };
    for (const each of finds(payloadOf(seq) ?? null, '', holds)) yield { place: 'payload', ...each };
    for (const { op, path, value = null } of operationsOf(seq)) {
        if (op === 'test') continue;
        const pointer = path.reduce(child, '');
        if (path.length && holds(path.at(-1))) yield { place: 'value', pointer, text: path.at(-1) };
        for (const each of finds(value, pointer, holds)) yield { place: 'value', ...each };
    }
    const { error, callSite } = written(seq, 'details');
    for (const text of [error, callSite]) if (text !== undefined && holds(text)) yield { place: 'error', pointer: '', text };
}

/** The answer to `search`: the first place of each action. */
export function search({ text = '', count = 50 }) {
    const hits = [];
    if (!text) return { hits, more: false };
    const holds = /\p{Lu}/u.test(text) ? other => other.includes(text) : other => other.toLowerCase().includes(text);
    const add = (found, seq, type, slices) => { if (found) hits.push({ seq, type, slices, ...found, text: excerpt(found.text, text) }); };
    const [start] = finds(state(session.first), '', holds);
    add(start && { place: 'value', ...start }, session.first, undefined, []);
    for (const row of rows) {
        if (hits.length > count) break;
        const [found] = findsOf(row, holds);
        add(found, row.seq, row.type, row.slices);
    }
    return { hits: hits.slice(0, count), more: hits.length > count };
}

/** Returns the part of a text around a match. @param {string} whole @param {string} text */
function excerpt(whole, text) {
    const start = Math.max(0, whole.toLowerCase().indexOf(text.toLowerCase()) - 20);
    return (start > 0 ? '…' : '') + whole.slice(start, start + 120);
}
