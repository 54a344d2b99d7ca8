// What several panels show of the action that is looked at: its row, and what is different.
import { newest } from './api.js';
import { askSession, current, grew, isEmpty } from './session.js';
import { signal } from './signal.js';
import { view, looked, from, to } from './view.js';
import { isWhatIf, question, whatIf, whatIfCame } from '../session/what-if.js';
import { row, rowsCame, want } from './rows.js';

/** The newest answers, which may be of the action before while the next ones are under way. */
export const details = { row: null, other: null, diff: null, refusal: null, opened: new Set() };

/** Told when the row, or the difference, has come. */
export const rowShown = signal();
export const diffShown = signal();

const read = newest(
    (asked, abort) => (asked.skip ? askSession('whatif/diff', { skip: asked.skip, end: asked.end, at: asked.to, all: asked.all }, abort)
        : askSession('diff', asked, abort)),
    (answer, question) => show({ ...answer, question }, null),
    refusal => show(null, refusal),
);

function show(diff, refusal) {
    details.diff = diff;
    details.refusal = refusal;
    diffShown.emit();
}

function readDiff() {
    if (isEmpty() || to() <= current.session.first) return show(null, null);
    if (isWhatIf()) return readWhatIf();
    // Without `from` the server takes the parent itself, so that no answer depends on the page's idea of it.
    read({ from: view.with === null ? undefined : from(), to: to(), all: [...details.opened] });
}

/** From the recorded state to that of the re-run, once that has come so far. */
function readWhatIf() {
    const { answer, refusal } = whatIf;
    if (refusal || (answer?.state === 'stopped' && answer.at < view.at)) return show(null, refusal ?? { message: answer.error, hint: answer.hint });
    if (answer && answer.at >= view.at) read({ ...question(), from: to(), to: to(), all: [...details.opened] });
    return undefined;
}

/** Shows a group or line whole that was cut, or cuts it again. */
export function toggleWhole(pointer) {
    if (!details.opened.delete(pointer)) details.opened.add(pointer);
    readDiff();
}

/** While scrubbing is ahead of the answers, those on the way are shown too. */
function showRows(answered = view.at) {
    want(view.at);
    if (view.with !== null) want(view.with);
    const now = row(view.at) ?? row(answered);
    const other = view.with === null ? null : row(view.with);
    if ((!now && view.at > (current.session?.first ?? 0)) || other === undefined) return;
    details.row = now ?? null;
    details.other = other;
    rowShown.emit();
}

rowsCame.on(showRows);

looked.on(changed => {
    if (changed.has('session')) { details.diff = null; details.row = null; }
    if (['at', 'with', 'skip', 'session'].some(name => changed.has(name))) {
        details.opened.clear();
        showRows();
        readDiff();
    }
});

whatIfCame.on(() => { if (isWhatIf() && details.diff?.question.skip !== question().skip) readDiff(); });

// While an action is looked at whose reducer runs, its effect comes later.
grew.on(() => {
    if (details.row?.status === 'began' || details.diff?.unknown) { showRows(); readDiff(); }
});

/** The pointers of what changed, for marking it elsewhere; of the first groups and lines. */
export function changedPointers() {
    const pointers = [];
    const collect = lines => {
        for (const line of lines ?? []) {
            if (line.op === 'same' || line.op === 'gap' || line.op === 'remove') continue;
            if (line.op === 'change' && line.lines?.length) collect(line.lines); else if (line.pointer) pointers.push(line.pointer);
        }
    };
    for (const group of details.diff?.groups ?? []) collect(group.lines);
    return pointers;
}
