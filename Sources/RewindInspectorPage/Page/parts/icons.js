// Shapes of the slices, marks and icons. Slices differ in color and shape, never in color alone.
import { html } from '../core/markup.js';
import { state } from '../core/store.js';

const sliceShapes = [
    'M5 0a5 5 0 1 0 0 10A5 5 0 0 0 5 0m0 2.4a2.6 2.6 0 1 1 0 5.2 2.6 2.6 0 0 1 0-5.2',
    'M5 0 10 4.6V10H0V4.6z',
    'M1 0h8v10H1z',
    'M0 0h10v2.4H0zM0 3.8h10v2.4H0zM0 7.6h10V10H0z',
    'M5 0l5 5-5 5-5-5z',
    'M0 0h3.6L10 5 3.6 10H0l4.6-5z',
    'M5 0 10 10H0z',
    'M3.3 0h3.4v3.3H10v3.4H6.7V10H3.3V6.7H0V3.3h3.3z',
    'M0 0h10v10H0zM3 3v4h4V3z',
    'M5 0a5 5 0 0 1 5 5H0a5 5 0 0 1 5-5M0 6.6h10V10H0z',
    'M0 0h4.2v10H0zM5.8 0H10v10H5.8z',
];
const dash = 'M0 3.8h10v2.4H0z';
const star = 'M5 0l1.5 3.5L10 5 6.5 6.5 5 10 3.5 6.5 0 5l3.5-1.5z';

export const marks = {
    error: 'M5 0 10.4 10H-.4z',
    crash: 'M3 0h4l3 3v4l-3 3H3L0 7V3z',
    bookmark: 'M1.5 0h7v10L5 7.2 1.5 10z',
};

/** The number of combinations of color and shape. */
const looks = 6 * sliceShapes.length;

/** The looks by name.
 * @type {Map<string, number>} */
const known = new Map();

/** Returns a number for a slice from its name alone, so that it looks the same in all sessions; its own number if it has no
 * name, as what a fleet's page counts.
 * @param {SliceNumber} slice */
function look(slice) {
    const name = state.session.slices[slice];
    if (name === undefined) return slice;
    let number = known.get(name);
    if (number === undefined) {
        // FNV-1a, whose lower bits are then mixed with the upper ones. With this start, usual names differ.
        number = [...name].reduce((hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619), 55308);
        number = Math.imul(number ^ number >>> 15, 0x2c1b3c6d);
        number = ((number ^ number >>> 12) >>> 0) % looks;
        known.set(name, number);
    }
    return number;
}

/**
 * Returns the number of one of six colors; -1, the color of text, for the whole state and for no change.
 *
 * @param {SliceNumber | undefined} slice
 */
export const sliceColor = slice => (slice === undefined || slice < 0 ? -1 : look(slice) % 6);

/**
 * Returns the path of a slice's shape in a square of 10.
 *
 * @param {SliceNumber | undefined} slice
 */
export function sliceShape(slice) {
    if (slice === -2) return dash;
    return slice === undefined || slice < 0 ? star : sliceShapes[look(slice) % sliceShapes.length];
}

/** Returns the class with the color of a slice.
 * @param {SliceNumber | undefined} slice */
export const colorClass = slice => (sliceColor(slice) < 0 ? 'slice-none' : `slice-${sliceColor(slice)}`);

/** Returns the shape of a slice as an image.
 * @param {SliceNumber | undefined} slice */
export const glyph = slice => html`
    <svg class="glyph ${colorClass(slice)}" viewBox="0 0 10 10" aria-hidden="true">
        <path fill-rule="evenodd" d="${sliceShape(slice)}"/>
    </svg>
`;

/** Returns a mark.
 * @param {'error' | 'crash'} name */
export const mark = name => html`
    <svg class="glyph error" viewBox="0 0 10 10" aria-hidden="true"><path d="${marks[name]}"/></svg>
`;

const icons = {
    copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
    pin: 'M9.5 2 14 6.5l-2.5.7-2.6 2.6.1 2.7-1 1L5.3 10.7 2.5 13.5M5.3 10.7 2.6 8l1-1 2.6.1L8.8 4.5z',
    sun: 'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M3 13l1-1M12 4l1-1',
    moon: 'M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7z',
    auto: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2',
    bookmark: 'M4.5 2h7v12L8 11l-3.5 3z',
    compare: 'M2 3h5v10H2zM9 3h5v10H9z',
    close: 'm4 4 8 8M12 4l-8 8',
    down: 'm4 6 4 4 4-4',
    up: 'm4 10 4-4 4 4',
    fork: 'M2.500 8h4c3 0 3-4.500 7-4.500M6.500 8c3 0 3 4.500 7 4.500',
    add: 'M8 3v10M3 8h10',
    story: 'M3 2.500h10v11H3zM5.500 6h5M5.500 8.500h5M5.500 11h3',
    more: 'M3.500 8h.01M8 8h.01M12.500 8h.01',
    left: 'm10 4-4 4 4 4',
    right: 'm6 4 4 4-4 4',
    undo: 'M5.500 3 2.500 6l3 3M2.500 6h7a4 4 0 0 1 0 8H6',
    redo: 'm10.500 3 3 3-3 3M13.500 6h-7a4 4 0 0 0 0 8H10',
    lock: 'M3.500 7.500h9v6h-9zM5.500 7.500v-2a2.500 2.500 0 0 1 5 0v2',
    branch: 'M4.500 2.500v11M4.500 10c0-4 7-2 7-6M11.500 2.500V4',
};

/** Returns a line icon.
 * @param {keyof icons} name */
export const icon = name => html`
    <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="${icons[name]}"/>
        ${name === 'auto' ? html`<path d="M8 2v12a6 6 0 0 0 0-12" fill="currentColor"/>` : ''}
    </svg>
`;

/** Returns a small button that performs a command.
 * @param {keyof icons} name @param {string} command @param {string} text @param {string} [title] */
export const iconButton = (name, command, text, title = text) => html`
    <button type="button" class="small-button" data-do="${command}" aria-label="${text}" title="${title}">
        ${icon(name)}
    </button>
`;

/** Returns a small button that copies a text.
 * @param {string} copied @param {string} [text] @param {string} [title] */
export const copyButton = (copied, text = 'Copy the command', title = text) => html`
    <button class="small-button" data-copy="${copied}" aria-label="${text}" title="${title}">${icon('copy')}</button>
`;

const solids = {
    first: 'M3 3h2v10H3zM13 3v10L6 8z',
    back: 'M12 3v10L5 8z',
    play: 'M4 2l10 6-10 6z',
    pause: 'M3 2h4v12H3zM9 2h4v12H9z',
    forward: 'M4 3v10l7-5z',
    last: 'M11 3h2v10h-2zM3 3v10l7-5z',
};

/** Returns a filled icon, as on a tape recorder.
 * @param {keyof solids} name */
export const solid = name => html`
    <svg class="solid" viewBox="0 0 16 16" aria-hidden="true"><path d="${solids[name]}"/></svg>
`;
