// Search in types, payloads, errors and values; it ignores case unless there is a capital letter.
import { child } from '../core/pointer.js';
import { children, isContainer, Numeral } from './json-values.js';
import { operationsOf, payloadOf, rows, session, state, written } from './recording.js';

/** @typedef {(text: string) => boolean} Test */
/** @typedef {{ pointer: Pointer, text: string }} Found */

/** Yields the places in a value that pass a test: keys, and scalars except null.
 * @param {JSONValue} value @param {Pointer} pointer @param {Test} holds @returns {Generator<Found>} */
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

/** Yields the places of an action that pass a test, in order.
 * @param {Row} row @param {Test} holds @returns {Generator<Found & Pick<SearchHit, 'place'>>} */
function* findsOf({ seq, type }, holds) {
    if (holds(type)) yield { place: 'type', pointer: '', text: type };
    for (const each of finds(payloadOf(seq) ?? null, '', holds)) yield { place: 'payload', ...each };
    for (const { op, path, value = null } of operationsOf(seq)) {
        if (op === 'test') continue;
        const pointer = path.reduce(child, '');
        const key = path.at(-1);
        if (key !== undefined && holds(key)) yield { place: 'value', pointer, text: key };
        for (const each of finds(value, pointer, holds)) yield { place: 'value', ...each };
    }
    const { error, callSite } = written(seq, 'details');
    for (const text of [error, callSite]) {
        if (text !== undefined && holds(text)) yield { place: 'error', pointer: '', text };
    }
}

/** The answer to `search`: the first place of each action.
 * @param {{ text?: string, from?: Seq, to?: Seq, count?: number }} parameters @returns {Answers['search']} */
export function search({ text = '', from = session.first, to = session.last, count = 50 }) {
    /** @type {SearchHit[]} */
    const hits = [];
    if (!text) return { hits, more: false };
    const isExact = /\p{Lu}/u.test(text);
    /** @type {Test} */
    const holds = other => (isExact ? other : other.toLowerCase()).includes(text);
    const [start] = from <= session.first ? finds(state(session.first), '', holds) : [];
    if (start) hits.push({ seq: session.first, slices: [], place: 'value', ...start, text: excerpt(start.text, text) });
    for (const row of rows) {
        if (hits.length > count) break;
        const { seq, type, slices } = row;
        if (seq < from || seq > to) continue;
        const [found] = findsOf(row, holds);
        if (found) hits.push({ seq, type, slices, ...found, text: excerpt(found.text, text) });
    }
    return { hits: hits.slice(0, count), more: hits.length > count };
}

/** Returns the part of a text around a match.
 * @param {string} whole @param {string} text */
function excerpt(whole, text) {
    const start = Math.max(0, whole.toLowerCase().indexOf(text.toLowerCase()) - 20);
    return (start > 0 ? '…' : '') + whole.slice(start, start + 120);
}
