// The `rewind` command that prints what the page shows.
import { element, html, put } from '../core/markup.js';
import { isEmpty } from '../core/session.js';
import { onChange, state } from '../core/store.js';
import { focusedPart, focusRange, from, tip } from '../core/view.js';
import { commandLine, commands } from '../parts/commands.js';
import { copyButton } from '../parts/icons.js';
import { options } from '../core/changes.js';
import { isWhatIf } from '../what-if/what-if.js';

/** Returns the words of the command for the main pane. */
function command() {
    const { file } = state.session;
    if (isEmpty()) return state.session.recording === 'live' ? commands.follow(file) : commands.firstState(file);
    if (state.history !== null) {
        const [from, end] = focusRange() ? focusedPart() ?? ['', tip()] : ['', tip()];
        return commands.history(file, state.history, from, end);
    }
    if (isWhatIf()) return commands.whatIf(file, options(state.changes), tip());
    const beside = state.sessions.find(each => each.id === state.beside);
    if (beside) return commands.compare(file, beside.file);
    if (state.with !== null) return commands.diff(file, from(), state.at);
    switch (state.tab) {
    case 'state': return commands.state(file, state.at);
    case 'action': return commands.action(file, state.at);
    case 'raw': return commands.raw(file, state.at);
    default: return commands.diff(file, state.at);
    }
}

/** Returns the command that prints which action wrote a value.
 * @param {Pointer} pointer @param {Seq} at */
export const blameCommand = (pointer, at) => commandLine(commands.blame(state.session.file, pointer, at));

onChange(['at', 'with', 'changes', 'beside', 'branch', 'tab', 'history', 'session', 'filter'], () => {
    const text = commandLine(command());
    put(element('command'), html`
        <span class="prompt" aria-hidden="true">$</span>
        <code title="The same as a command">${text}</code>
        ${copyButton(text)}
    `);
});
