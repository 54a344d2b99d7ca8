// Values of a session, which never change: numbers keep their digits, and objects are maps, so that no name has a meaning in
// JavaScript.

/** A number, by its digits. */
export class Numeral {
    constructor(text) { this.text = text; }
}

/** Reads JSON. Where a browser does not give the digits of a number, those that JavaScript writes stand for them. */
export const parse = text => JSON.parse(text, (_, value, context) => {
    if (typeof value === 'number') return new Numeral(context?.source ?? String(value));
    return isContainer(value) && !Array.isArray(value) ? new Map(Object.entries(value)) : value;
});

export const isContainer = value => value !== null && typeof value === 'object' && !(value instanceof Numeral);

/** The elements or members of a value with their tokens, members by their names. */
export const children = value => (Array.isArray(value) ? value.map((each, i) => [String(i), each])
    : value instanceof Map ? [...value].sort(([a], [b]) => (a < b ? -1 : 1)) : []);

/** The JSON of a value: in one line, or indented by two spaces a level. */
export function textOf(value, indent = null) {
    if (value instanceof Numeral) return value.text;
    if (!isContainer(value)) return JSON.stringify(value);
    const inner = indent === null ? null : `${indent}  `;
    const [open, close, colon] = Array.isArray(value) ? ['[', ']'] : ['{', '}', indent === null ? ':' : ': '];
    const parts = children(value).map(([key, each]) => (colon ? JSON.stringify(key) + colon : '') + textOf(each, inner));
    if (!parts.length || indent === null) return open + parts.join(',') + close;
    return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
}

/** The index that a token of a pointer stands for; undefined where it is none. */
const indexOf = token => (/^(0|[1-9]\d*)$/.test(token) ? Number(token) : undefined);

/** The member or element that a token leads to; undefined where there is none. */
export function childOf(value, token) {
    if (value instanceof Map) return value.get(token);
    return Array.isArray(value) ? value[indexOf(token) ?? -1] : undefined;
}

/** What the tokens of a pointer lead to; undefined where there is nothing. */
export const valueAt = (value, tokens) => tokens.reduce(childOf, value);

/** Whether two values are the same, down to the digits of numbers; nothing is another value than null. */
export function equals(a, b) {
    if (a === b) return true;
    if (a instanceof Numeral) return b instanceof Numeral && a.text === b.text;
    if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((each, i) => equals(each, b[i]));
    return a instanceof Map && b instanceof Map && a.size === b.size && [...a].every(([key, each]) => equals(each, b.get(key)));
}

/** The value after the operations of a patch (RFC 6902). What they do not touch is the same value as before. */
export function applied(value, operations) {
    // Each holder on the path of a change is copied once.
    const own = new Set();
    for (const { op, path, from, value: given } of operations) {
        if (op === 'test') continue;
        const put = from ? valueAt(value, from) : given;
        // A copied value is in two places: neither may change it.
        if (op === 'copy') own.clear();
        if (op === 'move') value = changed(value, from, own, removed);
        value = changed(value, path, own, op === 'remove' ? removed : (holder, token) => set(holder, token, put, op !== 'replace'));
    }
    return value;
}

/** A value in which what holds a path was changed; `change` gives the new value where the path is the whole. */
function changed(value, path, own, change) {
    if (!path.length) return change();
    const [token, ...rest] = path;
    const copy = own.has(value) ? value : Array.isArray(value) ? [...value] : new Map(value);
    own.add(copy);
    if (rest.length) set(copy, token, changed(childOf(copy, token), rest, own, change)); else change(copy, token);
    return copy;
}

function set(holder, token, value, isInserted = false) {
    if (holder instanceof Map) holder.set(token, value);
    else if (holder) holder.splice(token === '-' ? holder.length : indexOf(token), isInserted ? 0 : 1, value);
    return value;
}

function removed(holder, token) {
    if (holder instanceof Map) holder.delete(token); else holder?.splice(indexOf(token), 1);
    return null;
}
