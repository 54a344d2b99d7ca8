// The selected action, and the tabs.
import { onClick, onCommand, onKey } from '../core/controls.js';
import { element, html, put } from '../core/markup.js';
import { bookmarksAt, hasSession, isEmpty, isOfNoState, sliceOfRow } from '../core/session.js';
import { onChange, state, update } from '../core/store.js';
import { from, go, isBeside } from '../core/view.js';
import { fieldValue, openDialog } from '../dialogs/dialog.js';
import { copy } from '../dialogs/toast.js';
import { commands } from '../parts/commands.js';
import { clock, duration, number, plural, span } from '../parts/format.js';
import { glyph, icon, iconButton } from '../parts/icons.js';
import { label, typeName } from '../parts/values.js';
import { canMark } from '../session/bookmarks.js';
import { canExport } from '../session/exports.js';
import { canRerun } from '../what-if/what-if.js';
import { onWidth, placeOfView, views } from './views.js';

const tabs = /** @type {const} */ ([['diff', 'Diff'], ['state', 'State'], ['action', 'Action'], ['raw', 'Raw']]);

const troubles = {
    crash: '✕ the process ended here',
    unknown: '? its effect was not written',
    failed: '! the reducer reported an error',
    error: '! writes an error',
    skipped: 'skipped in Redux DevTools',
};

