// The `rewind` command that prints what the page shows.
import { current, isEmpty } from '../core/session.js';
import { from, tip, to, view, viewChanged } from '../core/view.js';
import { quoted } from '../parts/format.js';
import { icon } from '../parts/icons.js';
import { element, html, put } from '../parts/markup.js';

const words = (...parts) => parts.map(String).map(quoted).join(' ');

/** Returns the command for the main pane. */
function command() {
    const { file } = current.session;
    if (isEmpty()) return `rewind log ${words(file)} --follow`;
    if (view.history !== null) return `rewind history ${words(file, view.history, `..${tip()}`, '--reverse')}`;
    if (view.skip.length) return `rewind replay ${words(file, ...view.skip.flatMap(seq => ['--skip', seq]), '--to', tip(), '--each')}`;
    if (view.with !== null) return `rewind diff ${words(file, from(), to())}`;
    switch (view.tab) {
    case 'state': return `rewind show ${words(file, view.at)}`;
    case 'action': case 'raw':
        return `rewind sql ${words(file)} "SELECT * FROM log WHERE seq = ${view.at}"${view.tab === 'raw' ? ' --json' : ''}`;
    default: return `rewind diff ${words(file, view.at)}`;
    }
}

/** Returns the command that prints which action wrote a value. @param {Pointer} pointer */
export const blameCommand = pointer => `rewind blame ${words(current.session.file, pointer, view.at)}`;

viewChanged.on(() => {
    if (!current.session) return;
    const text = command();
    put(element('command'), html`
        <span class="prompt" aria-hidden="true">$</span>
        <code title="The same as a command">${text}</code>
        <button class="small-button" data-copy="${text}" aria-label="Copy the command" title="Copy the command">
            ${icon('copy')}
        </button>
    `);
});
