// Values: where pointers lead, whether two are equal, and what a patch (RFC 6902) makes of one. None is ever changed.
import { Members, Numeral } from './json.js';

/** The index that a token of a pointer stands for; undefined where it is none. */
export const indexOf = token => (/^(0|[1-9]\d*)$/.test(token) ? Number(token) : undefined);

/** The member or element that a token leads to; undefined where there is none. */
export function childOf(value, token) {
    if (value instanceof Members) return value.get(token);
    return Array.isArray(value) ? value[indexOf(token) ?? -1] : undefined;
}

/** What the tokens of a pointer lead to; undefined where there is nothing. */
export const valueAt = (value, tokens) => tokens.reduce((holder, token) => childOf(holder, token), value);

/** Whether two values are the same, down to the digits of numbers; nothing is another value than null. */
export function equals(a, b) {
    if (a === b) return true;
    if (a instanceof Numeral) return b instanceof Numeral && a.text === b.text;
    if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((each, i) => equals(each, b[i]));
    return a instanceof Members && b instanceof Members && a.keys.length === b.keys.length
        && a.keys.every((key, i) => key === b.keys[i]) && a.values.every((each, i) => equals(each, b.values[i]));
}

/** What identifies an element of an array, as a key for maps: its `id`, if that is a text or a number; else undefined. */
export function identity(value) {
    const id = value instanceof Members ? value.get('id') : undefined;
    if (typeof id === 'string') return `string ${id}`;
    return id instanceof Numeral ? `number ${id.text}` : undefined;
}

/**
 * The elements of two arrays in pairs: by identity, where all have one, then `sources` has their old indices; else the
 * numbers of pairs at the `head` and the `tail`, and the others by position.
 */
export class ElementPairs {
    constructor(old, now) {
        Object.assign(this, { old, now, head: 0, tail: 0 });
        const [before, after] = [indices(old), indices(now)];
        if (before && after) this.sources = [...after.keys()].map(id => before.get(id));
        else if (old.length !== now.length) this.findEnds();
    }

    findEnds() {
        const { old, now } = this;
        const shorter = Math.min(old.length, now.length);
        while (this.head < shorter && equals(old[this.head], now[this.head])) this.head++;
        while (this.tail < shorter - this.head && equals(old.at(-1 - this.tail), now.at(-1 - this.tail))) this.tail++;
    }

    /** The old index of the new element with an index; undefined for an added one. */
    source(index) {
        const { old, now, tail, sources } = this;
        if (sources) return sources[index];
        const fromEnd = now.length - index;
        if (fromEnd <= tail) return old.length - fromEnd;
        return index < old.length - tail ? index : undefined;
    }
}

function indices(array) {
    const found = new Map();
    for (const [index, each] of array.entries()) {
        const id = identity(each);
        if (id === undefined || found.has(id)) return undefined;
        found.set(id, index);
    }
    return found;
}

/** The operations of a patch, their pointers as tokens. */
export const operations = (patch, tokens) => patch.map(each => ({
    op: each.get('op'),
    path: tokens(each.get('path')),
    from: each.get('from') === undefined ? null : tokens(each.get('from')),
    value: each.get('value'),
}));

/** The value after some operations. What they do not touch is the same value as before. */
export function applied(value, list) {
    const draft = new Draft(value);
    for (const each of list) draft.apply(each);
    return draft.value;
}

/** A value while it is changed: what is on the way to a change is copied once. */
class Draft {
    constructor(value) {
        this.value = value;
        this.own = new Set();
    }

    apply({ op, path, from, value }) {
        if (op === 'add') this.add(path, value);
        else if (op === 'replace') this.replace(path, value);
        else if (op === 'remove') this.remove(path);
        else if (op === 'move') { if (path.join('/') !== from.join('/')) this.add(path, this.remove(from)); }
        else if (op === 'copy') {
            this.add(path, valueAt(this.value, from));
            // What now stands in two places belongs to neither.
            this.own.clear();
        }
    }

    copied(value) {
        if (this.own.has(value)) return value;
        const copy = Array.isArray(value) ? [...value] : new Members([...value.keys], [...value.values]);
        this.own.add(copy);
        return copy;
    }

    /** What holds the value at a path, to be changed. */
    holder(path) {
        this.value = this.copied(this.value);
        let holder = this.value;
        for (const token of path.slice(0, -1)) {
            const index = Array.isArray(holder) ? indexOf(token) : holder.position(token);
            const list = Array.isArray(holder) ? holder : holder.values;
            list[index] = this.copied(list[index]);
            holder = list[index];
        }
        return holder;
    }

    add(path, value) {
        if (!path.length) { this.value = value; return; }
        const holder = this.holder(path);
        const token = path.at(-1);
        if (Array.isArray(holder)) { holder.splice(token === '-' ? holder.length : indexOf(token), 0, value); return; }
        const index = holder.position(token);
        if (holder.keys[index] === token) { holder.values[index] = value; return; }
        holder.keys.splice(index, 0, token);
        holder.values.splice(index, 0, value);
    }

    replace(path, value) {
        if (!path.length) { this.value = value; return; }
        const holder = this.holder(path);
        if (Array.isArray(holder)) holder[indexOf(path.at(-1))] = value;
        else holder.values[holder.position(path.at(-1))] = value;
    }

    remove(path) {
        const removed = valueAt(this.value, path);
        if (!path.length) { this.value = null; return removed; }
        const holder = this.holder(path);
        if (Array.isArray(holder)) { holder.splice(indexOf(path.at(-1)), 1); return removed; }
        const index = holder.position(path.at(-1));
        holder.keys.splice(index, 1);
        holder.values.splice(index, 1);
        return removed;
    }
}
