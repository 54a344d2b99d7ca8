// The selected action's row and difference, which several panes show.
import { isWhatIf, question, whatIf, whatIfChanged } from '../session/what-if.js';
import { onClick } from './controls.js';
import { newest } from './request-queue.js';
import { row, rowsLoaded, want } from './rows.js';
import { askSession, current, isEmpty, sessionGrew } from './session.js';
import { signal } from './signal.js';
import { from, hasAny, to, view, viewChanged } from './view.js';

/**
 * @typedef {object} Details
 * @property {Row | null} row
 * @property {Row | null} other The row of the action that is compared.
 * @property {(Difference & { question: Question }) | null} diff
 * @property {Failure | null} refusal Why there is no difference.
 * @property {ReadonlySet<Pointer>} opened The groups and lines that are shown whole.
 */

/** @typedef {{ from?: Seq, to: Seq, all: Pointer[], skip?: string, end?: Seq }} Question */

/** @type {Set<Pointer>} */
const opened = new Set();

/** @type {Details} */
const state = { row: null, other: null, diff: null, refusal: null, opened };

/** The newest answers, which may still be of the action before. @type {Readonly<Details>} */
export const details = state;

/** Emits when the row was read. @type {Signal<[]>} */
export const rowShown = signal();

/** Emits when the difference was read. @type {Signal<[]>} */
export const diffShown = signal();

const read = newest(
    (/** @type {Question} */ { skip, end, ...asked }, abort) => (skip
        ? askSession('whatif/diff', { skip, end, at: asked.to, all: asked.all }, abort)
        : askSession('diff', asked, abort)),
    (answer, question) => show({ ...answer, question }, null),
    refusal => show(null, refusal),
);

/** @param {Details['diff']} diff @param {Failure | null} refusal */
function show(diff, refusal) {
    state.diff = diff;
    state.refusal = refusal;
    diffShown.emit();
}

function readDiff() {
    if (isEmpty() || to() <= current.session.first) return show(null, null);
    if (isWhatIf()) return readWhatIf();
    // Without `from`, the server takes the parent, so that the answer does not depend on the page's idea of it.
    read({ from: view.with === null ? undefined : from(), to: to(), all: [...opened] });
}

/** Reads the difference from the recorded state to that of the re-run, as soon as that has come so far. */
function readWhatIf() {
    const { answer, refusal } = whatIf;
    if (refusal || (answer?.state === 'stopped' && answer.at < view.at)) {
        show(null, refusal ?? { message: answer.error, hint: answer.hint });
    } else if (answer && answer.at >= view.at) read({ ...question(), from: to(), to: to(), all: [...opened] });
}

/** Shows a group or line whole that was cut, or cuts it again. @param {Pointer} pointer */
function toggleWhole(pointer) {
    if (!opened.delete(pointer)) opened.add(pointer);
    readDiff();
}

/** Shows the selected action's row. While scrubbing is ahead of the answers, it shows those of older requests. */
function showRows(answered = view.at) {
    want(view.at);
    if (view.with !== null) want(view.with);
    const now = row(view.at) ?? row(answered);
    const other = view.with === null ? null : row(view.with);
    if ((!now && view.at > (current.session?.first ?? 0)) || other === undefined) return;
    state.row = now ?? null;
    state.other = other;
    rowShown.emit();
}

rowsLoaded.on(showRows);

viewChanged.on(changed => {
    if (changed.has('session')) Object.assign(state, { diff: null, row: null });
    if (hasAny(changed, 'at', 'with', 'skip', 'session')) {
        opened.clear();
        showRows();
        readDiff();
    }
});

whatIfChanged.on(() => { if (isWhatIf() && details.diff?.question.skip !== question().skip) readDiff(); });

// The effect of an action whose reducer is running comes later.
sessionGrew.on(() => {
    if (details.row?.status === 'began' || details.diff?.unknown) { showRows(); readDiff(); }
});

/** Returns the pointers of the changes in the first groups and lines, for marking them elsewhere. */
export function changedPointers() {
    /** @type {Pointer[]} */
    const pointers = [];
    /** @param {DifferenceLine[] | undefined} lines */
    const collect = lines => {
        for (const line of lines ?? []) {
            if (line.op === 'same' || line.op === 'gap' || line.op === 'remove') continue;
            if (line.op === 'change' && line.lines?.length) collect(line.lines);
            else if (line.pointer) pointers.push(line.pointer);
        }
    };
    for (const group of details.diff?.groups ?? []) collect(group.lines);
    return pointers;
}

onClick({ full: toggleWhole });
