// A dialog with a form, an error, and the command that does the same.
import { onCommand } from '../core/controls.js';
import { element, focusMain, html, put } from '../core/markup.js';
import { commandLine } from '../parts/commands.js';
import { errorText } from '../parts/format.js';
import { icon, iconButton } from '../parts/icons.js';

const dialog = () => element('dialog');

/**
 * @typedef {object} Form
 * @property {string} title
 * @property {Markup} fields
 * @property {Part} button The label of the button that sends the form.
 * @property {() => Promise<void>} send Called when the form is sent; the dialog shows its errors.
 * @property {() => unknown[]} command Returns the words of the command for the current fields.
 * @property {() => void} [changed] Called when the dialog opens, and when a field changes.
 */

/** @type {Form} */
let form;

/** Opens the dialog.
 * @param {Form} opened */
export function openDialog(opened) {
    form = opened;
    const { title, fields, button } = form;
    dialog().setAttribute('aria-label', title);
    // An earlier form would keep its text.
    put(dialog(), html``);
    put(dialog(), html`
        <form>
            <h2>
                <span>${title}</span>
                ${iconButton('close', 'close-dialog', 'Close')}
            </h2>
            ${fields}
            <p class="complaint" id="dialog-error" role="alert"></p>
            <div class="same">
                <code id="dialog-command" title="The same as a command"></code>
                <button type="button" class="small-button" id="dialog-copy" aria-label="Copy the command"
                    title="Copy the command">
                    ${icon('copy')}
                </button>
            </div>
            <div class="send">
                <span class="dim" id="dialog-note"></span>
                <button type="button" class="button" data-do="close-dialog">Cancel</button>
                <button class="button primary" id="dialog-send">${button}</button>
            </div>
        </form>
    `);
    changed();
    dialog().showModal();
    const first = dialog().querySelector('input,textarea');
    first?.focus();
    if (first?.tagName === 'INPUT') first.select();
}

export const closeDialog = () => dialog().close();

/** Returns the text of a field.
 * @param {string} name */
export const fieldValue = name => dialog().querySelector(`[name="${name}"]`)?.value ?? '';

/** Shows a note on the current fields.
 * @param {string} text */
export const note = text => { element('dialog-note').textContent = text; };

/** Shows an error.
 * @param {Failure} error */
export function refuse(error) {
    element('dialog-error').textContent = errorText(error);
}

function changed() {
    const text = commandLine(form.command());
    element('dialog-command').textContent = text;
    element('dialog-copy').dataset.copy = text;
    form.changed?.();
}

async function send() {
    const button = element('dialog-send');
    if (button.disabled) return;
    button.disabled = true;
    refuse({});
    try {
        await form.send();
        closeDialog();
    } catch (error) {
        refuse(error);
    } finally {
        button.disabled = false;
    }
}

onCommand({ 'close-dialog': closeDialog });

// What opened it may be gone by then.
dialog().addEventListener('close', () => setTimeout(() => {
    if (document.activeElement === document.body) focusMain();
}, 100));
dialog().addEventListener('submit', event => { event.preventDefault(); send(); });
dialog().addEventListener('input', changed);
dialog().addEventListener('keydown', event => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
});
