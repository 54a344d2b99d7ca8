// The menu of the selected action.
import { onCommand, onKey } from '../core/controls.js';
import { element, html } from '../core/markup.js';
import { bookmarksAt, isEmpty } from '../core/session.js';
import { state } from '../core/store.js';
import { go, focusFromHere, focusRange, focusToHere, setFocus } from '../core/view.js';
import { openMenu } from '../dialogs/menu.js';
import { whatIfCommands } from '../what-if/change-dialogs.js';
import { canRerun } from '../what-if/what-if.js';
import { canChange, canMark, whyNot } from './bookmarks.js';
import { canExport } from './exports.js';

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
        ...canRerun() ? whatIfCommands() : [],
        ...command(isAction, 'focus-from', 'Focus from here', 'i'),
        ...command(isAction, 'focus-to', 'Focus up to here', 'o'),
        ...command(focusRange() !== null, 'no-focus', 'Leave the focus range'),
        ...command(canExport('state'), 'export-state', 'Export the state as JSON', 'e'),
        ...command(canExport('story'), 'story-add', state.story.moments.some(each => each.seq === state.at) ? 'Its note in the story' : 'Add to the story', 's'),
        ...command(canExport('html'), 'export-html', 'Export a page…'),
        ...command(canExport('part'), 'export-part', 'Export a part of the session…'),
        ...command(canExport('test'), 'export-test', 'Export a test…'),
    ];
}

/** Opens the menu.
 * @param {HTMLElement} button @param {{ left: number, bottom: number }} [box] */
const openActionMenu = (button, box) => openMenu(button, `Action #${state.at}`, html`
    ${actionCommands().map(([name, text, key]) => item(name, text, key))}
    ${canMark() ? '' : html`<p class="dim foot">${whyNot()}</p>`}
`, box);

// The context menu of a row is that of its action; of the list, that of the selected one.
element('list').addEventListener('contextmenu', event => {
    if (state.session.part !== undefined || isEmpty()) return;
    event.preventDefault();
    const row = event.target?.closest('[data-row]');
    if (row) go(Number(row.dataset.row));
    const box = (row ?? document.getElementById(`row-${state.at}`) ?? element('list')).getBoundingClientRect();
    const isPointed = event.clientX || event.clientY;
    openActionMenu(element('list'), isPointed ? { left: event.clientX, bottom: event.clientY } : box);
});

/** Opens the menu of what can be changed in a what-if.
 * @param {HTMLElement} button */
const openWhatIfMenu = button => openMenu(button, `What if, at #${state.at}`, html`
    ${whatIfCommands().map(([name, text, key]) => item(name, text, key))}
`);

onCommand({
    'action-menu': button => openActionMenu(button),
    'what-if-menu': openWhatIfMenu,
    'focus-from': focusFromHere,
    'focus-to': focusToHere,
    'no-focus': () => setFocus(null),
});
onKey({ i: focusFromHere, o: focusToHere });
