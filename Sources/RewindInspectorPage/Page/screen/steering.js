// The buttons that make the app travel, and where it is.
import { onCommand, onKey } from '../core/controls.js';
import { element, html, put } from '../core/markup.js';
import { isEmpty, postToSession } from '../core/session.js';
import { onChange, state } from '../core/store.js';
import { toastError } from '../dialogs/toast.js';
import { commandLine, commands } from '../parts/commands.js';
import { copyButton, icon, iconButton } from '../parts/icons.js';
import { actionLink } from '../parts/values.js';
import { canChange } from '../session/bookmarks.js';
import { follow } from './follow.js';

/** True if the app that records the session accepts travel. */
export const canSteer = () => Boolean(state.canWrite && state.session.steering) && !isEmpty();

/** True if the selected state is the app's. */
export const isHere = () => state.with === null && state.at === state.session.position;

let isLocked = false;
// True if the app can skip actions and import a history, as with Redux DevTools.
let edits = false;

/** True if the app drops actions: it is locked, and its state is in the past. */
export function isHeld() {
    const { position = 0 } = state.session;
    return isLocked && state.paths.tipOf(position) !== position;
}

/** Asks the app where it is, whether it is locked, and which types of actions it accepts. */
export const status = () => travel({ status: {} });

/** Makes the app travel, and returns where it is then; throws if it refuses.
 * @param {object} order */
export async function travel(order) {
    const { id } = state.session;
    const answer = await postToSession('travel', order);
    if (state.session.id === id) {
        isLocked = answer.locked;
        edits = answer.edits ?? edits;
        draw();
    }
    return answer;
}

/** @param {object} order */
async function travelAlong(order) {
    if (!canSteer()) return;
    const { id } = state.session;
    try {
        const { position } = await travel(order);
        if (state.session.id === id) follow(position);
    } catch (error) {
        toastError(error);
    }
}

const undo = () => travelAlong({ undo: { count: 1 } });
const redo = () => travelAlong({ redo: { count: 1 } });
const travelHere = () => travelAlong({ jump: { to: state.at } });
const skip = () => travelAlong({ toggle: { seq: state.at } });

/** Replaces the history of the app by that in a file of Redux DevTools. */
function importHistory() {
    const input = Object.assign(document.createElement('input'), { type: 'file', accept: '.json' });
    input.addEventListener('change', async () => {
        const text = await input.files?.[0]?.text() ?? '';
        try {
            await travelAlong({ load: { history: JSON.parse(text) } });
        } catch {
            toastError(new Error('The file is not JSON.'));
        }
    });
    input.click();
}

/** Locks or unlocks the app. */
const toggleLock = () => travel({ [isLocked ? 'unlock' : 'lock']: {} }).catch(toastError);

const buttons = () => html`
    ${iconButton('undo', 'undo', 'Undo in the app', 'Undo in the app  Ctrl Z')}
    ${iconButton('redo', 'redo', 'Redo in the app', 'Redo in the app  Shift Ctrl Z')}
    <button class="small-button" data-do="lock" id="lock" aria-label="Lock the app">${icon('lock')}</button>
    <button class="text-button" data-do="dispatch" aria-haspopup="dialog" title="Dispatch an action in the app">
        Dispatch…
    </button>
`;

/** Returns the buttons that change the app's history. */
const editButtons = () => edits && html`
    <span class="trailing">
        <button class="text-button" data-do="skip" title="Skip the selected action in the app, or include it again">
            Skip
        </button>
        <button class="text-button" data-do="import-history" title="Replace the app's history by a Redux DevTools file">
            Import…
        </button>
    </span>
`;

function draw() {
    const steers = canSteer();
    // The elements stay, so that none loses its focus.
    put(element('steering'), steers ? buttons() : canChange() ? cursorButtons() : readOnlyNote());
    element('screen-header').classList.toggle('steers', steers || canChange());
    element('where').hidden = !steers && !canChange();
    if (!steers && canChange()) put(element('where'), whereCursor());
    if (!steers) return;
    element('lock').setAttribute('aria-pressed', String(isLocked));
    element('lock').title = isLocked ? 'Locked: in the past, the app drops actions. Click to unlock'
        : 'Lock: the app drops actions while it is in the past';
    put(element('where'), html`${isHere() ? here() : elsewhere()}${editButtons()}`);
}

const readOnlyNote = () => html`
    ${!isEmpty() && !state.canWrite && html`<span class="dim" title="Opened without --write">Read-only</span>`}
`;

// Without a running app, the buttons move the cursor.

const cursorButtons = () => html`
    ${iconButton('undo', 'cursor-back', 'Move the cursor back', 'Cursor back  Ctrl Z')}
    ${iconButton('redo', 'cursor-on', 'Move the cursor forward', 'Cursor forward  Shift Ctrl Z')}
`;

function whereCursor() {
    const { cursor = 0, file } = state.session;
    if (state.at === cursor) return html`<span>The cursor is here</span>`;
    const command = commandLine(commands.goTo(file, state.at));
    return html`
        <span>The cursor is at ${actionLink(cursor)}</span>
        <button class="button" data-do="cursor-here" title="Move the cursor here  c">Move it here</button>
        ${copyButton(command, 'Copy the command that moves it here', command)}
    `;
}

function here() {
    if (isHeld()) return html`<span>Locked: in the past, the app drops actions</span>`;
    if (isLocked) return html`<span>Locked: the app will drop actions while it is in the past</span>`;
    return state.session.taps ? matchMedia('(hover: none) and (pointer: coarse)').matches ? html`<span>Tap to use the app, press long to inspect</span>`
        : html`<span>Click to use the app, <kbd>Alt</kbd> click to inspect</span>`
        : html`<span>The app is here</span>`;
}

function elsewhere() {
    const { position = 0, taps } = state.session;
    return html`
        <span>The app is at ${actionLink(position)}</span>
        ${state.with === null ? html`
            <button class="button" data-do="travel-here" title="Set the app to the state after #${state.at}">
                Travel here
            </button>
            ${taps ? html`<span class="dim">to use it</span>` : ''}
        ` : ''}
    `;
}

// Only answers of the app say whether it is locked, so the page asks once for each session.
let asked = -1;

function askStatus() {
    if (!canSteer()) { asked = -1; return; }
    if (asked === state.session.id) return;
    asked = state.session.id;
    isLocked = false;
    edits = false;
    status().catch(() => {});
}

onCommand({
    undo, redo, skip, 'travel-here': travelHere, lock: toggleLock, 'import-history': importHistory,
});
onKey({ 'Ctrl z': () => (canSteer() ? void undo() : false), 'Ctrl Z': () => (canSteer() ? void redo() : false) });

onChange(['session', 'at', 'with'], () => { draw(); askStatus(); });
