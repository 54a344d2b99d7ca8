// A what-if: the session with changed actions, re-run with the app's reducers on the server, as a second lane beside the
// recorded one.
import { newest } from '../core/request-queue.js';
import { askSession, isEmpty } from '../core/session.js';
import { onChange, state, update } from '../core/store.js';
import { tip } from '../core/view.js';
import { toast } from '../dialogs/toast.js';
import { changesAt, countOf, options } from '../core/changes.js';

/** @param {Partial<WhatIf>} changes */
const change = changes => update({ whatIf: { ...state.whatIf, ...changes } });

/** True if the session can be re-run. */
export const canRerun = () => Boolean(state.session.reruns) && !isEmpty();

/** True while a what-if is shown. */
export const isWhatIf = () => countOf(state.changes) > 0;

/** Returns the parameters of requests about the what-if. */
export const question = () => ({ ...options(state.changes), end: state.whatIf.end });

/** Returns the outcome of an action; undefined if it had the same effect, as far as is known.
 * @param {Seq} seq @returns {Outcome | undefined} */
export function outcomeOf(seq) {
    if (!isWhatIf()) return undefined;
    const { isSkipped, isEdited, isMoved } = changesAt(state.changes, seq);
    return isSkipped ? 'skipped' : isMoved ? 'moved' : isEdited ? 'edited' : state.whatIf.outcomes.get(seq);
}

/** Returns the names of the actions that run after an action, and not in the recording.
 * @param {Seq} seq */
export const addedAt = seq => (isWhatIf() ? changesAt(state.changes, seq).added : []);

const read = newest(
    (/** @type {ReturnType<typeof question>} */ parameters, abort) => askSession('whatif', parameters, abort),
    (answer, asked) => {
        if (JSON.stringify(asked) !== JSON.stringify(question())) return;
        const outcomes = new Map(answer.marks.filter(each => each.outcome !== 'added').map(each => [each.seq, each.outcome]));
        change({ answer, refusal: null, outcomes });
        if (answer.state === 'running') timer = setTimeout(readAgain, 200);
    },
    refusal => change({ refusal }),
);

let timer = 0;

function readAgain() {
    clearTimeout(timer);
    if (isWhatIf() && !isEmpty()) read(question());
}

/** True if the states differ after an action, as far as is known.
 * @param {Seq} seq */
export function isApart(seq, apart = state.whatIf.answer?.apart) {
    const stretch = apart?.findLast(each => each.from <= seq);
    return stretch !== undefined && (stretch.again === undefined || stretch.again > seq);
}

/** True if the selected action can be changed, or else says why not.
 * @param {{ isPlace?: boolean }} options Whether the first state will do. */
export function canChangeHere({ isPlace = false } = {}) {
    if (!canRerun()) {
        toast('Re-running requires the app’s reducers, which this tool does not have.');
        return false;
    }
    if (state.at > state.session.first || isPlace) return true;
    toast('There is no action before the first state.');
    return false;
}

/** Shows the session with other changes.
 * @param {Changes} changes */
export const setChanges = changes => update({ changes, with: null, beside: null, tab: 'diff', history: null });

/** Throws what keeps changes from being re-run at all, such as a payload that the app cannot decode.
 * @param {Changes} changes */
export async function checkChanges(changes) {
    const asked = { ...options(changes), end: tip() };
    for (let tries = 0; tries < 40; tries++) {
        const { state: progress, at, error, hint } = await askSession('whatif', asked);
        if (progress === 'stopped' && at <= state.session.first) throw Object.assign(new Error(error), { hint });
        if (progress !== 'running' || at > state.session.first) return;
        await new Promise(done => { setTimeout(done, 100); });
    }
}

/** Returns the next or previous action with another outcome.
 * @param {number} direction */
export async function nextOutcome(direction) {
    const reverse = direction < 0 ? 1 : undefined;
    return (await askSession('whatif/next', { ...question(), from: state.at, reverse })).seq;
}

onChange(['at', 'branch', 'changes'], changed => {
    const before = state.whatIf.end;
    const isOther = changed.has('changes');
    if (isOther) change({ answer: null, end: 0, refusal: null, outcomes: new Map() });
    // A growing branch is re-run as it was at first, or each new action would start the re-run again.
    const { end } = state.whatIf;
    const isOn = end && state.at !== 0 && state.paths.wayTo(end).has(state.at);
    if (!isWhatIf() || isEmpty()) { if (end) change({ answer: null, end: 0 }); }
    else if (!isOn) change({ answer: null, end: tip() });
    if (isOther || state.whatIf.end !== before) readAgain();
});
