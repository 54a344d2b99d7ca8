// The help: all keys.
import { onCommand, onKey, setSingleKeys, singleKeys } from '../core/controls.js';
import { element, html, put } from '../core/markup.js';
import { state } from '../core/store.js';
import { toast } from '../dialogs/toast.js';
import { iconButton } from '../parts/icons.js';
import { canSteer } from '../screen/steering.js';
import { canChange, canMark } from '../session/bookmarks.js';
import { canRerun } from '../what-if/what-if.js';

/** @param {string} text @param {string[]} keys */
const key = (text, ...keys) => html`
    <div class="key-line"><span>${text}</span><span>${keys.map(each => html`<kbd>${each}</kbd>`)}</span></div>
`;

/** Opens the help. */
function openHelp() {
    const dialog = element('help');
    put(dialog, html`
        <h2>Keys ${iconButton('close', 'close-help', 'Close')}</h2>
        <div class="cols">
            <div>
                <h3>Time</h3>
                ${key('Every action, along the branch', '←', '→')}
                ${key('Row by row, as listed', '↑', '↓')}
                ${key('Ten at once', 'Shift', '←', '→')}
                ${key('First, last', 'Home', 'End')}
                ${key('Play, pause', 'Space')}
                ${key('Play in reverse', 'Shift', 'Space')}
                ${key('Speed', '−', '+')}
                ${key('Zoom, show all', 'wheel', '0')}
                ${key('Zoom in and out, move', 'W', 'S', 'A', 'D')}
                <h3>As in Redux DevTools</h3>
                ${key('Play, back, forward', 'Ctrl J', 'Ctrl [', 'Ctrl ]')}
                ${canSteer() ? html`<h3>App</h3>${key('Undo', 'Ctrl Z')}${key('Redo', 'Shift Ctrl Z')}` : ''}
                ${canMark() ? html`<h3>Bookmarks and cursor</h3>${key('Bookmark, with a note', 'B')}` : ''}
                ${canChange() ? html`
                    ${key('Cursor here', 'c')}
                    ${key('Cursor back, forward', 'Ctrl Z', 'Shift Ctrl Z')}
                ` : ''}
            </div>
            <div>
                <h3>Values</h3>
                ${key('Previous, next writer', '[', ']')}
                ${key('History', 'h')}
                ${key('Pin under the timeline', 'w')}
                ${key('Diff, State, Action, Raw', '1', '…', '4')}
                <h3>Session</h3>
                ${key('Filter the actions', '/')}
                ${key('Search, #63, /pointer, commands', 'Ctrl K')}
                ${key('Next, previous find', 'F3', 'Shift F3')}
                ${key('Focus from here, up to here', 'i', 'o')}
                ${key('Fold noise', '.')}
                ${state.session.causes ? html`
                    ${key('Group by cause', ',')}
                    ${key('Effect: begin, end', 'E')}
                ` : ''}
                ${key('Compare', 'Shift', 'click')}
                ${key('Next bookmark', 'b')}
                ${canRerun() ? html`
                    ${key('What if without it', 'x')}
                    ${key('What if with another payload', 'm')}
                    ${key('What if with an action after it', 'n')}
                    ${key('What if earlier, later', '<', '>')}
                    ${key('Previous, next difference', '{', '}')}
                ` : ''}
                ${key('Add to the story', 's')}
                ${key('Export the state', 'e')}
                ${key('Theme', 't')}
                ${key('Close, leave', 'Esc')}
            </div>
        </div>
        <p class="dim">
            ${'Filter: all words must match; '}<code>-word</code>${' excludes. Also '}<code>slice:name</code>,${' '}
            <code>status:failed</code>,${' '}
            <code>payload:text</code>,${' '}<code>touches:/pointer</code>${' and '}<code>seq:24..47</code>, the focus range.
            ${' Click any value to see which action wrote it.'}
            ${state.session.part ? '' : html`
                ${' An expression in the search field, such as '}<code>max(seq, at('/pointer'))</code>,
                ${' can be shown over time.'}
            `}
        </p>
        <label class="single-keys">
            <input type="checkbox" id="single-keys" ${singleKeys() ? html`checked` : ''}>
            Keys of one character, without Ctrl
        </label>
        <p class="dim">Rewind ${state.version}</p>
    `);
    dialog.showModal();
}

element('help').addEventListener('change', ({ target }) => {
    if (target?.id === 'single-keys') setSingleKeys(/** @type {HTMLInputElement} */ (target).checked);
});

function toggleKeys() {
    setSingleKeys(!singleKeys());
    toast(`Keys of one character are ${singleKeys() ? 'on' : 'off'}`);
}

onCommand({ keys: toggleKeys, help: openHelp, 'close-help': () => element('help').close() });
onKey({ '?': openHelp }, { needsActions: false });
