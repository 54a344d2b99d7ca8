// What the search field offers besides finds: actions by number, pointers, bookmarks and commands.
import { perform } from '../core/controls.js';
import { html } from '../core/markup.js';
import { bookmarks, sliceOf } from '../core/session.js';
import { state, update } from '../core/store.js';
import { jump } from '../core/view.js';
import { number } from '../parts/format.js';
import { glyph } from '../parts/icons.js';
import { actionCommands } from '../session/action-menu.js';
import { togglePin } from '../session/pins.js';

/** @typedef {{ sign: Part, text: Part, run: () => void }} Entry */

/** The commands that are about no action.
 * @type {[name: string, text: string, key: string][]} */
const others = [
    ['theme', 'Next theme', 't'], ['help', 'Keys', '?'], ['screen', 'Show or hide the screen', ''], ['fold', 'Fold noise', '.'],
    ['open-file', 'Open a file…', ''], ['story', 'Tell a story', ''], ['zoom-in', 'Zoom the timeline in', 'W'],
    ['zoom-out', 'Zoom the timeline out', 'S'], ['pan-back', 'Move the timeline back', 'A'], ['pan-on', 'Move the timeline on', 'D'], ['fit', 'Show all in the timeline', '0'], ['keys', 'Turn single keys on or off', ''],
];

/** The maximum numbers of commands and bookmarks. */
const most = 5;

/** Returns what a text may mean.
 * @param {string} text @returns {Entry[]} */
export function entries(text) {
    return [...numbered(text), ...pointers(text), ...marked(text), ...commands(text)];
}

/** @param {string} text @returns {Entry[]} */
function numbered(text) {
    const seq = /^#?\d+$/.test(text) ? Number(text.replace('#', '')) : NaN;
    if (!(seq >= state.session.first && seq <= state.session.last)) return [];
    return [{ sign: glyph(-1), text: html`Go to <b>#${number(seq)}</b>`, run: () => jump(seq) }];
}

/** @param {string} text @returns {Entry[]} */
function pointers(text) {
    if (!text.startsWith('/') || text.length < 2) return [];
    const sign = glyph(sliceOf(text));
    return [
        { sign, text: html`History of <code>${text}</code>`, run: () => update({ history: text, blame: null, pane: 'inspect' }) },
        { sign, text: html`${state.pins.includes(text) ? 'Unpin' : 'Pin'} <code>${text}</code>`, run: () => togglePin(text) },
    ];
}

/** @param {string} text @returns {Entry[]} */
function marked(text) {
    const wanted = text.replace(/^:/, '').toLowerCase();
    return bookmarks().filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, most)
        .map(({ name, seq }) => ({ sign: '⚑', text: html`${name} <b>#${number(seq)}</b>`, run: () => jump(seq) }));
}

/** @param {string} text @returns {Entry[]} */
function commands(text) {
    if (text.length < 2 || state.session.part !== undefined) return [];
    const wanted = text.toLowerCase();
    return [...actionCommands(), ...others].filter(([, name]) => name.toLowerCase().includes(wanted)).slice(0, most)
        .map(([command, name, key]) => ({
            sign: '⌘', text: html`${name}${key && html` <kbd>${key}</kbd>`}`, run: () => perform(command),
        }));
}
