// Values of the API as text and as HTML.
import { html, visible } from '../core/markup.js';
import { child, tokens } from '../core/pointer.js';
import { cut, plural } from './format.js';

/** Returns a value as a line of text, strings in quotes.
 * @param {Value | undefined} value @param {number} limit */
export function brief(value, limit = 60) {
    if (!value) return 'absent';
    switch (value.kind) {
    case 'absent': return 'absent';
    case 'null': return 'null';
    case 'masked': return `•••• ${value.text}`;
    case 'string': return JSON.stringify(cut(value.text, limit)).slice(0, -1) + (isCut(value, limit) ? '…"' : '"');
    case 'array': return value.text !== undefined ? cut(value.text, limit) : `[${plural(value.count, 'item')}]`;
    case 'object': return value.label ? `{ ${cut(value.label, limit - 6)} }` : `{${plural(value.count, 'key')}}`;
    default: return value.text;
    }
}

/** @param {Value & { kind: 'string' }} value @param {number} limit */
const isCut = (value, limit) => value.length !== undefined && value.text.length <= limit;

/** @type {Partial<Record<Value['kind'], string>>} */
const classes = { string: 'string', number: 'number', boolean: 'boolean', masked: 'masked' };

/** Returns the class with the color of a value.
 * @param {Value | undefined} value */
const valueClass = value => (value && classes[value.kind]) ?? 'container';

/**
 * Returns a value that opens its popover.
 *
 * @param {Value | undefined} value
 * @param {Pointer} pointer
 * @param {number} limit
 * @param {Part} shown Replaces the value's text, for marked words.
 * @param {Seq} [before] The action after which the state has the value; by default, the selected one.
 */
export function askable(value, pointer, limit = 90, shown = undefined, before = undefined) {
    const title = value?.kind === 'masked'
        ? 'Masked before it was written. Equal hashes mean equal values.' : 'Show which action wrote this';
    return html`
        <span role="button" tabindex="0" class="value ${valueClass(value)}" data-p="${pointer}"
            ${before === undefined ? '' : html`data-before="${before}"`} title="${title}">
            ${shown ?? brief(value, limit)}
        </span>
    `;
}

/** Returns a value without a popover, as in a payload; a click on a text or number copies it.
 * @param {Value} value @param {number} limit */
export const plain = (value, limit = 140) => (value.kind in classes && 'text' in value ? html`
    <span role="button" tabindex="0" class="value ${valueClass(value)}" data-copy="${value.text}" title="Copy it">
        ${brief(value, limit)}
    </span>
` : html`<span class="value ${valueClass(value)}">${brief(value, limit)}</span>`);

/** Returns a pointer, whose parts open popovers.
 * @param {Pointer} pointer */
export function crumbs(pointer) {
    const parts = tokens(pointer);
    if (!parts.length) return html`<button data-p="">whole state</button>`;
    let path = '';
    return parts.map((part, i) => {
        path = child(path, part);
        return html`${i ? html`<span class="slash">/</span>` : ''}<button data-p="${path}">${part}</button>`;
    });
}

/** Returns the name of a type, with the suffix `Action` in gray, or the slice in front as in `todos/add`, which is cut
 * first.
 * @param {string | undefined} type */
export function typeName(type) {
    const [, slice, name] = /^([^/\s]+\/)([^/].*)$/s.exec(type ?? '') ?? [];
    if (slice) return html`<i class="type-slice">${slice}</i><span class="type-rest">${name}</span>`;
    const match = /^(.+)(Action)$/s.exec(type ?? '');
    return match ? html`${match[1]}<i>${match[2]}</i>` : html`${type}`;
}

/** Returns a link to an action.
 * @param {Seq} seq */
export const actionLink = seq => html`<button class="link" data-go="${seq}">#${seq}</button>`;

/** Returns a text for a tooltip or a spoken label.
 * @param {unknown} text */
export const label = text => visible(cut(String(text), 400));
