// The `rewind` command that prints what the page shows.
import { element, html, put } from '../core/markup.js';
import { isEmpty } from '../core/session.js';
import { onChange, state } from '../core/store.js';
import { focusedPart, focusRange, from, tip } from '../core/view.js';
import { quoted } from '../parts/format.js';
import { copyButton } from '../parts/icons.js';

/** @param {unknown[]} parts */
const words = (...parts) => parts.map(String).map(quoted).join(' ');

/** Returns the command for the main pane. */
function command() {
    const { file } = state.session;
    if (isEmpty()) return `rewind log ${words(file)} --follow`;
    if (state.history !== null) {
        const [from, end] = focusRange() ? focusedPart() ?? ['', tip()] : ['', tip()];
        return `rewind history ${words(file, state.history, `${from}..${end}`, '--reverse')}`;
    }
    if (state.skip.length) {
        return `rewind replay ${words(file, ...state.skip.flatMap(seq => ['--skip', seq]), '--to', tip(), '--each')}`;
    }
    const beside = state.sessions.find(each => each.id === state.beside);
    if (beside) return `rewind compare ${words(file, beside.file)}`;
    if (state.with !== null) return `rewind diff ${words(file, from(), state.at)}`;
    switch (state.tab) {
    case 'state': return `rewind show ${words(file, state.at)}`;
    case 'action': return `rewind sql ${words(file)} "SELECT * FROM log WHERE seq = ${state.at}"`;
    case 'raw': return `rewind sql ${words(file)} "SELECT * FROM log WHERE seq = ${state.at}" --json`;
    default: return `rewind diff ${words(file, state.at)}`;
    }
}

/** Returns the command that prints which action wrote a value.
 * @param {Pointer} pointer */
export const blameCommand = pointer => `rewind blame ${words(state.session.file, pointer, state.at)}`;

onChange(['at', 'with', 'skip', 'beside', 'branch', 'tab', 'history', 'session', 'filter'], () => {
    const text = command();
    put(element('command'), html`
        <span class="prompt" aria-hidden="true">$</span>
        <code title="The same as a command">${text}</code>
        ${copyButton(text)}
    `);
});
