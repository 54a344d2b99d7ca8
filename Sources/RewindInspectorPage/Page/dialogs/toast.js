// Short messages, and the clipboard.
import { element, visible } from '../core/markup.js';
import { cut, errorText } from '../parts/format.js';

let timer = 0;

/** Shows a message for two seconds.
 * @param {string} text */
export function toast(text) {
    const box = element('toast');
    box.textContent = visible(text);
    box.classList.add('on');
    clearTimeout(timer);
    timer = setTimeout(() => box.classList.remove('on'), Math.max(2000, text.length * 45));
}

/** Copies a text.
 * @param {string} text */
export async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
    } catch {
        // Without permission for the clipboard, the selection of a field can still be copied.
        const field = document.createElement('textarea');
        field.value = text;
        (document.querySelector('dialog[open]') ?? document.body).append(field);
        field.select();
        document.execCommand('copy');
        field.remove();
    }
    toast(`Copied ${cut(text.replace(/\s+/g, ' '), 60)}`);
}

let spoken = 0;

/** Announces a text to screen readers, a moment after the last change.
 * @param {string} text */
export function announce(text) {
    clearTimeout(spoken);
    spoken = setTimeout(() => { element('announcement').textContent = visible(text); }, 250);
}

/** Shows an error and its hint.
 * @param {Failure} error */
export const toastError = error => toast(errorText(error));
