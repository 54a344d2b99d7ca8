
// HTML from templates. Texts in a template are escaped; only the result of another template is inserted as it is.
// Nothing else in the page may write HTML.

/** Escaped HTML. */
export class Markup {
    /** @param {string} text */
    constructor(text) { this.text = text; }
}

/** @type {Record<string, string>} */
const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** @param {string} text */
const escaped = text => text.replace(/[&<>"']/g, character => entities[character]);

// Control and bidirectional characters, which would take effect or be invisible. The joiner of emoji (200d) stays.
const unseen = /(?![\t\n])[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/** Returns a text in which control characters are replaced by their numbers.
 * @param {unknown} text */
export const visible = text => String(text).replace(unseen, c => `\u2423${c.charCodeAt(0).toString(16)}`);

/**
 * @param {Part} part
 * @param {boolean} inTag
 * @returns {string}
 */
function inserted(part, inTag) {
    if (part === null || part === undefined) return '';
    // A false condition adds nothing to a text; in an attribute, it is a value.
    if (part === false) return inTag ? 'false' : '';
    if (part instanceof Markup) return part.text;
    if (Array.isArray(part)) return part.map(one => inserted(one, inTag)).join('');
    // Attributes hold pointers and texts to copy, which must stay exact.
    return escaped(inTag ? String(part) : visible(part));
}

/** The literal parts of each template, as `html` uses them.
 * @type {WeakMap<TemplateStringsArray, string[]>} */
const literals = new WeakMap();

/** @param {readonly string[]} strings */
function withoutBreaks(strings) {
    let inTag = false;
    return strings.map(each => each.replace(/[<>]|\n\s*/g, found => {
        if (found.startsWith('\n')) return inTag ? ' ' : '';
        inTag = found === '<';
        return found;
    }));
}

/**
 * Returns HTML. A line break in the template, and the indentation after it, add nothing; inside of a tag, a space.
 *
 * @param {TemplateStringsArray} strings
 * @param {Part[]} parts
 */
export function html(strings, ...parts) {
    const texts = literals.get(strings) ?? withoutBreaks(strings);
    literals.set(strings, texts);
    let text = texts[0];
    let inTag = text.lastIndexOf('<') > text.lastIndexOf('>');
    for (let i = 0; i < parts.length; i++) {
        const next = texts[i + 1];
        text += inserted(parts[i], inTag) + next;
        if (/[<>]/.test(next)) inTag = next.lastIndexOf('<') > next.lastIndexOf('>');
    }
    return new Markup(text);
}

/**
 * Puts HTML into an element, unless it is there already: unchanged HTML keeps its focus and its scrolling.
 *
 * @param {Element} element
 * @param {Markup} markup
 */
export function put(element, markup) {
    if (!(markup instanceof Markup)) throw new TypeError('Only the result of html`…` can be put into the page.');
    if (element.shown === markup.text) return;
    const focused = element.contains(document.activeElement) ? document.activeElement : null;
    element.shown = markup.text;
    element.pieces = undefined;
    element.innerHTML = markup.text;
    if (focused && focused !== element) refocus(element, /** @type {HTMLElement} */ (focused));
}

/** Focuses what has taken the place of an element in another one, or else that one if it can have the focus.
 * @param {Element} element @param {HTMLElement} before */
function refocus(element, before) {
    const mark = [...before.attributes].find(({ name }) => name === 'id' || name.startsWith('data-'));
    const same = mark && element.querySelector(`${before.localName}[${mark.name}="${CSS.escape(mark.value)}"]`);
    if (same) same.focus({ preventScroll: true }); else if (element.tabIndex === 0) element.focus({ preventScroll: true });
}

/**
 * Puts a list of pieces into an element, each by its key. Unchanged pieces keep their elements, so that a step in a
 * long list makes two new rows instead of all.
 *
 * @param {Element} element
 * @param {[key: unknown, markup: Markup][]} pieces
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
            if (node === next) next = node.nextSibling; else element.insertBefore(node, next);
        }
    }
    element.pieces = now;
}

/** Returns the element with an id.
 * @param {string} id */
export const element = id => /** @type {PageElement} */ (document.getElementById(id));

/** Focuses the list, or the answer where a narrow page does not show the list. */
export function focusMain() {
    const list = element('list');
    (list.checkVisibility({ visibilityProperty: true }) ? list : element('body')).focus();
}
