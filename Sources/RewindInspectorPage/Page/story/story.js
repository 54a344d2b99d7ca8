// The story of a session, told beside the page: moments with notes, which become one page to read.
import { frameSource } from '../core/api.js';
import { onClick, onCommand, onKey } from '../core/controls.js';
import { element, html, put, putList } from '../core/markup.js';
import { row, rowsLoaded, rowsOf } from '../core/rows.js';
import { bookmarks, bookmarksAt, downloadFromSession, textFromSession } from '../core/session.js';
import { onChange, state, update } from '../core/store.js';
import { announce, toast, toastError } from '../dialogs/toast.js';
import { commandLine, commands } from '../parts/commands.js';
import { plural } from '../parts/format.js';
import { copyButton, icon, iconButton } from '../parts/icons.js';
import { typeName } from '../parts/values.js';
import { baseName, canExport } from '../session/exports.js';
import { has, movedMoment, parametersOf, readDraft, withMoment, withNote, withoutMoment } from './draft.js';

const [pane, list, title] = [element('composer'), element('story-moments'), element('story-title')];

/** What had the focus when the pane was opened.
 * @type {Element | null} */
let opener = null;

const isNarrow = () => matchMedia('(max-width: 900px)').matches;

/** True while the pane is in view. */
const isOpen = () => (isNarrow() ? state.pane === 'story' : state.composes);

const storage = () => `rewind-story ${state.session.file} ${state.session.startedAt ?? ''}`;

/** @param {Draft} story */
function change(story) {
    update({ story });
    try { localStorage.setItem(storage(), JSON.stringify(story)); } catch { /* It lasts as long as the page. */ }
}

/** Keeps whether the pane is open on a wide page.
 * @param {boolean} composes */
function compose(composes) {
    update({ composes });
    try { localStorage.setItem('rewind-composes', composes ? 'on' : 'off'); } catch { /* It is closed at the next visit. */ }
}

/** Opens the pane at its title, or at a note. */
function open(field = title) {
    opener = document.activeElement;
    compose(true);
    if (isNarrow()) update({ pane: 'story' });
    requestAnimationFrame(() => { draw(); field.focus(); });
}

function close() {
    compose(false);
    if (state.pane === 'story') update({ pane: 'inspect' });
    const isThere = opener?.isConnected && opener !== document.body;
    requestAnimationFrame(() => { (isThere ? opener : element('composer-toggle'))?.focus(); });
}

/** Adds an action; one that is there already gets its note.
 * @param {Seq} seq */
function add(seq) {
    if (!canExport('story')) return;
    if (has(state.story, seq)) {
        open();
        requestAnimationFrame(() => requestAnimationFrame(() => noteField(seq)?.focus()));
        return;
    }
    change(withMoment(state.story, seq));
    if (!isNarrow()) compose(true);
    toast(`#${seq} is in the story`);
}

function addBookmarks() {
    change(bookmarks().reduce((story, { seq }) => withMoment(story, seq), state.story));
}

/** @param {Seq} seq @param {number} direction */
function move(seq, direction) {
    const next = movedMoment(state.story, seq, direction);
    if (next === state.story) { announce(direction < 0 ? 'It is the first moment' : 'It is the last moment'); return; }
    const focused = document.activeElement;
    change(next);
    draw();
    // A moved element loses its focus.
    focused?.focus();
    announce(`${seq} is moment ${next.moments.findIndex(each => each.seq === seq) + 1} of ${next.moments.length}`);
}

/** @param {Seq} seq */
function remove(seq) {
    const index = state.story.moments.findIndex(each => each.seq === seq);
    change(withoutMoment(state.story, seq));
    draw();
    const next = state.story.moments[Math.min(index, state.story.moments.length - 1)];
    (next ? noteField(next.seq) : element('story-add'))?.focus();
    announce(`${seq} is no moment any more`);
}

/** @param {Seq} seq */
const noteField = seq => /** @type {HTMLTextAreaElement | null} */ (list.querySelector(`[data-note="${seq}"]`));

