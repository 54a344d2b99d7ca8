// A recorded value with its members: a payload, or what an effect was given and returned.
import { html } from '../core/markup.js';
import { plural } from '../parts/format.js';
import { plain } from '../parts/values.js';

/** Returns the members of a value, or its only line; null if it has none.
 * @param {PayloadNode | undefined} value */
export function fieldsOf(value) {
    if (value?.children?.length) return node(undefined, value);
    return value && value.kind !== 'object' && value.kind !== 'absent' ? node('value', value) : null;
}

/** Returns a value of a payload; those inside of a list can be opened.
 * @param {string | undefined} key @param {PayloadNode} value @param {number} level @returns {Part} */
function node(key, value, level = 0) {
    const content = html`<div class="content"><span class="key">${key}</span>${plain(value)}</div>`;
    const { children = [], more } = value;
    const inner = html`
        ${children.map(each => node(each.key, each.value, level + 1))}
        ${more ? html`<div class="unchanged">… ${plural(more, 'other')}</div>` : ''}
    `;
    if (key === undefined) return inner;
    if (!children.length && !more) return html`<div class="line"><span class="sign"></span>${content}</div>`;
    return html`
        <details ${level < 3 ? html`open` : ''}>
            <summary class="line">
                <span class="sign"><svg viewBox="0 0 8 8" aria-hidden="true"><path d="M2 0l5 4-5 4z"/></svg></span>
                ${content}
            </summary>
            <div class="deeper">${inner}</div>
        </details>
    `;
}
