// The pane in the middle: what the selected tab shows.
import { isEmpty } from '../core/session.js';
import { hasAny, onChange, state } from '../core/store.js';
import { element, html, put } from '../parts/markup.js';
import { emptyNote, errorNote } from '../parts/notes.js';
import { isWhatIf } from '../session/what-if.js';
import { drawAction, drawRaw } from './action-tabs.js';
import { diffMarkup } from './diff.js';
import { drawHistory, historyLoaded } from './history.js';
import { drawTree, leaveTree } from './state-tree.js';
import { valueTimelineLoaded } from './value-timeline.js';

const code = `import Rewind

let sessions = SessionFolder(.applicationSupportDirectory.appending(path: "Sessions"), isEnabled: isDebugBuild)
let recorder = Recorder<AppState>(in: sessions)
let store = Store<AppState>(
    reducer: appReducer,
    state: nil,
    middleware: [thunks, recorder.middleware()]
)`;

function drawEmpty() {
    put(element('body'), state.session.gone
        ? emptyNote(state.session.gone.error, state.session.gone.hint)
        : emptyNote('Waiting for the first action', html`
            The session is being recorded. The store needs the recorder’s middleware:
            <pre tabindex="0">${code}</pre>
        `));
}

let shownAt = '';
let isScrolled = false;

/** Starts listening. */
export function startMainPane() {
    element('body').addEventListener('scroll', () => { isScrolled = true; }, { passive: true });
}

/** Scrolls to the top, but only if the pane was scrolled: that lays out the page. */
function scrollToTop() {
    if (isScrolled) element('body').scrollTop = 0;
    isScrolled = false;
}

function draw() {
    const body = element('body');
    if (isEmpty()) return drawEmpty();
    if (state.history === null && state.tab !== 'state') leaveTree();
    if (state.history !== null) return drawHistory(body, state.history);
    if (state.tab === 'state') return drawTree();
    if (state.tab === 'action') return drawAction(body);
    if (state.tab === 'raw') return drawRaw(body);
    if (state.diffRefusal) return put(body, errorNote(state.diffRefusal.message, state.diffRefusal.hint));
    if (!state.diff && (isWhatIf() || state.beside !== null)) return put(body, html`<div class="skeleton block"></div>`);
    if (!state.diff) {
        const note = emptyNote('The session starts here', 'The State tab shows its first state.');
        return state.at <= state.session.first && put(body, note);
    }
    put(body, diffMarkup(state.diff));
    // A new difference starts at its top; one with more lines keeps its position.
    const { from, to } = state.diff.question;
    if (shownAt !== `${from} ${to}`) { shownAt = `${from} ${to}`; scrollToTop(); }
    return undefined;
}

const isDiff = () => state.tab === 'diff' && state.history === null;

historyLoaded.on(() => { if (state.history !== null) draw(); });
valueTimelineLoaded.on(() => { if (isDiff()) draw(); });
const always = /** @type {const} */ (['tab', 'history', 'pins', 'context']);
const ofDiff = /** @type {const} */ (['diff', 'diffRefusal', 'row']);
const ofState = /** @type {const} */ (['at', 'with', 'branch']);
onChange([...always, ...ofDiff, ...ofState, 'session'], changed => {
    if (hasAny(changed, 'tab', 'history')) { shownAt = ''; scrollToTop(); }
    const isGrown = changed.has('session') && (isEmpty() || state.history !== null);
    if (isGrown || hasAny(changed, ...always, ...(isDiff() ? ofDiff : ofState))) draw();
});