/** @param {Seq} seq */
function momentMarkup(seq) {
    const marks = bookmarksAt(seq);
    const type = seq === state.session.first ? 'The first state' : row(seq)?.type;
    /** @param {string} name @param {string} label @param {'up' | 'down' | 'close'} sign */
    const button = (name, label, sign) => html`
        <button type="button" class="small-button" data-${name}="${seq}" aria-label="${label}" title="${label}">${icon(sign)}</button>
    `;
    return html`
        <li class="story-moment" data-moment="${seq}">
            <div class="story-moment-head">
                <button type="button" class="link" data-go="${seq}">#${seq}</button>
                <span class="story-type">${type === undefined ? '…' : typeName(type)}</span>
                <span class="trailing">
                    ${button('raise', `Tell #${seq} earlier`, 'up')}
                    ${button('lower', `Tell #${seq} later`, 'down')}
                    ${button('untell', `Take #${seq} out of the story`, 'close')}
                </span>
            </div>
            <textarea data-note="${seq}" rows="2" maxlength="10000" aria-label="Note on #${seq}"
                placeholder="${marks.map(each => each.note).find(Boolean) ?? 'Note'}"></textarea>
        </li>
    `;
}

function draw() {
    const isThere = canExport('story');
    for (const id of ['composer-toggle', 'story-tab']) element(id).hidden = !isThere;
    pane.hidden = !isThere || !isOpen();
    element('composer-toggle').setAttribute('aria-expanded', String(!pane.hidden));
    element('grid').classList.toggle('composing', !pane.hidden && !isNarrow());
    if (pane.hidden) return;
    const { story, at, session } = state;
    put(element('story-add'), has(story, at) ? html`Note on #${at}` : html`${icon('add')} Add #${at}`);
    putList(list, story.moments.map(({ seq }) => [seq, momentMarkup(seq)]));
    list.hidden = !story.moments.length;
    if (title.value !== story.title) title.value = story.title;
    for (const { seq, note } of story.moments) {
        const field = noteField(seq);
        if (field && field.value !== note) field.value = note;
        const item = field?.closest('li');
        if (seq === at) item?.setAttribute('aria-current', 'true'); else item?.removeAttribute('aria-current');
    }
    const marked = bookmarks().filter(({ seq }) => !has(story, seq)).length;
    put(element('story-empty'), story.moments.length ? html`` : html`
        <p class="dim">A story is a page to read: moments in your order, each with its note, payload, changes and screen.</p>
        ${marked ? html`
            <button type="button" class="button" data-do="story-bookmarks">Begin with ${plural(marked, 'bookmark')}</button>
        ` : ''}
    `);
    const { at: seqs, title: name, note } = parametersOf(story);
    const command = commandLine(commands.story(session.file, seqs, `${baseName()}-story.html`, name, note));
    put(element('story-foot'), story.moments.length ? html`
        <div class="same"><code title="The same as a command">${command}</code>${copyButton(command)}</div>
        <div class="story-buttons">
            <button type="button" class="button" data-do="story-preview" aria-haspopup="dialog">Preview</button>
            <button type="button" class="button primary" data-do="story-download">Download</button>
        </div>
    ` : html``);
}

async function download() {
    try {
        toast(`Downloaded ${await downloadFromSession('story', parametersOf(state.story))}`);
    } catch (error) {
        toastError(error);
    }
}

async function preview() {
    const dialog = element('story-preview');
    try {
        const text = await textFromSession('story', parametersOf(state.story));
        put(dialog, html``);
        put(dialog, html`
            <h2><span>Preview</span>${iconButton('close', 'close-preview', 'Close')}</h2>
            <iframe ${frameSource} sandbox="allow-same-origin" title="The story"></iframe>
        `);
        const frame = /** @type {HTMLIFrameElement} */ (dialog.querySelector('iframe'));
        // HTML as it is: as a screen, it can run nothing and fetch nothing in this frame, whose policy allows its styles.
        frame.addEventListener('load', () => {
            if (frame.contentDocument) frame.contentDocument.documentElement.innerHTML = text;
        }, { once: true });
        dialog.showModal();
    } catch (error) {
        toastError(error);
    }
}

try { update({ composes: localStorage.getItem('rewind-composes') === 'on' }); } catch { /* It is closed. */ }

title.addEventListener('input', () => change({ ...state.story, title: title.value }));
list.addEventListener('input', ({ target }) => {
    if (target?.dataset.note) change(withNote(state.story, Number(target.dataset.note), target.value));
});
// As editors move lines.
list.addEventListener('keydown', event => {
    const direction = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const item = event.target?.closest('[data-moment]');
    if (!event.altKey || !direction || !item) return;
    event.preventDefault();
    move(Number(item.dataset.moment), direction);
});

onChange(['session'], changed => {
    if (!changed.has('key')) return;
    let text = null;
    try { text = localStorage.getItem(storage()); } catch { /* There is no draft. */ }
    const story = readDraft(text, state.session);
    update({ story });
});
onChange(['story'], async () => {
    const seqs = state.story.moments.map(each => each.seq).filter(seq => seq > state.session.first && !row(seq));
    if (!seqs.length) return;
    try { await rowsOf(seqs); draw(); } catch { /* The types stay unknown. */ }
});
onChange(['story', 'composes', 'pane', 'at', 'session', 'sessions'], draw);
rowsLoaded.on(() => { if (!pane.hidden) draw(); });
matchMedia('(max-width: 900px)').addEventListener('change', draw);

onClick({
    raise: seq => move(Number(seq), -1),
    lower: seq => move(Number(seq), 1),
    untell: seq => remove(Number(seq)),
});
onCommand({
    story: () => { if (isOpen()) close(); else open(); },
    'story-add': () => add(state.at),
    'story-bookmarks': () => { addBookmarks(); title.focus(); },
    'story-download': () => { download(); },
    'story-preview': () => { preview(); },
    'close-preview': () => element('story-preview').close(),
});
onKey({ s: () => add(state.at) });
