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

/** Opens the menu.
 * @param {HTMLElement} button */
function openActionMenu(button) {
    const isMarked = bookmarksAt(state.at).length > 0;
    const isAction = state.at > state.session.first;
    const parts = [
        canMark() ? item('bookmark', isMarked ? 'Edit its bookmark…' : 'Bookmark it…', 'B') : '',
        canChange() ? item('cursor-here', 'Move the cursor here', 'c') : '',
        canRerun() && isAction ? item('what-if', state.skip.includes(state.at) ? 'Include it again' : state.skip.length
            ? 'What if without it, too?' : 'What if without it?', 'x') : '',
        isAction ? html`${item('focus-from', 'Focus from here', 'i')}${item('focus-to', 'Focus up to here', 'o')}` : '',
        focusRange() ? item('no-focus', 'Leave the focus range') : '',
        canExport('state') ? item('export-state', 'Export the state as JSON', 'e') : '',
        canExport('story') ? item('export-story', 'Export a story…') : '',
        canExport('html') ? item('export-html', 'Export a page…') : '',
        canExport('part') ? item('export-part', 'Export a part of the session…') : '',
        canExport('test') ? item('export-test', 'Export a test…') : '',
        canMark() ? '' : html`<p class="dim foot">${whyNot()}</p>`,
    ];
    openMenu(button, `Action #${state.at}`, html`${parts}`);
}

onCommand({
    'action-menu': openActionMenu,
    'focus-from': focusFromHere,
    'focus-to': focusToHere,
    'no-focus': () => setFocus(null),
});
onKey({ i: focusFromHere, o: focusToHere });
