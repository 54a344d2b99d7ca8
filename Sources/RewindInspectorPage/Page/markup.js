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
    if (part === null || part === undefined || part === false) return '';
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
    element.innerHTML = markup.text;
    return true;
}

/** The element with an id. */
export const element = id => document.getElementById(id);
