// Search over everything: types, payloads, errors and values, in any case unless there is a capital letter.
import { Members, Numeral, isContainer } from './json.js';
import { action, allRows, first, operationsOf, payloadOf, state } from './recording.js';
import { beginning, characters } from './values.js';
import { child } from '../pointer.js';

/** A test for texts that have another one in them. */
function pattern(text) {
    const isExact = /\p{Lu}/u.test(text);
    if (isExact) return other => other.includes(text);
    // Only a text with other than ASCII letters folds more than these.
    if (!/^[\x00-\x7f]*$/.test(text)) return other => other.toLowerCase().includes(text);
    const anyCase = new RegExp(text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/[a-z]/g, letter => `[${letter}${letter.toUpperCase()}]`));
    return other => anyCase.test(other);
}

/** The places in a value that a test holds for: names of members, and scalars but null. */
function* finds(value, pointer, holds) {
    if (!isContainer(value)) {
        const text = value instanceof Numeral ? value.text : String(value);
        if (value !== null && holds(text)) yield { pointer, text };
        return;
    }
    const keys = value instanceof Members ? value.keys : undefined;
    const values = keys ? value.values : value;
    for (let i = 0; i < values.length; i++) {
        const inner = child(pointer, keys ? keys[i] : i);
        if (keys && holds(keys[i])) yield { pointer: inner, text: keys[i] };
        yield* finds(values[i], inner, holds);
    }
}

/** The places of an action that a test holds for, in order. */
function* findsOf(row, holds) {
    if (holds(row.type)) yield { place: 'type', pointer: '', text: row.type };
    const payload = payloadOf(row.seq);
    if (payload !== undefined) for (const each of finds(payload, '', holds)) yield { place: 'payload', ...each };
    for (const { op, path, value } of operationsOf(row.seq)) {
        if (op === 'test') continue;
        const pointer = path.reduce(child, '');
        if (path.length && holds(path.at(-1))) yield { place: 'value', pointer, text: path.at(-1) };
        if (value !== undefined) for (const each of finds(value, pointer, holds)) yield { place: 'value', ...each };
    }
    const { error, origin } = action(row.seq);
    for (const text of [error, origin]) if (text !== undefined && holds(text)) yield { place: 'error', pointer: '', text };
}

/** The answer to `search`: a line an action, its first place. */
export function search({ text = '', count = 50 }) {
    const limit = Math.max(1, Math.min(count, 200));
    const hits = [];
    if (!text) return { hits, more: false };
    const holds = pattern(text);
    const add = (found, seq, type, slices) => {
        if (found) hits.push({ seq, type, slices, ...found, text: excerpt(found.text, text) });
    };
    const [start] = finds(state(first), '', holds);
    add(start && { place: 'value', ...start }, first, undefined, []);
    for (const row of allRows()) {
        if (hits.length > limit) break;
        const [found] = findsOf(row, holds);
        add(found, row.seq, row.type, row.slices);
    }
    return { hits: hits.slice(0, limit), more: hits.length > limit };
}

/** The part of a text around what was found in it. */
function excerpt(whole, text) {
    const index = whole.toLowerCase().indexOf(text.toLowerCase());
    if (index < 0) return beginning(whole, 120);
    const before = [...characters(whole.slice(Math.max(0, index - 400), index))].slice(-20);
    const start = index - before.join('').length;
    return (start > 0 ? '…' : '') + beginning(whole.slice(start), 120);
}
