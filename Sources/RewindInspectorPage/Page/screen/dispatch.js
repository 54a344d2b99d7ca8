// The dialog that dispatches an action in the app.
import { onCommand } from '../core/controls.js';
import { element, html } from '../core/markup.js';
import { askSession } from '../core/session.js';
import { state } from '../core/store.js';
import { note, openDialog } from '../dialogs/dialog.js';
import { toastError } from '../dialogs/toast.js';
import { commands } from '../parts/commands.js';
import { follow } from './follow.js';
import { status, travel } from './steering.js';

const typeField = () => element('dispatch-type');
const payloadField = () => element('dispatch-payload');

/** The payload that the page filled in last. */
let prefilled = '';

/** Opens the dialog with the selected action. */
async function openDispatch() {
    try {
        const [{ types, position }, payload] = await Promise.all([status(), payloadOf(state.at)]);
        open(types ?? [], position, payload);
    } catch (error) {
        toastError(error);
    }
}

/** Returns the payload of an action as indented JSON.
 * @param {Seq} seq */
async function payloadOf(seq) {
    if (seq <= state.session.first) return '{}';
    const { text } = await askSession('raw', { seq });
    try {
        return JSON.stringify(JSON.parse(text).payload ?? {}, null, 2);
    } catch {
        // A row of more than 1 MB is cut.
        return '{}';
    }
}

/** @param {string[]} types @param {Seq} position @param {string} payload */
function open(types, position, payload) {
    const { type = '' } = state.row?.seq === state.at ? state.row : {};
    const isKnown = types.includes(type);
    openDialog({
        title: 'Dispatch an action',
        fields: html`
            <label>
                Type
                <input id="dispatch-type" class="mono" list="dispatch-types" required autocomplete="off" spellcheck="false"
                    value="${isKnown ? type : types[0]}">
                <datalist id="dispatch-types">${types.map(each => html`<option value="${each}"></option>`)}</datalist>
            </label>
            <label>
                Payload, as JSON
                <textarea id="dispatch-payload" class="mono" rows="9" spellcheck="false" autocomplete="off"></textarea>
            </label>
        `,
        button: html`Send <kbd>Ctrl Enter</kbd>`,
        send,
        command: () => {
            const type = JSON.stringify(typeField().value);
            const text = payloadField().value.replace(/\s*\n\s*/g, ' ');
            return commands.dispatch(state.session.file, `{"type":${type},"payload":${text}}`);
        },
    });
    note(`The app is at #${position} and continues from there.`);
    fillIn(isKnown ? payload : '{}');
    if (!isKnown) fillInLast();
    typeField().addEventListener('change', fillInLast);
}

/** Fills in the payload of the last action of the selected type, unless the person has edited the payload. */
async function fillInLast() {
    const type = typeField().value;
    if (payloadField().value !== prefilled) return;
    try {
        const { rows } = await askSession('rows', { filter: type, fold: 0, around: state.session.last, count: 100 });
        const { seq } = rows.findLast(row => row.type === type) ?? {};
        const payload = seq === undefined ? '{}' : await payloadOf(seq);
        if (payloadField().value === prefilled && typeField().value === type) fillIn(payload);
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

async function send() {
    const { id } = state.session;
    let payload;
    try {
        payload = JSON.parse(payloadField().value);
    } catch (error) {
        throw new Error(`This is not JSON: ${error.message}.`);
    }
    const { position } = await travel({ dispatch: { type: typeField().value, payload } });
    if (state.session.id === id) follow(position);
}

onCommand({ dispatch: openDispatch });
