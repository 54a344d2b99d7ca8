// The menu of the selected action.
import { onCommand, onKey } from '../core/controls.js';
import { html } from '../core/markup.js';
import { bookmarksAt } from '../core/session.js';
import { state } from '../core/store.js';
import { focusFromHere, focusRange, focusToHere, setFocus } from '../core/view.js';
import { openMenu } from '../dialogs/menu.js';
import { canChange, canMark, whyNot } from './bookmarks.js';
import { canExport } from './exports.js';
import { canRerun } from './what-if.js';

/** @param {string} name @param {string} text */
const item = (name, text, key = '') => html`
    <button role="menuitem" class="menu-command" data-do="${name}">
        <span>${text}</span>
        ${key ? html`<kbd>${key}</kbd>` : ''}
    </button>
`;

/** Returns the commands for the selected action.
 * @returns {[name: string, text: string, key: string][]} */
export function actionCommands() {
    const isMarked = bookmarksAt(state.at).length > 0;
    const isAction = state.at > state.session.first;
    /** @param {boolean} isThere @param {string} name @param {string} text @returns {[string, string, string][]} */
    const command = (isThere, name, text, key = '') => (isThere ? [[name, text, key]] : []);
    return [
        ...command(canMark(), 'bookmark', isMarked ? 'Edit its bookmark…' : 'Bookmark it…', 'B'),
        ...command(canChange(), 'cursor-here', 'Move the cursor here', 'c'),
        ...command(canRerun() && isAction, 'what-if', state.skip.includes(state.at) ? 'Include it again'
            : state.skip.length ? 'What if without it, too?' : 'What if without it?', 'x'),
        ...command(isAction, 'focus-from', 'Focus from here', 'i'),
        ...command(isAction, 'focus-to', 'Focus up to here', 'o'),
        ...command(focusRange() !== null, 'no-focus', 'Leave the focus range'),
        ...command(canExport('state'), 'export-state', 'Export the state as JSON', 'e'),
        ...command(canExport('story'), 'export-story', 'Export a story…'),
        ...command(canExport('html'), 'export-html', 'Export a page…'),
        ...command(canExport('part'), 'export-part', 'Export a part of the session…'),
        ...command(canExport('test'), 'export-test', 'Export a test…'),
    ];
}

/** Opens the menu.
 * @param {HTMLElement} button */
const openActionMenu = button => openMenu(button, `Action #${state.at}`, html`
    ${actionCommands().map(([name, text, key]) => item(name, text, key))}
    ${canMark() ? '' : html`<p class="dim foot">${whyNot()}</p>`}
`);

onCommand({
    'action-menu': openActionMenu,
    'focus-from': focusFromHere,
    'focus-to': focusToHere,
    'no-focus': () => setFocus(null),
});
onKey({ i: focusFromHere, o: focusToHere });
