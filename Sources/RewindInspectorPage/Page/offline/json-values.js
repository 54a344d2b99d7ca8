// The JSON values of a session. Numbers keep their digits, and objects are maps, so that no key has a meaning in
// JavaScript.

/** A number with its digits. */
export class Numeral {
    /** @param {string} text */
    constructor(text) { this.text = text; }
}

/**
 * Parses JSON. In browsers that do not provide the digits of a number, JavaScript's are used.
 *
 * @param {string} text
 * @returns {JSONValue}
 */
export const parse = text => JSON.parse(text, revived);

/** @param {string} _ @param {any} value @param {{ source: string }} [context] */
function revived(_, value, context) {
    if (typeof value === 'number') return new Numeral(context?.source ?? String(value));
    return isContainer(value) && !Array.isArray(value) ? new Map(Object.entries(value)) : value;
}

/** True for an array or an object.
 * @param {JSONValue | undefined} value @returns {value is JSONValue[] | Map<string, JSONValue>} */
export const isContainer = value => typeof value === 'object' && value !== null && !(value instanceof Numeral);

/**
 * Returns the elements or members of a value with their tokens, sorted.
 *
 * @param {JSONValue | undefined} value
 * @returns {[string, JSONValue][]}
 */
export const children = value => (Array.isArray(value) ? value.map((each, i) => [String(i), each])
    : value instanceof Map ? [...value].sort(([a], [b]) => (a < b ? -1 : 1)) : []);

/**
 * Returns the JSON of a value, in one line or indented.
 *
 * @param {JSONValue} value
 * @param {string | null} indent
 * @returns {string}
 */
export function textOf(value, indent = null) {
    if (value instanceof Numeral) return value.text;
    if (!isContainer(value)) return JSON.stringify(value);
    const inner = indent === null ? null : `${indent}  `;
    const [open, close, colon] = Array.isArray(value) ? ['[', ']'] : ['{', '}', indent === null ? ':' : ': '];
    const parts = children(value)
        .map(([key, each]) => (colon ? JSON.stringify(key) + colon : '') + textOf(each, inner));
    if (!parts.length || indent === null) return open + parts.join(',') + close;
    return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
}

/** Returns the index of a token; undefined if it is none.
 * @param {string} token */
const indexOf = token => (/^(0|[1-9]\d*)$/.test(token) ? Number(token) : undefined);

/**
 * Returns the member or element of a token, if there is one.
 *
 * @param {JSONValue | undefined} value
 * @param {string} token
 * @returns {JSONValue | undefined}
 */
export function childOf(value, token) {
    if (value instanceof Map) return value.get(token);
    return Array.isArray(value) ? value[indexOf(token) ?? -1] : undefined;
}

/** Returns the value at a pointer, if there is one.
 * @param {JSONValue | undefined} value @param {string[]} tokens @returns {JSONValue | undefined} */
export const valueAt = (value, tokens) => tokens.reduce(childOf, value);

/**
 * True if two values are equal, down to the digits of numbers.
 *
 * @param {JSONValue | undefined} a
 * @param {JSONValue | undefined} b
 * @returns {boolean}
 */
export function equals(a, b) {
    if (a === b) return true;
    if (a instanceof Numeral) return b instanceof Numeral && a.text === b.text;
    if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((each, i) => equals(each, b[i]));
    return a instanceof Map && b instanceof Map && a.size === b.size
        && [...a].every(([key, each]) => equals(each, b.get(key)));
}

/**
 * Returns a value after the operations of a patch (RFC 6902), which shares its unchanged parts.
 *
 * @param {JSONValue} value
 * @param {Operation[]} operations
 */
export function applied(value, operations) {
    /** Each container on the path of a change is copied once. @type {Set<JSONValue | undefined>} */
    const own = new Set();
    for (const { op, path, from, value: given } of operations) {
        if (op === 'test') continue;
        const put = (from ? valueAt(value, from) : given) ?? null;
        // A copied value is in two places, so neither may be changed.
        if (op === 'copy') own.clear();
        if (op === 'move' && from) value = changed(value, from, own, removed);
        value = changed(value, path, own, op === 'remove' ? removed
            : (holder, token) => set(holder, token, put, op !== 'replace'));
    }
    return value;
}

/** @typedef {(holder?: JSONValue, token?: string) => JSONValue} Change Returns the new value of an empty path. */

/**
 * Returns a value whose container at a path was changed.
 *
 * @param {JSONValue | undefined} value
 * @param {string[]} path
 * @param {Set<JSONValue | undefined>} own
 * @param {Change} change
 * @returns {JSONValue}
 */
function changed(value, path, own, change) {
    if (!path.length) return change();
    const [token, ...rest] = path;
    const copy = value !== undefined && own.has(value) ? value : Array.isArray(value) ? [...value]
        : new Map(value instanceof Map ? value : []);
    own.add(copy);
    if (rest.length) set(copy, token, changed(childOf(copy, token), rest, own, change)); else change(copy, token);
    return copy;
}

/** @param {JSONValue | undefined} holder @param {string} token @param {JSONValue} value */
function set(holder, token = '', value, isInserted = false) {
    if (holder instanceof Map) holder.set(token, value);
    else if (Array.isArray(holder)) {
        holder.splice(token === '-' ? holder.length : indexOf(token) ?? 0, isInserted ? 0 : 1, value);
    }
    return value;
}

/** @type {Change} */
function removed(holder, token = '') {
    if (holder instanceof Map) holder.delete(token);
    else if (Array.isArray(holder)) holder.splice(indexOf(token) ?? 0, 1);
    return null;
}
