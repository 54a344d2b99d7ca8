// A what-if: the session without some actions, re-run with the app's reducers on the server, as a second lane beside the
// recorded one.
import { onClick, onCommand, onKey } from '../core/controls.js';
import { newest } from '../core/request-queue.js';
import { askSession, current, isEmpty, sessionGrew } from '../core/session.js';
import { signal } from '../core/signal.js';
import { go, hasAny, tip, update, view, viewChanged } from '../core/view.js';
import { toast } from '../dialogs/toast.js';
import { plural } from '../parts/format.js';
import { icon } from '../parts/icons.js';
import { element, html, put } from '../parts/markup.js';
import { actionLink } from '../parts/values.js';

/**
 * @typedef {object} WhatIf
 * @property {WhatIfAnswer | null} answer The newest answer.
 * @property {Seq} end The last action of the branch that is re-run.
 * @property {Failure | null} refusal
 * @property {Map<Seq, Outcome>} [outcomes]
 */

/** @type {WhatIf} */
const state = { answer: null, end: 0, refusal: null };

/** @type {Readonly<WhatIf>} */
export const whatIf = state;

/** Emits when the what-if has changed. @type {Signal<[]>} */
export const whatIfChanged = signal();

/** True if the session can be re-run. */
export const canRerun = () => Boolean(current.session?.reruns) && !isEmpty();

/** True while a what-if is shown. */
export const isWhatIf = () => view.skip.length > 0;

/** Returns the parameters of requests about the what-if. */
export const question = () => ({ skip: view.skip.join(','), end: whatIf.end });

/** Returns the outcome of an action; undefined if it had the same effect, as far as is known. @param {Seq} seq */
export const outcomeOf = seq => (view.skip.includes(seq) ? 'skipped' : isWhatIf() ? whatIf.outcomes?.get(seq) : undefined);

const read = newest(
    (parameters, abort) => askSession('whatif', parameters, abort),
    (answer, { skip, end }) => {
        if (skip !== view.skip.join(',') || end !== whatIf.end) return;
        state.answer = answer;
        state.refusal = null;
        state.outcomes = new Map(answer.marks.map(each => [each.seq, each.outcome]));
        whatIfChanged.emit();
        draw();
        if (answer.state === 'running') timer = setTimeout(readAgain, 200);
    },
    error => { state.refusal = error; whatIfChanged.emit(); draw(); },
);

let timer = 0;

function readAgain() {
    clearTimeout(timer);
    if (isWhatIf() && !isEmpty()) read(question());
}

/** True if the states differ after an action, as far as is known. @param {Seq} seq */
export function isApart(seq) {
    const stretch = whatIf.answer?.apart.findLast(each => each.from <= seq);
    return stretch !== undefined && (stretch.again === undefined || stretch.again > seq);
}

/** Skips an action, or takes it in again. @param {Seq} seq */
function toggleSkipped(seq = view.at) {
    if (!canRerun()) { toast('Re-running requires the app’s reducers, which this tool does not have.'); return; }
    if (seq <= current.session.first) { toast('There is no action before the first state.'); return; }
    const skip = view.skip.includes(seq) ? view.skip.filter(each => each !== seq) : [...view.skip, seq].sort((a, b) => a - b);
    update({ skip, with: null, tab: 'diff', history: null });
}

const leaveWhatIf = () => update({ skip: [] });

/** Goes to the next or previous action with another outcome. @param {number} direction */
async function goToDifference(direction) {
    const { seq } = await askSession('whatif/next', { ...question(), from: view.at, reverse: direction < 0 ? 1 : undefined });
    if (seq === undefined) toast(direction < 0 ? 'No earlier difference' : 'No later difference');
    else go(seq);
}

function outcome() {
    const { answer, refusal } = whatIf;
    if (refusal) return html`<span class="error">${refusal.message} ${refusal.hint}</span>`;
    if (!answer) return html`<span class="dim">Re-running…</span>`;
    const { paths } = current;
    if (answer.state === 'running') {
        const part = Math.floor(100 * paths.depth(answer.at) / Math.max(1, paths.depth(answer.end)));
        return html`
            <progress max="100" value="${part}" aria-label="Re-running">${part} %</progress>
            <span class="dim">${part} %</span>
        `;
    }
    const until = answer.meets === undefined ? 'to the end' : html`
        until equal again at ${actionLink(answer.meets)}
    `;
    const facts = [
        answer.parts === undefined ? html`<span>the same states</span>`
            : html`
                <span>
                    apart from ${actionLink(answer.parts)} ${until}
                </span>
            `,
        answer.other ? html`<span><b>${plural(answer.other, 'action')}</b> came out differently</span>` : html`
            <span>every other action had the same effect</span>
        `,
        answer.applied ? html`
            <span class="dim">
                ${plural(answer.applied, 'action')} could not be re-run; their recorded effects were applied
            </span>
        ` : '',
    ];
    const stopped = answer.state === 'stopped' ? html`<span class="error">${answer.error} ${answer.hint}</span>` : '';
    return html`${stopped}${facts}<span class="dim">Diff: recorded → what if</span>`;
}

function draw() {
    const bar = element('what-if');
    bar.hidden = !isWhatIf() || isEmpty();
    if (bar.hidden) return;
    const few = view.skip.slice(0, 4);
    put(bar, html`
        <div class="what-if-title">
            <b>What if</b>
            <span class="without">
                without ${few.map(seq => html`
                    <button class="chip" data-skip="${seq}" aria-label="Take #${seq} in again" title="Include it again">
                        #${seq} ${icon('close')}
                    </button>
                `)}
                ${view.skip.length > few.length ? html`
                    <span class="dim">and ${view.skip.length - few.length} more</span>
                ` : ''}
            </span>
            <span class="trailing">
                <button class="small-button" data-do="what-if-back" aria-label="Previous difference" title="Previous difference  {">
                    ${icon('left')}
                </button>
                <button class="small-button" data-do="what-if-on" aria-label="Next difference" title="Next difference  }">
                    ${icon('right')}
                </button>
                <button class="button" data-do="leave-what-if">Leave <kbd>Esc</kbd></button>
            </span>
        </div>
        <div class="outcome" role="status">${outcome()}</div>
    `);
}

// A growing branch is re-run as it was at first, or each new action would start the re-run again.
function settleEnd() {
    const { paths } = current;
    if (!isWhatIf() || isEmpty()) { state.answer = null; state.end = 0; return; }
    const isOn = whatIf.end && paths.wayTo(whatIf.end).has(view.at) && (view.at !== 0);
    if (!isOn) { state.end = tip(); state.answer = null; }
}

viewChanged.on(changed => {
    const before = whatIf.end;
    const isOther = hasAny(changed, 'session', 'skip');
    if (isOther) Object.assign(state, { answer: null, end: 0, refusal: null, outcomes: undefined });
    settleEnd();
    if (isOther || whatIf.end !== before) { readAgain(); whatIfChanged.emit(); }
    if (isOther) draw();
});
sessionGrew.on(draw);

onClick({ skip: seq => toggleSkipped(Number(seq)) });
onCommand({
    'what-if': () => toggleSkipped(),
    'what-if-back': () => goToDifference(-1),
    'what-if-on': () => goToDifference(1),
    'leave-what-if': leaveWhatIf,
});
onKey({
    x: () => toggleSkipped(),
    '{': () => { if (isWhatIf()) goToDifference(-1); },
    '}': () => { if (isWhatIf()) goToDifference(1); },
});
