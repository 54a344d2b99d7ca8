// The filter: its field, and a chip for each slice.
import { onClick, onKey } from '../core/controls.js';
import { element, html, put } from '../core/markup.js';
import { onChange, state, update } from '../core/store.js';
import { focusRange } from '../core/view.js';
import { number } from '../parts/format.js';
import { glyph, icon, sliceColor } from '../parts/icons.js';
import { label } from '../parts/values.js';

let typed = 0;

/** Hides the actions that changed only this slice, or shows them again.
 * @param {SliceNumber} slice */
function toggleSlice(slice) {
    const others = state.hide.filter(each => each !== slice);
    update({ hide: state.hide.includes(slice) ? others : [...others, slice].sort((a, b) => a - b) });
}

/** @param {SliceNumber} slice */
function showAlone(slice) {
    update({ hide: [-1, ...state.session.slices.keys()].filter(each => each !== slice) });
}

/** Replaces the filter.
 * @param {string} text */
function setFilter(text) {
    clearTimeout(typed);
    typed = 0;
    update({ filter: text, blame: null, pane: 'actions' });
}

function clearFilter() {
    clearTimeout(typed);
    typed = 0;
    element('filter').value = '';
    update({ filter: '', hide: [] });
}

/** Shortens a long name to its first and last word, in which slices differ.
 * @param {string} name */
function shortName(name) {
    if (name.length <= 15) return name;
    const words = name.split(/(?=[A-Z])|[_-]/);
    return words.length > 2 ? `${words[0]}…${words.at(-1)}` : `${name.slice(0, 13)}…`;
}

function focusChip() {
    const range = focusRange();
    if (!range) return '';
    const [from, to] = range;
    const text = `#${number(from)}–${to === Infinity ? 'end' : number(to)}`;
    return html`
        <button class="chip focus" data-do="no-focus" aria-label="Leave the focus range ${text}"
            title="List, search, history and playing keep to this range. Click to leave it.">
            ${text} ${icon('close')}
        </button>
    `;
}

function drawChips() {
    const names = state.session.slices;
    put(element('chips'), html`
        ${focusChip()}
        ${names.map((name, slice) => html`
            <button class="chip slice-${sliceColor(slice)}" data-slice="${slice}"
                aria-pressed="${!state.hide.includes(slice)}"
                title="${label(name)}. Click to hide it, double-click to show only it.">
                ${glyph(slice)}
                ${shortName(name)}
            </button>
        `)}
    `);
}

onChange(['session', 'hide', 'filter'], drawChips);
onChange(['filter'], () => {
    const field = element('filter');
    // While a person types, the filter follows the field; otherwise, the field follows the filter.
    if (!typed && field.value.trim() !== state.filter) field.value = state.filter;
    element('filter-field').classList.toggle('set', Boolean(state.filter));
});

onClick({ slice: slice => toggleSlice(Number(slice)), clear: clearFilter, filter: setFilter });
onKey({ '/': () => element('filter').focus() }, { needsActions: false });

const field = element('filter');
field.addEventListener('input', () => {
    clearTimeout(typed);
    typed = setTimeout(() => { typed = 0; update({ filter: field.value.trim() }); }, 90);
});
field.addEventListener('keydown', event => {
    if (event.key === 'Escape') clearFilter();
    if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    element('list').focus();
});
element('chips').addEventListener('dblclick', event => {
    const chip = event.target?.closest('[data-slice]');
    if (chip) showAlone(Number(chip.dataset.slice));
});
