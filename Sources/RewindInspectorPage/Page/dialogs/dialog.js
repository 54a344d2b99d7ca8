// A dialog that asks for something: a form, what is wrong with it, and the command that does the same.
import { onCommand } from '../core/controls.js';
import { quoted } from '../parts/format.js';
import { icon } from '../parts/icons.js';
import { element, html, put } from '../parts/markup.js';

const dialog = () => element('dialog');

let answered = async () => {};
let commandOf = () => [];

/** Opens it: its title, the fields, what the button says, who takes the answers, and the command's words for them. */
export function openDialog(title, fields, button, taken, command) {
    answered = taken;
    commandOf = command;
    dialog().setAttribute('aria-label', title);
    // A form of before would keep what was typed.
    put(dialog(), html``);
    put(dialog(), html`
        <form>
            <h2>
                <span>${title}</span> <button type="button" class="small-button" data-do="close-dialog" aria-label="Close">
                    ${icon('close')}
                </button>
            </h2>
            ${fields}
            <p class="complaint" id="dialog-error" role="alert"></p>
            <div class="same">
                <code id="dialog-command" title="The command that does the same"></code>
                <button type="button" class="small-button" id="dialog-copy" aria-label="Copy the command" title="Copy the command">
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
    first?.select();
}

export const closeDialog = () => dialog().close();

/** What stands in a field. */
export const fieldValue = name => dialog().querySelector(`[name="${name}"]`)?.value ?? '';

/** Says in the dialog what is to be known of the answers so far. */
export const note = text => { element('dialog-note').textContent = text; };

/** Says what is wrong. */
export function refuse(error) {
    element('dialog-error').textContent = [error.message, error.hint].filter(Boolean).join(' ');
}

function changed() {
    const text = `rewind ${commandOf().map(String).map(quoted).join(' ')}`;
    element('dialog-command').textContent = text;
    element('dialog-copy').dataset.copy = text;
}

async function send() {
    const button = element('dialog-send');
    if (button.disabled) return;
    button.disabled = true;
    refuse({});
    try {
        await answered();
        closeDialog();
    } catch (error) {
        refuse(error);
    } finally {
        button.disabled = false;
    }
}

/** Starts it. */
export function startDialog() {
    dialog().addEventListener('submit', event => { event.preventDefault(); send(); });
    dialog().addEventListener('input', changed);
    dialog().addEventListener('keydown', event => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        send();
    });
}

onCommand({ 'close-dialog': closeDialog });
