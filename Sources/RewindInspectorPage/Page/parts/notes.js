// Notes in place of something that cannot be shown.
import { html } from '../core/markup.js';
import { mark } from './icons.js';

/** Returns a note of an error.
 * @param {Part} title @param {Part} text @param {'error' | 'crash'} icon */
export const errorNote = (title, text, icon = 'error') => html`
    <div class="note error">
        ${mark(icon)}
        <div><b>${title}</b>${text}</div>
    </div>
`;

/** Returns a note in an empty pane.
 * @param {Part} title @param {Part} text */
export const emptyNote = (title, text) => html`<div class="empty"><b>${title}</b>${text}</div>`;

/** Returns the note of a session that has only actions. */
export const noStatesNote = () => emptyNote('Only the actions were recorded', html`
    A tool with the app’s reducers can recover the states.${' '}
    <button class="link" data-tab="action">Show the payload</button>
`);
