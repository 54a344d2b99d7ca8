// The recording in an exported page: answers, and the values of its states and actions by number. Equal values have
// equal numbers, so nothing is compared or patched here.
import { Paths } from '../core/paths.js';
import { tokens } from '../core/pointer.js';
import { Refusal } from '../core/request-queue.js';

/** The recording as it was written; `text` returns its texts by number.
 * @type {Recording} */
export const data = JSON.parse(document.getElementById('recording')?.textContent ?? '');
export const session = data.session;
export const rows = data.rows;
export const paths = new Paths(session.runs);

/** @type {Record<string, string>} */
const swapped = { '"': "'", "'": '"', '<': '`', '`': '<' };

/** Returns a text by its number, from its runs of pieces.
 * @param {number} number */
export function text(number) {
    const stored = data.texts[number];
    let whole = typeof stored === 'string' ? stored : '';
    for (let i = 0; typeof stored !== 'string' && i < stored.length; i += 2) {
        whole += data.pieces.slice(stored[i], stored[i] + stored[i + 1]).join('');
    }
    return whole.replace(/["'<`]/g, each => swapped[each]);
}

/** Returns the index of an action.
 * @param {Seq} seq */
export function indexOf(seq) {
    if (rows[seq - session.first - 1]) return seq - session.first - 1;
    throw new Refusal(404, `There is no action ${seq}.`,
        `The page has those from ${session.first + 1} to ${session.last}.`);
}

/** @param {Seq} seq */
export const rowOf = seq => rows[indexOf(seq)];

/** Returns the state to which an action was applied; for the first state, itself.
 * @param {Seq} seq */
export const parentOf = seq => (seq === session.first ? seq : Math.max(session.first, rowOf(seq).parent));

/** Returns an answer that was written for an action.
 * @param {Seq} seq @param {'details' | 'diffs' | 'chains'} name */
export const written = (seq, name) => JSON.parse(text(data[name][indexOf(seq)]));

/** Returns the state after an action; if its effect is not known, the last known one.
 * @param {Seq} seq */
export function stateOf(seq) {
    const state = data.states[seq - session.first];
    if (state !== undefined) return state;
    throw new Refusal(404, `There is no state at ${seq}.`,
        `The page has those from ${session.first} to ${session.last}.`);
}

/** The answer to `screen`.
 * @param {{ at: Seq }} parameters @returns {AppScreen} */
export const screen = ({ at }) => (stateOf(at), JSON.parse(text(data.screens[at - session.first])));

/** A scalar has its JSON, an array its elements, and an object its keys and their values, in order.
 * @typedef {{ json?: string, keys?: string[], values?: ValueNumber[] }} Node */

/** @type {Map<ValueNumber, Node>} */
const nodes = new Map();
const mostNodes = 100_000;

/** Returns a value; an absent one has no members.
 * @param {ValueNumber | undefined} value @returns {Node} */
export function node(value) {
    if (value === undefined) return {};
    let found = nodes.get(value);
    if (!found) {
        const json = text(value);
        const values = json.startsWith('[') ? JSON.parse(json) : undefined;
        const keys = Array.isArray(values?.[0]) ? JSON.parse(text(values.shift()[0])) : undefined;
        found = values ? { keys, values } : { json };
        if (nodes.size >= mostNodes) nodes.clear();
        nodes.set(value, found);
    }
    return found;
}

/** Returns the length of an array, a constant for an object, and nothing for a scalar.
 * @param {ValueNumber | undefined} value */
export const shapeOf = value => (node(value).keys ? 'object' : node(value).values?.length);

/** True for a string or a number.
 * @param {ValueNumber | undefined} value */
export const isLabel = value => /^["\d-]/.test(node(value).json ?? '');

/** Returns the contents of a string, and the JSON of another scalar.
 * @param {ValueNumber | undefined} value */
export function plain(value) {
    const { json = '' } = node(value);
    return json.startsWith('"') ? String(JSON.parse(json)) : json;
}

/** Returns the elements or members of a value with their tokens, in order.
 * @param {ValueNumber | undefined} value @returns {[string, ValueNumber][]} */
export function children(value) {
    const { keys, values = [] } = node(value);
    return values.map((each, i) => [keys ? keys[i] : String(i), each]);
}

/** Returns the member or element of a token, if there is one.
 * @param {ValueNumber | undefined} value @param {string} token @returns {ValueNumber | undefined} */
export function childOf(value, token) {
    const { keys, values = [] } = node(value);
    return values[keys ? keys.indexOf(token) : /^(0|[1-9]\d*)$/.test(token) ? Number(token) : -1];
}

/** Returns the value at a pointer, which a person may have typed, in the state after an action.
 * @param {Seq} seq @param {Pointer} pointer */
export function valueAt(seq, pointer) {
    if (!/^(\/([^~/]|~[01])*)*$/.test(pointer)) {
        throw new Refusal(400, 'The pointer is malformed.',
            'A pointer is empty or starts with "/": /home/articleList/0/title. Write ~0 for ~ and ~1 for /.');
    }
    return tokens(pointer).reduce(childOf, /** @type {ValueNumber | undefined} */ (stateOf(seq)));
}

/** Returns a member of the JSON of an action.
 * @param {Seq} seq @param {'payload' | 'patch'} name */
export const recorded = (seq, name) => childOf(data.records[indexOf(seq)], name);

/** True if the effect of an action is known.
 * @param {Seq} seq */
export const isKnown = seq => node(recorded(seq, 'patch')).json === undefined;

/** Returns the pointers and values of the operations of an action; none if its effect is not known.
 * @param {Seq} seq */
export const operationsOf = seq => children(recorded(seq, 'patch')).map(([, each]) => (
    { path: plain(childOf(each, 'path')), from: plain(childOf(each, 'from')), value: childOf(each, 'value') }));

/** Returns the JSON of a value, indented unless it is to be in one line.
 * @param {ValueNumber} value @param {string} [indent] @returns {string} */
export function textOf(value, indent = '') {
    const { json, keys } = node(value);
    if (json !== undefined) return json;
    const parts = children(value)
        .map(([key, each]) => (keys ? `${JSON.stringify(key)}: ` : '') + textOf(each, `${indent}  `));
    const [open, close] = keys ? '{}' : '[]';
    return parts.length ? `${open}\n${indent}  ${parts.join(`,\n${indent}  `)}\n${indent}${close}` : open + close;
}
