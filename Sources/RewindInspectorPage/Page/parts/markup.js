// HTML from templates. What is put into a template is escaped; only what another template made is taken as it is.
// Nothing else in the page may write HTML.

class Markup {
    constructor(text) { this.text = text; }
}

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = text => text.replace(/[&<>"']/g, character => entities[character]);

// Control and bidirectional characters, which would be obeyed or not be seen. The joiner of emoji (200d) stays.
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** A text in which characters that would be obeyed are shown by their number. */
export const visible = text => String(text).replace(unseen, c => `\u2423${c.codePointAt(0).toString(16)}`);

function inserted(part, inTag) {
    if (part === null || part === undefined) return '';
    // A condition that does not hold adds nothing to a text; in an attribute it is a value.
    if (part === false) return inTag ? 'false' : '';
    if (part instanceof Markup) return part.text;
    if (Array.isArray(part)) return part.map(one => inserted(one, inTag)).join('');
    // An attribute carries pointers and texts to copy, which have to stay exact.
    return escaped(inTag ? String(part) : visible(part));
}

/** A piece of HTML. */
export function html(strings, ...parts) {
    let text = strings[0];
    let inTag = strings[0].lastIndexOf('<') > strings[0].lastIndexOf('>');
    for (let i = 0; i < parts.length; i++) {
        const next = strings[i + 1];
        text += inserted(parts[i], inTag) + next;
        if (/[<>]/.test(next)) inTag = next.lastIndexOf('<') > next.lastIndexOf('>');
    }
    return new Markup(text);
}

/** Puts HTML into an element, unless it is there already: what did not change keeps its focus and its scrolling. */
export function put(element, markup) {
    if (!(markup instanceof Markup)) throw new TypeError('Only what html`…` made is put into the page.');
    if (element.shown === markup.text) return false;
    element.shown = markup.text;
    element.pieces = undefined;
    element.innerHTML = markup.text;
    return true;
}

/**
 * Puts a list of pieces into an element, each by its key. A piece that is there already and says the same stays the
 * element it is, so that a step in a long list makes two new rows and not all.
 */
export function putList(element, pieces) {
    const before = element.pieces ?? new Map();
    const now = new Map();
    if (!element.pieces) element.replaceChildren();
    element.shown = undefined;
    for (const [key, markup] of pieces) {
        const kept = before.get(key);
        if (kept?.text === markup.text) { now.set(key, kept); before.delete(key); continue; }
        const template = document.createElement('template');
        template.innerHTML = markup.text;
        now.set(key, { text: markup.text, nodes: [...template.content.children] });
    }
    for (const { nodes } of before.values()) for (const node of nodes) node.remove();
    let next = element.firstChild;
    for (const { nodes } of now.values()) {
        for (const node of nodes) {
            if (node === next) next = next.nextSibling; else element.insertBefore(node, next);
        }
    }
    element.pieces = now;
}

/** The element with an id. */
export const element = id => document.getElementById(id);
