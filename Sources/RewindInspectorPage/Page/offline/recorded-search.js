// Search in types, payloads, errors and values; it ignores case unless there is a capital letter.
import { child } from '../core/pointer.js';
import { children, isContainer, Numeral } from './json-values.js';
import { operationsOf, payloadOf, rows, session, state, written } from './recording.js';

/** @typedef {(text: string) => boolean} Test */
/** @typedef {Pick<Find, 'pointer' | 'text' | 'kind'>} Found */

/** Yields the places in a value that pass a test: keys, and scalars except null.
 * @param {JSONValue} value @param {Pointer} pointer @param {Test} holds @returns {Generator<Found>} */
function* finds(value, pointer, holds) {
    if (!isContainer(value)) {
        const text = value instanceof Numeral ? value.text : String(value);
        if (value !== null && holds(text)) yield { pointer, text, kind: 'value' };
        return;
    }
    for (const [key, each] of children(value)) {
        const inner = child(pointer, key);
        if (!Array.isArray(value) && holds(key)) yield { pointer: inner, text: key, kind: 'key' };
        yield* finds(each, inner, holds);
    }
}

/** Yields the places of an action that pass a test, in order.
 * @param {Row} row @param {Test} holds @returns {Generator<Found & Pick<Find, 'part'>>} */
function* findsOf({ seq, type }, holds) {
    if (holds(type)) yield { part: 'type', kind: 'type', pointer: '', text: type };
    for (const each of finds(payloadOf(seq) ?? null, '', holds)) yield { part: 'payload', ...each };
    for (const { op, path, value = null } of operationsOf(seq)) {
        if (op === 'test') continue;
        const pointer = path.reduce(child, '');
        const key = path.at(-1);
        if (key !== undefined && holds(key)) yield { part: 'patch', kind: 'key', pointer, text: key };
        for (const each of finds(value, pointer, holds)) yield { part: 'patch', ...each };
    }
    const { error } = written(seq, 'details');
    if (error !== undefined && holds(error)) yield { part: 'error', kind: 'value', pointer: '', text: error };
}

/** The answer to `search`: the first place of each action.
 * @param {{ text?: string, from?: Seq, through?: Seq, limit?: number }} parameters
 * @returns {Answers['answers/search']} */
export function search({ text = '', from = session.first, through = session.last, limit = Infinity }) {
    /** @type {Find[]} */
    const found = [];
    if (!text) return { finds: found, more: false };
    const isExact = /\p{Lu}/u.test(text);
    /** @type {Test} */
    const holds = other => (isExact ? other : other.toLowerCase()).includes(text);
    const [start] = from <= session.first ? finds(state(session.first), '', holds) : [];
    if (start) found.push({ seq: session.first, part: 'state', ...start, text: excerpt(start.text, text) });
    for (const row of rows) {
        if (found.length > limit) break;
        const { seq, at, type } = row;
        if (seq < from || seq > through) continue;
        const [find] = findsOf(row, holds);
        if (find) found.push({ seq, at, type, ...find, text: excerpt(find.text, text) });
    }
    return { finds: found.slice(0, limit), more: found.length > limit };
}

/** Returns the part of a text around a match.
 * @param {string} whole @param {string} text */
function excerpt(whole, text) {
    const start = Math.max(0, whole.toLowerCase().indexOf(text.toLowerCase()) - 20);
    return (start > 0 ? '…' : '') + whole.slice(start, start + 120);
}
