// The filter: its field, and a chip for each slice.
import { glyph, sliceColor } from '../parts/icons.js';
import { element, html, put } from '../parts/markup.js';
import { current, listed } from '../core/session.js';
import { label } from '../parts/values.js';
import { look, looked, view } from '../core/view.js';

let typed = 0;

/** Starts the field. */
export function startFilter() {
    const field = element('filter');
    field.addEventListener('input', () => {
        clearTimeout(typed);
        typed = setTimeout(() => look({ filter: field.value.trim() }), 90);
    });
    element('chips').addEventListener('dblclick', event => {
        const chip = event.target.closest('[data-slice]');
        if (chip) showAlone(Number(chip.dataset.slice));
    });
}

/** Hides the actions that changed a slice only, or shows them again. */
export function toggleSlice(slice) {
    look({ hide: view.hide.includes(slice) ? view.hide.filter(each => each !== slice) : [...view.hide, slice].sort((a, b) => a - b) });
}

function showAlone(slice) {
    look({ hide: [-1, ...current.session.slices.keys()].filter(each => each !== slice) });
}

/** Puts a filter in the place of the one that is set. */
export function setFilter(text) {
    element('filter').value = text;
    look({ filter: text, blame: null });
}

export function clearFilter() {
    element('filter').value = '';
    look({ filter: '', hide: [] });
}

/** A long name by its first and last word, in which slices differ. */
function shortName(name) {
    if (name.length <= 15) return name;
    const words = name.split(/(?=[A-Z])|[_-]/);
    return words.length > 2 ? `${words[0]}…${words.at(-1)}` : `${name.slice(0, 13)}…`;
}

function drawChips() {
    const names = current.session?.slices ?? [];
    put(element('chips'), html`${names.map((name, slice) => html`<button class="chip s${sliceColor(slice)}" data-slice="${slice}"
        aria-pressed="${!view.hide.includes(slice)}" title="${label(name)}. Click hides, double click shows it alone.">${glyph(slice)}${
        shortName(name)}</button>`)}`);
}

looked.on(changed => {
    if (changed.has('session') || changed.has('hide')) drawChips();
    if (changed.has('filter') && document.activeElement !== element('filter')) element('filter').value = view.filter;
    element('fbox').classList.toggle('set', Boolean(view.filter));
});
listed.on(() => { if (current.session) drawChips(); });
