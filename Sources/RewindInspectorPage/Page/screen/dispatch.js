// The dialog that dispatches an action in the app.
import { onCommand } from '../core/controls.js';
import { html } from '../core/markup.js';
import { state } from '../core/store.js';
import { actionFields, payloadLine, payloadOf, startFields, typedPayload, typedType } from '../dialogs/action-fields.js';
import { note, openDialog } from '../dialogs/dialog.js';
import { toastError } from '../dialogs/toast.js';
import { commands } from '../parts/commands.js';
import { follow } from './follow.js';
import { status, travel } from './steering.js';

/** Opens the dialog with the selected action. */
async function openDispatch() {
    try {
        const [{ types, position }, payload] = await Promise.all([status(), payloadOf(state.at)]);
        open(types ?? [], position, payload);
    } catch (error) {
        toastError(error);
    }
}

/** @param {string[]} types @param {Seq} position @param {string | undefined} payload */
function open(types, position, payload) {
    const { type = '' } = state.row?.seq === state.at ? state.row : {};
    const isKnown = types.includes(type);
    openDialog({
        title: 'Dispatch an action',
        fields: actionFields(types, (isKnown ? type : types[0]) ?? ''),
        button: html`Send <kbd>Ctrl Enter</kbd>`,
        send,
        command: () => commands.dispatch(state.session.file,
            `{"type":${JSON.stringify(typedType())},"payload":${payloadLine()}}`),
    });
    note(`The app is at #${position} and continues from there.`);
    startFields(isKnown ? payload : undefined);
}

async function send() {
    const { id } = state.session;
    const payload = JSON.parse(typedPayload());
    const { position } = await travel({ dispatch: { type: typedType(), payload } });
    if (state.session.id === id) follow(position);
}

onCommand({ dispatch: openDispatch });
