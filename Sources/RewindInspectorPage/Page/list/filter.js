// The filter: its field, and a chip for each slice.
import { onClick, onCommand, onKey } from '../core/controls.js';
import { element, focusMain, html, put, visible } from '../core/markup.js';
import { onChange, state, update } from '../core/store.js';
import { focusRange } from '../core/view.js';
import { number } from '../parts/format.js';
import { glyph, icon, sliceColor } from '../parts/icons.js';
import { openMenu } from '../dialogs/menu.js';
import { label } from '../parts/values.js';
import { complaints } from './filter-words.js';

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
    const isMany = names.length > most;
    const shown = [...names.keys()].filter(slice => !isMany || slice < few || state.hide.includes(slice));
    put(element('chips'), html`
        ${focusChip()}
        ${shown.map(slice => html`
            <button class="chip slice-${sliceColor(slice)}" data-slice="${slice}"
                aria-pressed="${!state.hide.includes(slice)}"
                title="${label(names[slice])}. Click to hide it, double-click to show only it.">
                ${glyph(slice)}
                ${shortName(names[slice]) || '""'}
            </button>
        `)}
        ${shown.length < names.length ? html`
            <button class="chip" data-do="slices" aria-haspopup="menu">+${number(names.length - shown.length)} more</button>
        ` : ''}
    `);
}

/** The number of chips for all slices, and the number of them if there are more slices. */
const most = 12;
const few = 6;

/** Opens the menu of all slices.
 * @param {HTMLElement} button */
const openSlices = button => openMenu(button, 'Slices', html`
    ${state.session.slices.map((name, slice) => html`
        <button role="menuitem" class="menu-command" data-filter="slice:${name}"><span>${glyph(slice)} ${name}</span></button>
    `)}
`);

/** Says what is wrong with the words of the filter.
 * @param {boolean} hasMatches */
export function drawFilterNote(hasMatches) {
    const texts = complaints(state.filter, state.session.slices, hasMatches);
    element('filter-note').hidden = !texts.length;
    element('filter-note').textContent = visible(texts.join(' '));
}

onChange(['session', 'hide', 'filter'], drawChips);
onChange(['session', 'filter'], () => drawFilterNote(true));
onChange(['filter'], () => {
    const field = element('filter');
    // While a person types, the filter follows the field; otherwise, the field follows the filter.
    if (!typed && field.value.trim() !== state.filter) field.value = state.filter;
    element('filter-field').classList.toggle('set', Boolean(state.filter));
});

onClick({ slice: slice => toggleSlice(Number(slice)), clear: clearFilter, filter: setFilter });
onCommand({ slices: openSlices });
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
    focusMain();
});
element('chips').addEventListener('dblclick', event => {
    const chip = event.target?.closest('[data-slice]');
    if (chip) showAlone(Number(chip.dataset.slice));
});
