// A dialog that asks for something: a form, what is wrong with it, and the command that does the same.
import { quoted } from '../parts/format.js';
import { icon } from '../parts/icons.js';
import { element, html, put } from '../parts/markup.js';

const dialog = () => element('ask');

let answered = async () => {};
let commandOf = () => [];

/** Opens it: its title, the fields, what the button says, who takes the answers, and the command's words for them. */
export function openAsk(title, fields, button, taken, command) {
    answered = taken;
    commandOf = command;
    dialog().setAttribute('aria-label', title);
    // A form of before would keep what was typed.
    put(dialog(), html``);
    put(dialog(), html`<form><h2><span>${title}</span> <button type="button" class="mini" data-do="close-ask" aria-label="Close">${
        icon('close')}</button></h2>${fields}<p class="complaint" id="askcomplaint" role="alert"></p><div class="same"><code
        id="askcommand" title="The command that does the same"></code><button type="button" class="mini" id="askcopy"
        aria-label="Copy the command" title="Copy the command">${icon('copy')}</button></div><div class="send"><span class="dim"
        id="asknote"></span><button type="button" class="btn" data-do="close-ask">Cancel</button><button class="btn pri" id="askdo">${
        button}</button></div></form>`);
    changed();
    dialog().showModal();
    const first = dialog().querySelector('input,textarea');
    first?.focus();
    first?.select();
}

export const closeAsk = () => dialog().close();

/** What stands in a field. */
export const asked = name => dialog().querySelector(`[name="${name}"]`)?.value ?? '';

/** Says in the dialog what is to be known of the answers so far. */
export const note = text => { element('asknote').textContent = text; };

/** Says what is wrong. */
export function refuse(error) {
    element('askcomplaint').textContent = [error.message, error.hint].filter(Boolean).join(' ');
}

function changed() {
    const text = `rewind ${commandOf().map(String).map(quoted).join(' ')}`;
    element('askcommand').textContent = text;
    element('askcopy').dataset.copy = text;
}

async function send() {
    const button = element('askdo');
    if (button.disabled) return;
    button.disabled = true;
    refuse({});
    try {
        await answered();
        closeAsk();
    } catch (error) {
        refuse(error);
    } finally {
        button.disabled = false;
    }
}

/** Starts it. */
export function startAsk() {
    dialog().addEventListener('submit', event => { event.preventDefault(); send(); });
    dialog().addEventListener('input', changed);
    dialog().addEventListener('keydown', event => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        send();
    });
}
