// The pane in the middle: what the selected tab shows.
import { details, diffShown, rowShown } from '../core/details.js';
import { current, isEmpty, sessionGrew } from '../core/session.js';
import { hasAny, view, viewChanged } from '../core/view.js';
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
    put(element('body'), current.session?.gone
        ? emptyNote(current.session.gone.error, current.session.gone.hint)
        : emptyNote('Waiting for the first action', html`
            The session is being recorded. The store needs the recorder’s middleware:
            <pre tabindex="0">${code}</pre>
        `));
}

let shownAt = null;
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
    if (view.history === null && view.tab !== 'state') leaveTree();
    if (view.history !== null) return drawHistory(body);
    if (view.tab === 'state') return drawTree();
    if (view.tab === 'action') return drawAction(body);
    if (view.tab === 'raw') return drawRaw(body);
    if (details.refusal) return put(body, errorNote(details.refusal.message, details.refusal.hint));
    if (!details.diff && isWhatIf()) return put(body, html`<div class="skeleton block"></div>`);
    if (!details.diff) {
        if (view.at <= current.session.first) put(body, emptyNote('The session starts here', 'The State tab shows its first state.'));
        return undefined;
    }
    put(body, diffMarkup(details.diff));
    // A new difference starts at its top; one with more lines keeps its position.
    const { from, to } = details.diff.question;
    if (shownAt !== `${from} ${to}`) { shownAt = `${from} ${to}`; scrollToTop(); }
    return undefined;
}

historyLoaded.on(() => { if (view.history !== null) draw(); });
valueTimelineLoaded.on(() => { if (view.tab === 'diff' && view.history === null) draw(); });
diffShown.on(() => { if (view.tab === 'diff' && view.history === null) draw(); });
rowShown.on(() => { if (view.tab !== 'diff' || view.history !== null) return; if (details.diff) draw(); });
viewChanged.on(changed => {
    const isDiff = view.tab === 'diff' && view.history === null;
    if (hasAny(changed, 'tab', 'history', 'session')) { shownAt = null; scrollToTop(); draw(); }
    else if (!isDiff && (hasAny(changed, 'at', 'with', 'branch'))) draw();
    else if (changed.has('pins') || changed.has('context')) draw();
});
sessionGrew.on(() => { if (isEmpty() || view.history !== null) draw(); });
