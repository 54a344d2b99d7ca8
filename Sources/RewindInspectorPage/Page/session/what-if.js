// A what-if: the session without some actions, re-run with the app's reducers on the server, as a second lane beside
// the recorded one.
import { onClick, onCommand, onKey } from '../core/controls.js';
import { element, html, put } from '../core/markup.js';
import { newest } from '../core/request-queue.js';
import { askSession, isEmpty } from '../core/session.js';
import { onChange, state, update } from '../core/store.js';
import { tip } from '../core/view.js';
import { toast } from '../dialogs/toast.js';
import { plural } from '../parts/format.js';
import { icon, iconButton } from '../parts/icons.js';
import { actionLink } from '../parts/values.js';

/** @param {Partial<WhatIf>} changes */
const change = changes => update({ whatIf: { ...state.whatIf, ...changes } });

/** True if the session can be re-run. */
export const canRerun = () => Boolean(state.session.reruns) && !isEmpty();

/** True while a what-if is shown. */
export const isWhatIf = () => state.skip.length > 0;

/** Returns the parameters of requests about the what-if. */
export const question = () => ({ skip: state.skip.join(','), end: state.whatIf.end });

/** Returns the outcome of an action; undefined if it had the same effect, as far as is known.
 * @param {Seq} seq */
export const outcomeOf = seq => (state.skip.includes(seq) ? 'skipped' : state.whatIf.outcomes.get(seq));

const read = newest(
    (parameters, abort) => askSession('whatif', parameters, abort),
    (answer, { skip, end }) => {
        if (skip !== state.skip.join(',') || end !== state.whatIf.end) return;
        change({ answer, refusal: null, outcomes: new Map(answer.marks.map(each => [each.seq, each.outcome])) });
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

/** Skips an action, or takes it in again.
 * @param {Seq} seq */
function toggleSkipped(seq = state.at) {
    if (!canRerun()) { toast('Re-running requires the app’s reducers, which this tool does not have.'); return; }
    if (seq <= state.session.first) { toast('There is no action before the first state.'); return; }
    const others = state.skip.filter(each => each !== seq);
    const skip = state.skip.includes(seq) ? others : [...others, seq].sort((a, b) => a - b);
    update({ skip, with: null, beside: null, tab: 'diff', history: null });
}

/** Returns the next or previous action with another outcome.
 * @param {number} direction */
export async function nextOutcome(direction) {
    const reverse = direction < 0 ? 1 : undefined;
    return (await askSession('whatif/next', { ...question(), from: state.at, reverse })).seq;
}

function outcome() {
    const { answer, refusal } = state.whatIf;
    if (refusal) return html`<span class="error">${refusal.message} ${refusal.hint}</span>`;
    if (!answer) return html`<span class="dim">Re-running…</span>`;
    const { paths } = state;
    if (answer.state === 'running') {
        const part = Math.floor(100 * paths.depth(answer.at) / Math.max(1, paths.depth(answer.end)));
        return html`
            <progress max="100" value="${part}" aria-label="Re-running">${part} %</progress>
            <span class="dim">${part} %</span>
        `;
    }
    const { unknown } = answer;
    const until = answer.meets === undefined ? `to the end${unknown ? ', as far as is known' : ''}` : html`
        until equal again at ${actionLink(answer.meets)}
    `;
    const facts = [
        answer.parts === undefined ? html`<span>the same ${unknown ? 'known ' : ''}states</span>`
            : html`
                <span>
                    apart from ${actionLink(answer.parts)} ${until}
                </span>
            `,
        answer.other ? html`<span><b>${plural(answer.other, 'action')}</b> came out differently</span>` : html`
            <span>every other ${unknown ? 'known effect is the same' : 'action had the same effect'}</span>
        `,
        unknown ? html`
            <span>${plural(unknown, 'unknown effect')}</span>
        ` : '',
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
    const few = state.skip.slice(0, 4);
    put(bar, html`
        <div class="what-if-title">
            <b>What if</b>
            <span class="without">
                without ${few.map(seq => html`
                    <button class="chip" data-skip="${seq}" aria-label="Take #${seq} in again" title="Include it again">
                        #${seq} ${icon('close')}
                    </button>
                `)}
                ${state.skip.length > few.length ? html`
                    <span class="dim">and ${state.skip.length - few.length} more</span>
                ` : ''}
            </span>
            <span class="trailing">
                ${iconButton('left', 'difference-back', 'Previous difference', 'Previous difference  {')}
                ${iconButton('right', 'difference-on', 'Next difference', 'Next difference  }')}
                <button class="button" data-do="leave-what-if">Leave <kbd>Esc</kbd></button>
            </span>
        </div>
        <div class="outcome" role="status">${outcome()}</div>
    `);
}

onChange(['at', 'branch', 'skip'], changed => {
    const before = state.whatIf.end;
    const isOther = changed.has('skip');
    if (isOther) change({ answer: null, end: 0, refusal: null, outcomes: new Map() });
    // A growing branch is re-run as it was at first, or each new action would start the re-run again.
    const { end } = state.whatIf;
    const isOn = end && state.at !== 0 && state.paths.wayTo(end).has(state.at);
    if (!isWhatIf() || isEmpty()) { if (end) change({ answer: null, end: 0 }); }
    else if (!isOn) change({ answer: null, end: tip() });
    if (isOther || state.whatIf.end !== before) readAgain();
});
onChange(['whatIf', 'skip', 'session'], draw);

onClick({ skip: seq => toggleSkipped(Number(seq)) });
onCommand({ 'what-if': () => toggleSkipped(), 'leave-what-if': () => update({ skip: [] }) });
onKey({ x: () => toggleSkipped() });
