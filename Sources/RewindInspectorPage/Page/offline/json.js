// JSON as a session has it: numbers keep their digits, and members stand in the order of their names' bytes.

/** A number, by its digits. */
export class Numeral {
    constructor(text) { this.text = text; }
}

/** An object. Its names are sorted by their bytes in UTF-8; none of them means anything to JavaScript. */
export class Members {
    constructor(keys, values) { Object.assign(this, { keys, values }); }

    /** The index of a name, or where it would be inserted. */
    position(key) {
        let low = 0;
        let high = this.keys.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (precedes(this.keys[middle], key)) low = middle + 1; else high = middle;
        }
        return low;
    }

    get(key) {
        const index = this.position(key);
        return this.keys[index] === key ? this.values[index] : undefined;
    }
}

/** An object of members in any order. */
export function members(pairs) {
    const sorted = pairs.toSorted(([a], [b]) => (a === b ? 0 : precedes(a, b) ? -1 : 1));
    return new Members(sorted.map(([key]) => key), sorted.map(([, value]) => value));
}

const isSurrogate = unit => unit >= 0xd800 && unit < 0xe000;

/** Whether a text comes before another one by the bytes of both. */
export function precedes(a, b) {
    const end = Math.min(a.length, b.length);
    for (let i = 0; i < end; i++) {
        const [left, right] = [a.charCodeAt(i), b.charCodeAt(i)];
        if (left === right) continue;
        // UTF-16 has what is beyond U+FFFF in front of U+E000, UTF-8 behind it.
        return isSurrogate(left) === isSurrogate(right) ? left < right : isSurrogate(right);
    }
    return a.length < b.length;
}

export const isContainer = value => Array.isArray(value) || value instanceof Members;

const digits = /[-+.\deE]+/y;
const plain = /[^"\\]*/y;

/** Reads a text that the exporter wrote: well-formed, without spaces, its members in order. */
export function parse(text) {
    let at = 0;

    function string() {
        const start = at++;
        for (;;) {
            plain.lastIndex = at;
            at += plain.exec(text)[0].length;
            if (text[at++] === '"') break;
            at++;
        }
        return JSON.parse(text.slice(start, at));
    }

    function number() {
        digits.lastIndex = at;
        const [found] = digits.exec(text);
        at += found.length;
        return new Numeral(found);
    }

    /** What is between brackets: `one` reads a part of it, and commas are between them. */
    function list(end, one) {
        at++;
        if (text[at] === end) { at++; return; }
        do one(); while (text[at++] === ',');
    }

    function value() {
        switch (text[at]) {
        case '{': {
            const [keys, values] = [[], []];
            list('}', () => {
                keys.push(string());
                at++;
                values.push(value());
            });
            return new Members(keys, values);
        }
        case '[': {
            const elements = [];
            list(']', () => elements.push(value()));
            return elements;
        }
        case '"': return string();
        case 't': at += 4; return true;
        case 'f': at += 5; return false;
        case 'n': at += 4; return null;
        default:
            return number();
        }
    }
    return value();
}

/** The JSON of a value: in one line, or indented by two spaces a level. */
export function textOf(value, indent = null) {
    const line = indent === null ? '' : `\n${indent}`;
    const inner = indent === null ? null : `${indent}  `;
    const inside = (parts, open, close) => (parts.length
        ? `${open}${parts.map(part => (inner === null ? part : `\n${inner}${part}`)).join(',')}${line}${close}` : open + close);
    if (value instanceof Numeral) return value.text;
    if (Array.isArray(value)) return inside(value.map(each => textOf(each, inner)), '[', ']');
    if (value instanceof Members) {
        const colon = indent === null ? ':' : ': ';
        return inside(value.keys.map((key, i) => `${JSON.stringify(key)}${colon}${textOf(value.values[i], inner)}`), '{', '}');
    }
    return JSON.stringify(value);
}
