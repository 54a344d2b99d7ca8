// The fields of an action that a person writes: its type, and its payload as JSON.
import { element, html } from '../core/markup.js';
import { askSession } from '../core/session.js';
import { state } from '../core/store.js';
import { compact, memberText } from '../parts/json-text.js';
import { toastError } from './toast.js';

const typeField = () => element('action-type');
const payloadField = () => element('action-payload');

/** The payload that the page filled in last. */
let prefilled = '';

/** Returns the type in the field. */
export const typedType = () => typeField().value;

/** Returns the payload in the field, in one line. Throws if it is not JSON. */
export const typedPayload = () => compact(payloadField().value);

/** Returns the payload in the field, also before it is JSON, in one line. */
export const payloadLine = () => payloadField().value.replace(/\s*\n\s*/g, ' ');

/** Returns the fields for an action of one of some types, or of another one.
 * @param {string[]} types @param {string} type */
export const actionFields = (types, type) => html`
    <label>
        Type
        <input id="action-type" class="mono" list="action-types" required autocomplete="off" spellcheck="false" value="${type}">
        <datalist id="action-types">${types.map(each => html`<option value="${each}"></option>`)}</datalist>
    </label>
    <label>
        Payload, as JSON
        <textarea id="action-payload" class="mono" rows="9" spellcheck="false" autocomplete="off"></textarea>
    </label>
`;

/** Fills in the payload, or else the last one of the type; another type then brings its last one.
 * @param {string} [payload] */
export function startFields(payload) {
    fillIn(payload ?? '{}');
    if (payload === undefined) fillInLast();
    typeField().addEventListener('change', fillInLast);
}

/** Returns the payload of an action as indented JSON; undefined if it is too long to be here as a whole.
 * @param {Seq} seq */
export async function payloadOf(seq) {
    if (seq <= state.session.first) return '{}';
    const { text, length } = await askSession('raw', { seq });
    return memberText(text, 'payload') ?? (length === undefined ? '{}' : undefined);
}

/** Fills in the payload of the last action of the type, unless the person has edited the payload. */
async function fillInLast() {
    const type = typedType();
    if (payloadField().value !== prefilled) return;
    try {
        const { rows } = await askSession('rows', { filter: type, fold: 0, around: state.session.last, count: 100 });
        const { seq } = rows.findLast(row => row.type === type) ?? {};
        const payload = seq === undefined ? '{}' : await payloadOf(seq) ?? '{}';
        if (payloadField().value === prefilled && typedType() === type) fillIn(payload);
    } catch (error) {
        toastError(error);
    }
}

/** @param {string} payload */
function fillIn(payload) {
    prefilled = payload;
    payloadField().value = payload;
    payloadField().dispatchEvent(new Event('input', { bubbles: true }));
}
