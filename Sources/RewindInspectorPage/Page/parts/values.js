// A Value of the API as text and as HTML.
import { cut, plural } from './format.js';
import { html, visible } from './markup.js';
import { tokens, child } from '../core/pointer.js';

/** A value in a line of plain text, strings in quotes. */
export function brief(value, limit = 60) {
    switch (value?.kind) {
    case undefined: case 'absent': return 'absent';
    case 'null': return 'null';
    case 'masked': return `•••• ${value.text}`;
    case 'string': return JSON.stringify(cut(value.text, limit)).slice(0, -1) + (isCut(value, limit) ? '…"' : '"');
    case 'array': return value.text !== undefined ? cut(value.text, limit) : `[${plural(value.count, 'item')}]`;
    case 'object': return value.label !== undefined ? `{ ${cut(value.label, limit - 6)} }` : `{${plural(value.count, 'key')}}`;
    default: return value.text;
    }
}

const isCut = (value, limit) => value.length !== undefined && value.text.length <= limit;

const classes = { string: 'string', number: 'number', boolean: 'boolean', masked: 'masked' };

/** The class that colours a value of a kind. */
const valueClass = value => classes[value?.kind] ?? 'container';

/** A value that can be asked who wrote it; `shown` stands for its text, when words in it are marked. */
export function askable(value, pointer, limit = 90, shown = undefined) {
    const title = value?.kind === 'masked'
        ? 'Masked before it was written. The hash tells when it changes.' : 'Who wrote this?';
    return html`
        <span role="button" tabindex="0" class="value ${valueClass(value)}" data-p="${pointer}" title="${title}">
            ${shown ?? brief(value, limit)}
        </span>
    `;
}

/** A value that nobody can be asked about, as in a payload. */
export const plain = (value, limit = 140) => html`<span class="value ${valueClass(value)}">${brief(value, limit)}</span>`;

/** A pointer, each part of which can be asked about. */
export function crumbs(pointer) {
    const parts = tokens(pointer);
    if (!parts.length) return html`<button data-p="">whole state</button>`;
    let path = '';
    return parts.map((part, i) => {
        path = child(path, part);
        return html`${i ? html`<span class="slash">/</span>` : ''}<button data-p="${path}">${part}</button>`;
    });
}

/** A type, of which the telling part is read first. */
export function typeName(type) {
    const match = /^(.+)(Action)$/s.exec(type ?? '');
    return match ? html`${match[1]}<i>${match[2]}</i>` : html`${type}`;
}

/** A text for a tooltip or a spoken label. */
export const label = text => visible(cut(String(text), 400));
