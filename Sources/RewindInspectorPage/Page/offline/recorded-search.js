// Search in types, payloads, errors and values; it ignores case unless there is a capital letter.
import { child, lastToken } from '../core/pointer.js';
import { children, node, operationsOf, paths, plain, recorded, rows, session, stateOf, written } from './recording.js';

/** @typedef {(text: string) => boolean} Test */
/** @typedef {Pick<Find, 'pointer' | 'text' | 'kind'>} Found */

/** Yields the places in a value that pass a test: keys, and scalars except null.
 * @param {ValueNumber | undefined} value @param {Pointer} pointer @param {Test} holds @returns {Generator<Found>} */
function* finds(value, pointer, holds) {
    const { json = 'null', keys } = node(value);
    if (json !== 'null' && holds(plain(value))) yield { pointer, text: plain(value), kind: 'value' };
    for (const [key, each] of children(value)) {
        const inner = child(pointer, key);
        if (keys && holds(key)) yield { pointer: inner, text: key, kind: 'key' };
        yield* finds(each, inner, holds);
    }
}

/** Yields the places of an action that pass a test, in order.
 * @param {Row} row @param {Test} holds @returns {Generator<Found & Pick<Find, 'part'>>} */
function* findsOf({ seq, type }, holds) {
    if (holds(type)) yield { part: 'type', kind: 'type', pointer: '', text: type };
    for (const each of finds(recorded(seq, 'payload'), '', holds)) yield { part: 'payload', ...each };
    for (const { path: pointer, value } of operationsOf(seq)) {
        const text = lastToken(pointer);
        if (pointer && holds(text)) yield { part: 'patch', kind: 'key', pointer, text };
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
    const [start] = from <= session.first ? finds(stateOf(session.first), '', holds) : [];
    if (start) found.push({ seq: session.first, part: 'state', ...start });
    const way = paths.wayTo(paths.tipOf(session.cursor || session.last));
    for (const row of rows) {
        if (found.length > limit) break;
        const { seq, at, type } = row;
        const [find] = seq < from || seq > through ? [] : findsOf(row, holds);
        if (find) found.push({ seq, at, type, ...find, ...way.has(seq) ? {} : { undone: true } });
    }
    const shown = found.slice(0, limit).map(each => ({ ...each, text: excerpt(each.text, text) }));
    return { finds: shown, more: found.length > limit };
}

/** Returns the part of a text around a match.
 * @param {string} whole @param {string} text */
function excerpt(whole, text) {
    const start = Math.max(0, whole.toLowerCase().indexOf(text.toLowerCase()) - 20);
    return (start > 0 ? '…' : '') + whole.slice(start, start + 120);
}
