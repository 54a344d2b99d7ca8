// The dialog that dispatches an action in the app.
import { onCommand } from '../core/controls.js';
import { toastError } from '../dialogs/toast.js';
import { follow } from '../screen/follow.js';
import { icon } from '../parts/icons.js';
import { element, html, put } from '../parts/markup.js';
import { details } from '../core/details.js';
import { askSession, current } from '../core/session.js';
import { status, travel } from '../screen/steering.js';
import { view } from '../core/view.js';

const dialog = () => element('dispatch');

/** Opens the dialog with the selected action. */
async function openDispatch() {
    try {
        const [{ types, position }, payload] = await Promise.all([status(), payloadOf(view.at)]);
        draw(types, position, payload);
    } catch (error) {
        toastError(error);
    }
}

/** Returns the payload of an action as indented JSON. @param {Seq} seq */
async function payloadOf(seq) {
    if (seq <= current.session.first) return '{}';
    const { text } = await askSession('raw', { seq });
    try {
        return JSON.stringify(JSON.parse(text).payload ?? {}, null, 2);
    } catch {
        // A row of more than 1 MB is cut.
        return '{}';
    }
}

function draw(types, position, payload) {
    const type = details.row?.seq === view.at ? details.row.type : '';
    const isTaken = types.includes(type);
    put(dialog(), html`
        <form>
            <h2>
                Dispatch an action <button type="button" class="small-button" data-do="close-dispatch" aria-label="Close">
                    ${icon('close')}
                </button>
            </h2>
            <label>
                Type
                <select id="dispatch-type" class="mono">${types.map(each => html`<option>${each}</option>`)}</select>
            </label>
            <label>
                Payload, as JSON
                <textarea id="dispatch-payload" class="mono" rows="9" spellcheck="false" autocomplete="off" aria-describedby="dispatch-error"></textarea>
            </label>
            <p class="complaint" id="dispatch-error" role="alert"></p>
            <div class="send">
                <span class="dim">The app is at #${position} and continues from there.</span>
                <button type="button" class="button" data-do="close-dispatch">Cancel</button>
                <button class="button primary">Send <kbd>Ctrl Enter</kbd></button>
            </div>
        </form>
    `);
    if (isTaken) element('dispatch-type').value = type;
    fillIn(isTaken ? payload : '{}');
    if (!isTaken) startFrom(element('dispatch-type').value).catch(toastError);
    dialog().showModal();
    element('dispatch-payload').focus();
}

/** Fills in the payload of the last action of a type, unless the person has edited the payload. @param {string} type */
async function startFrom(type) {
    const field = element('dispatch-payload');
    if (field.value !== prefilled) return;
    const { rows } = await askSession('rows', { filter: type, fold: 0, around: current.session.last, count: 100 });
    const last = rows.findLast(row => row.type === type);
    const payload = last ? await payloadOf(last.seq) : '{}';
    if (field.value === prefilled && element('dispatch-type').value === type) fillIn(payload);
}

let prefilled = '';

function fillIn(payload) {
    prefilled = payload;
    element('dispatch-payload').value = payload;
    refuse('');
}

const closeDispatch = () => dialog().close();

function refuse(text) {
    element('dispatch-error').textContent = text;
    element('dispatch-payload').setAttribute('aria-invalid', String(text !== ''));
}

async function send() {
    const { id } = current.session;
    let payload;
    try {
        payload = JSON.parse(element('dispatch-payload').value);
    } catch (error) {
        return refuse(`This is not JSON: ${error.message}.`);
    }
    try {
        const { position } = await travel({ verb: 'dispatch', type: element('dispatch-type').value, payload });
        closeDispatch();
        if (current.session?.id === id) follow(position);
    } catch (error) {
        refuse([error.message, error.hint].filter(Boolean).join(' '));
    }
    return undefined;
}

/** Starts listening. */
export function startDispatch() {
    dialog().addEventListener('submit', event => { event.preventDefault(); send(); });
    dialog().addEventListener('change', event => {
        if (event.target.id === 'dispatch-type') startFrom(event.target.value).catch(toastError);
    });
    dialog().addEventListener('keydown', event => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        send();
    });
}

onCommand({ dispatch: openDispatch, 'close-dispatch': closeDispatch });
