// The selected action's row and difference, which several panes show.
import { onClick } from '../core/controls.js';
import { newest } from '../core/request-queue.js';
import { row, rowsLoaded, want } from '../core/rows.js';
import { askSession, isEmpty } from '../core/session.js';
import { hasAny, onChange, state, update } from '../core/store.js';
import { from } from '../core/view.js';
import { isWhatIf, question } from '../what-if/what-if.js';
import { otherSeq } from './alignment.js';

const read = newest(
    (/** @type {Question} */ { whatIf, beside, other, ...asked }, abort) => (whatIf
        ? askSession('whatif/diff', { ...whatIf, at: asked.to, all: asked.all }, abort)
        : beside !== undefined
            ? askSession('beside/diff', { with: beside, at: asked.to, other, all: asked.all }, abort)
            : askSession('diff', asked, abort)),
    (answer, question) => update({ diff: { ...answer, question }, diffRefusal: null }),
    refusal => update({ diff: null, diffRefusal: refusal }),
);

function readDiff() {
    if (isEmpty() || from() === state.at) return update({ diff: null, diffRefusal: null });
    if (isWhatIf()) return readWhatIf();
    if (state.beside !== null) return readBeside(state.beside);
    // Without `from`, the server takes the parent, so that the answer does not depend on the page's idea of it.
    read({ from: state.with ?? undefined, to: state.at, all: [...state.opened] });
}

/** Reads the difference from the recorded state to that of the re-run, as soon as that has come so far. */
function readWhatIf() {
    const { answer, refusal } = state.whatIf;
    if (refusal || (answer?.state === 'stopped' && answer.at < state.at)) {
        update({ diff: null, diffRefusal: refusal ?? { message: answer?.error, hint: answer?.hint } });
    } else if (answer && answer.at >= state.at) {
        read({ whatIf: question(), from: state.at, to: state.at, all: [...state.opened] });
    }
}

/** Reads the difference to the state of another session, as soon as it is known which.
 * @param {number} beside */
function readBeside(beside) {
    const { alignment, alignmentRefusal } = state;
    if (alignment) read({ beside, other: otherSeq(alignment, state.at), to: state.at, all: [...state.opened] });
    else update({ diff: null, diffRefusal: alignmentRefusal });
}

/** Shows a group or line whole that was cut, or cuts it again.
 * @param {Pointer} pointer */
function toggleWhole(pointer) {
    const opened = new Set(state.opened);
    if (!opened.delete(pointer)) opened.add(pointer);
    update({ opened });
    readDiff();
}

/** Shows the selected action's row. While scrubbing is ahead of the answers, it shows those of older requests. */
function showRows(answered = -1) {
    want(state.at);
    if (state.with !== null) want(state.with);
    const now = row(state.at) ?? row(answered);
    const other = state.with === null ? null : row(state.with);
    // A row that was refused is not shown as another one.
    if ((!now && state.at > state.session.first && answered !== state.at) || other === undefined) return;
    update({ row: now ?? null, other });
}

rowsLoaded.on(showRows);

onChange(['at', 'with', 'changes', 'beside'], changed => {
    if (changed.has('key')) update({ row: null });
    if (hasAny(changed, 'changes', 'beside')) update({ diff: null });
    update({ opened: new Set() });
    showRows();
    readDiff();
});

onChange(['alignment', 'alignmentRefusal'], () => { if (state.beside !== null) readDiff(); });
onChange(['whatIf'], () => {
    if (isWhatIf() && JSON.stringify(state.diff?.question.whatIf) !== JSON.stringify(question())) readDiff();
});

// The effect of an action whose reducer is running comes later.
onChange(['session'], changed => {
    if (!changed.has('key') && (state.row?.status === 'began' || state.diff?.unknown)) { showRows(); readDiff(); }
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
    for (const group of state.diff?.groups ?? []) collect(group.lines);
    return pointers;
}

onClick({ full: toggleWhole });
