// The pane in the middle: what the selected tab shows.
import { element, html, put } from '../core/markup.js';
import { isEmpty } from '../core/session.js';
import { hasAny, onChange, state } from '../core/store.js';
import { along } from '../core/view.js';
import { shows, showsNone } from '../parts/behind.js';
import { copyButton } from '../parts/icons.js';
import { emptyNote, errorNote } from '../parts/notes.js';
import { isWhatIf } from '../what-if/what-if.js';
import { drawAction, drawRaw } from './action-tabs.js';
import { diffMarkup } from './diff.js';
import { drawHistory, historyLoaded } from './history.js';
import { drawTree, leaveTree } from './state-tree.js';
import { valueTimelineLoaded } from './value-timeline.js';
import { onWidth, placeOfView, views } from './views.js';

const code = `import Rewind

let sessions = SessionFolder(isEnabled: AppDistribution.current != .released)
let recorder = Recorder<AppState>(in: sessions)
let store = Store<AppState>(
    reducer: recorder.reducer(wrapping: appReducer),
    state: nil,
    middleware: [thunks]
)`;

function drawEmpty() {
    put(element('body'), state.session.gone
        ? emptyNote(state.session.gone.error, state.session.gone.hint)
        : emptyNote('Waiting for the first action', html`
            The session is being recorded. The store needs the recorder, for example around its reducer:
            <pre tabindex="0">${code}</pre>
        `));
}

let shownAt = '';
/** @type {Set<Element>} */
const scrolled = new Set();

/** Scrolls to the top, but only if the place was scrolled: that lays out the page.
 * @param {Element} place */
function scrollToTop(place) {
    if (scrolled.delete(place)) place.scrollTop = 0;
}

const names = { diff: 'Diff', state: 'State', history: 'History', action: 'Action', raw: 'Raw' };

/** Draws the views, or only those that depend on a change.
 * @param {ReadonlySet<keyof State> | null} changed */
function draw(changed = null) {
    const shown = views();
    const side = element('side');
    side.hidden = shown.length < 2;
    if (shown[1]) side.setAttribute('aria-label', names[shown[1]]);
    // The first state of a session that will have no action is all there is to see.
    if (isEmpty() && (state.session.recording === 'live' || state.session.gone)) return drawEmpty();
    if (!shown.includes('state')) leaveTree();
    for (const view of shown) {
        const place = placeOfView(view);
        if (place && (!changed || hasAny(changed, ...view === 'diff' ? ofDiff : ofState))) drawView(view, place);
    }
    return undefined;
}

/** @param {import('./views.js').MainView} view @param {Element} place */
function drawView(view, place) {
    switch (view) {
    case 'history': showsNone(place); return drawHistory(place, state.history ?? '');
    case 'state': return drawTree();
    case 'action': return drawAction();
    case 'raw': return drawRaw();
    default: return drawDiff(place);
    }
}

/** Returns a refusal with its command, and a way back to the last action that may be shown.
 * @param {Failure} refusal */
function refusalNote({ message, hint = '' }) {
    const [text, command] = hint.split(/\s*(rewind .*)/s);
    // Before a damaged action, there is a readable one; what else is refused is refused there, too.
    const last = command?.startsWith('rewind verify') ? along(-1) : state.at;
    return errorNote(message, html`
        ${text}
        ${command && html`
            <p><code>${command}</code> ${copyButton(command)}</p>
        `}
        ${last < state.at && html`<p><button class="button" data-go="${last}">Go to #${last}</button></p>`}
    `);
}

/** @param {Element} place */
function drawDiff(place) {
    if (!state.diff) showsNone(place);
    if (state.diffRefusal) return put(place, refusalNote(state.diffRefusal));
    if (!state.diff && (isWhatIf() || state.beside !== null)) return put(place, html`<div class="skeleton block"></div>`);
    if (!state.diff) {
        const note = emptyNote('The session starts here', 'The State tab shows its first state.');
        return state.at <= state.session.first && put(place, note);
    }
    put(place, diffMarkup(state.diff));
    shows(place, state.diff.question.to);
    // A new difference starts at its top; one with more lines keeps its position.
    const { from, to } = state.diff.question;
    if (shownAt !== `${from} ${to}`) { shownAt = `${from} ${to}`; scrollToTop(place); }
    return undefined;
}

historyLoaded.on(() => {
    const place = placeOfView('history');
    if (place) drawView('history', place);
});
valueTimelineLoaded.on(() => {
    const place = placeOfView('diff');
    if (place) drawView('diff', place);
});
onWidth(() => draw());
const always = /** @type {const} */ (['tab', 'history', 'pins', 'context', 'changes']);
const ofDiff = /** @type {const} */ (['diff', 'diffRefusal', 'row']);
const ofState = /** @type {const} */ (['at', 'with', 'branch', 'filter']);
onChange([...always, ...ofDiff, ...ofState, 'session'], changed => {
    if (hasAny(changed, 'tab', 'history')) { shownAt = ''; scrollToTop(element('body')); scrollToTop(element('side')); }
    const isGrown = changed.has('session') && (isEmpty() || state.history !== null);
    const isOther = changed.has('with') || changed.has('key');
    if (isGrown || isOther || hasAny(changed, ...always)) draw(); else draw(changed);
});

for (const place of [element('body'), element('side')]) {
    place.addEventListener('scroll', () => { scrolled.add(place); }, { passive: true });
}
