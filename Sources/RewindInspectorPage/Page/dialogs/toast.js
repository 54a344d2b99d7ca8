// What is said in passing, and the clipboard.
import { cut } from '../parts/format.js';
import { element, visible } from '../parts/markup.js';

let timer = 0;

/** Says something for two seconds. */
export function toast(text) {
    const box = element('toast');
    box.textContent = visible(text);
    box.classList.add('on');
    clearTimeout(timer);
    timer = setTimeout(() => box.classList.remove('on'), Math.max(2000, text.length * 45));
}

/** Copies a text. */
export async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
    } catch {
        // Without the clipboard's permission, the selection of a field still can be copied.
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

/** Tells a screen reader, when what is said has come to rest. */
export function announce(text) {
    clearTimeout(spoken);
    spoken = setTimeout(() => { element('announcement').textContent = visible(text); }, 250);
}

/** Says why something was not done, and what to do then. */
export const toastError = error => toast([error.message, error.hint].filter(Boolean).join(' '));