function actionHeader() {
    const { row } = state;
    const isLost = row ? !state.isConnected || state.session.gone || state.diffRefusal : state.at > state.session.first;
    if (row?.seq !== state.at && isLost) {
        return html`
            <h1><span class="title">Action</span><em>#${state.at}</em></h1>
            <div class="facts"><span>not loaded</span></div>
        `;
    }
    if (!row) {
        return html`
            <h1>${glyph(-1)}<span class="title">The first state</span><em>#${state.at}</em>${isEmpty() ? '' : acts()}</h1>
            <div class="facts"><span>before any action</span>${bookmarksAt(state.at).map(bookmark)}</div>
            ${notes(bookmarksAt(state.at))}
        `;
    }
    const { seq } = row;
    const marks = bookmarksAt(seq);
    return html`
        <h1>
            ${glyph(sliceOfRow(row))}
            <span class="title" title="${label(row.type)}">${typeName(row.type)}</span>
            <em>#${seq}</em>
            ${acts()}
        </h1>
        <div class="facts">
            <span><b>${clock(row.at)}</b></span>
            ${row.after === undefined ? '' : html`<span>after <b>${span(row.after)}</b></span>`}
            ${row.duration === undefined ? '' : html`<span>took <b>${duration(row.duration)}</b></span>`}
            ${row.parent !== seq - 1 ? html`<span>on <b>#${row.parent}</b></span>` : ''}
            ${row.trouble && !isOfNoState(row) ? html`
                <span class="${row.trouble === 'skipped' ? '' : 'error'}">${troubles[row.trouble] ?? row.trouble}</span>
            ` : ''}
            ${row.recovered && html`<span>recovered by re-running</span>`}
            ${marks.map(bookmark)}
        </div>
        ${notes(marks)}
    `;
}

/** Returns the buttons of the action. */
const acts = () => html`
    <span class="buttons">
        ${canMark() ? html`
            <button class="small-button" data-do="bookmark" aria-label="Bookmark" aria-haspopup="dialog"
                title="Bookmark  B">
                ${icon('bookmark')}
            </button>
        ` : ''}
        ${iconButton('compare', 'compare', 'Compare with another action', 'Compare with another action: also Shift click on it')}
        ${canExport('story') ? iconButton('story', 'story-add', 'Add to the story', 'Add to the story  s') : ''}
        ${canRerun() ? html`
            <button class="small-button" data-do="what-if-menu" aria-label="What if" aria-haspopup="menu"
                title="What if without it, or with another action?  x m n">
                ${icon('fork')}
            </button>
        ` : ''}
        ${state.session.part ? '' : html`
            <button class="small-button" data-do="action-menu" aria-label="More" aria-haspopup="menu"
                title="Bookmark, what if, export…">
                ${icon('more')}
            </button>
        `}
    </span>
`;

/** @param {Bookmark} bookmark */
const bookmark = ({ name }) => (canMark() ? html`
    <button class="bookmark-name link" data-mark="${name}" title="Edit this bookmark">⚑ ${name}</button>
` : html`<span class="bookmark-name">⚑ ${name}</span>`);

/** Returns the notes of bookmarks, with their lines and links.
 * @param {Bookmark[]} marks */
const notes = marks => marks.map(({ note }) => note && html`
    <p class="bookmark-note">
        ${note.split(/(https?:\/\/[^\s<>"]+)/).map((part, i) => (i % 2 ? html`
            <a href="${part}" target="_blank" rel="noreferrer">${part}</a>
        ` : part))}
    </p>
`);

/** @param {Row} a @param {Row} b */
function comparisonHeader(a, b) {
    return html`
        <h1>
            <span class="title">#${a.seq} <i>against</i> #${b.seq}</span>
            <span class="buttons">
                <button class="button" data-do="swap" title="Swap A and B">Swap</button>
                <button class="button" data-do="leave">
                    Leave<span class="wide"> the comparison</span> <kbd>Esc</kbd>
                </button>
            </span>
        </h1>
        <div class="facts">
            <span>${plural(Math.abs(b.seq - a.seq), 'action')} apart</span>
            <span><b>${span(Math.abs(b.at - a.at))}</b></span>
            <span>${a.type} … ${b.type}</span>
        </div>
    `;
}

function drawHead() {
    if (isEmpty() && (!hasSession() || state.session.recording === 'live')) return put(element('head'), html``);
    put(element('head'), state.other && state.row ? comparisonHeader(state.other, state.row) : actionHeader());
    drawTabs();
    clearTimeout(titled);
    titled = setTimeout(nameTab, 200);
}

let titled = 0;

/** Names the action in the browser's tab, a moment after the last step. */
function nameTab() {
    const { row } = state;
    const { file, part = '' } = state.session;
    document.title = label(`${row ? `#${row.seq} ${row.type}` : 'Rewind'} — ${file}${part}`);
}

function drawTabs() {
    element('tabs').hidden = isEmpty();
    if (isEmpty()) return;
    const count = state.diff?.count;
    const [main] = views();
    const hasDiff = placeOfView('diff') !== null;
    put(element('tabs'), html`
        <div class="tab-list" role="tablist" aria-label="Views of this action">
            ${tabs.map(([key, name], i) => html`
                <button role="tab" id="tab-${key}" aria-selected="${main === key}"
                    tabindex="${state.tab === key ? 0 : -1}" aria-controls="body" data-tab="${key}"
                    title="${name}  ${i + 1}">
                    ${name}
                    ${key === 'diff' && count !== undefined ? html` <span class="count">${number(count)}</span>` : ''}
                </button>
            `)}
        </div>
        <span class="tab-buttons">
            ${hasDiff ? html`
                <button class="text-button" data-do="context" aria-pressed="${state.context}"
                    title="Show unchanged neighbors">
                    Context
                </button>
            ` : ''}
            <button class="text-button" data-do="copy-view" title="Copy the content of this tab">Copy</button>
        </span>
    `);
    element('body').setAttribute('aria-labelledby', `tab-${state.tab}`);
}

/** Shows a tab by its number from 0.
 * @param {number} index */
function showTab(index) {
    update({ tab: tabs[index][0], history: null });
}

/** Shows the tab some places further.
 * @param {number} steps */
function stepTab(steps) {
    const index = tabs.findIndex(([key]) => key === state.tab);
    showTab((index + steps + tabs.length) % tabs.length);
    requestAnimationFrame(() => element(`tab-${state.tab}`)?.focus());
}

/** Opens the dialog that compares the action with another one, by its number. */
function openCompare() {
    const { first, last } = state.session;
    const { at } = state;
    const other = () => Number(fieldValue('other'));
    openDialog({
        title: `Compare #${at} with`,
        fields: html`
            <label>
                Number of the other action
                <input name="other" class="mono" type="number" required min="${first}" max="${last}"
                    value="${from() === at ? last : from()}">
            </label>
        `,
        button: 'Compare',
        send: async () => {
            if (other() === at) throw new Error('Choose another action.');
            go(Math.max(at, other()), Math.min(at, other()));
        },
        command: () => commands.diff(state.session.file, Math.min(at, other()), Math.max(at, other())),
    });
}

onClick({ tab: name => showTab(tabs.findIndex(([key]) => key === name)) });
onCommand({
    compare: openCompare,
    leave: () => update({ with: null }),
    swap: () => go(from(), state.at),
    context: () => update({ context: !state.context }),
    'copy-view': () => copy(element('body').innerText),
});
onKey({ 1: () => showTab(0), 2: () => showTab(1), 3: () => showTab(2), 4: () => showTab(3) });
element('tabs').addEventListener('keydown', event => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    stepTab(event.key === 'ArrowRight' ? 1 : -1);
});

onChange(['at', 'isConnected', 'row', 'diffRefusal', 'other', 'session', 'tab', 'history', 'context', 'with', 'changes'], drawHead);
onWidth(drawHead);
onChange(['diff'], () => { if (!isEmpty()) drawTabs(); });
onChange(['with', 'changes', 'beside'], () => { element('grid').classList.toggle('comparing', isBeside()); });
