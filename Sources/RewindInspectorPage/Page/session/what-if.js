// What the session would have come to without some actions: re-run by the app's reducers on the server, shown as a second
// lane beside the recorded one.
import { onClick, onCommand, onKey } from '../core/controls.js';
import { newest } from '../core/api.js';
import { plural } from '../parts/format.js';
import { icon } from '../parts/icons.js';
import { element, html, put } from '../parts/markup.js';
import { askSession, current, sessionGrew, isEmpty } from '../core/session.js';
import { signal } from '../core/signal.js';
import { toast } from '../dialogs/toast.js';
import { go, update, viewChanged, tip, view } from '../core/view.js';

/** The newest answer, and the last action of the branch that it is about; null while there is none. */
export const whatIf = { answer: null, end: 0, refusal: null };

/** Told when there is more of it. */
export const whatIfChanged = signal();

/** Whether the session can be re-run. */
export const canRerun = () => Boolean(current.session?.reruns) && !isEmpty();

/** Whether a what-if is looked at. */
export const isWhatIf = () => view.skip.length > 0;

/** What is asked of it. */
export const question = () => ({ skip: view.skip.join(','), end: whatIf.end });

/** How an action came out; undefined where it did the same, as far as is known here. */
export const outcomeOf = seq => (view.skip.includes(seq) ? 'skipped' : isWhatIf() ? whatIf.outcomes?.get(seq) : undefined);

const read = newest(
    (asked, abort) => askSession('whatif', asked, abort),
    (answer, asked) => {
        if (asked.skip !== view.skip.join(',') || asked.end !== whatIf.end) return;
        whatIf.answer = answer;
        whatIf.refusal = null;
        whatIf.outcomes = new Map(answer.marks.map(each => [each.seq, each.outcome]));
        whatIfChanged.emit();
        draw();
        if (answer.state === 'running') timer = setTimeout(readAgain, 200);
    },
    error => { whatIf.refusal = error; whatIfChanged.emit(); draw(); },
);

let timer = 0;

function readAgain() {
    clearTimeout(timer);
    if (isWhatIf() && !isEmpty()) read(question());
}

/** Whether the states are apart after an action, as far as is known here. */
export function isApart(seq) {
    const stretch = whatIf.answer?.apart.findLast(each => each.from <= seq);
    return stretch !== undefined && (stretch.again === undefined || stretch.again > seq);
}

/** Leaves the action that is looked at out, or takes it in again. */
function toggleSkipped(seq = view.at) {
    if (!canRerun()) { toast('This tool does not know the app’s reducers, without which nothing can be re-run.'); return; }
    if (seq <= current.session.first) { toast('There is no action before the first state.'); return; }
    const skip = view.skip.includes(seq) ? view.skip.filter(each => each !== seq) : [...view.skip, seq].sort((a, b) => a - b);
    update({ skip, with: null, tab: 'diff', history: null });
}

const leaveWhatIf = () => update({ skip: [] });

/** Goes to the next action, or the one before, where something came out in another way. */
async function goToDifference(direction) {
    const { seq } = await askSession('whatif/next', { ...question(), from: view.at, reverse: direction < 0 ? 1 : undefined });
    if (seq === undefined) toast(direction < 0 ? 'Nothing before this came out differently' : 'Nothing after this came out differently');
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
        until equal again at <button class="link" data-go="${answer.meets}">#${answer.meets}</button>
    `;
    const facts = [
        answer.parts === undefined ? html`<span>the same states</span>`
            : html`
                <span>
                    apart from <button class="link" data-go="${answer.parts}">#${answer.parts}</button> ${until}
                </span>
            `,
        answer.other ? html`<span><b>${plural(answer.other, 'action')}</b> came out differently</span>` : html`
            <span>every other action did the same</span>
        `,
        answer.applied ? html`
            <span class="dim">
                ${plural(answer.applied, 'action')} could not be re-run: their recorded effects were taken
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
                    <button class="chip" data-skip="${seq}" aria-label="Take #${seq} in again" title="Take it in again">
                        #${seq} ${icon('close')}
                    </button>
                `)}
                ${view.skip.length > few.length ? html`
                    <span class="dim">and ${view.skip.length - few.length} more</span>
                ` : ''}
            </span>
            <span class="trailing">
                <button class="small-button" data-do="what-if-back" aria-label="The difference before" title="The difference before  {">
                    ${icon('left')}
                </button>
                <button class="small-button" data-do="what-if-on" aria-label="The next difference" title="The next difference  }">
                    ${icon('right')}
                </button>
                <button class="button" data-do="leave-what-if">Leave <kbd>Esc</kbd></button>
            </span>
        </div>
        <div class="outcome" role="status">${outcome()}</div>
    `);
}

// A branch that grows while it is looked at is asked about as it was, or the re-run would begin again with each action.
function settleEnd() {
    const { paths } = current;
    if (!isWhatIf() || isEmpty()) { whatIf.answer = null; whatIf.end = 0; return; }
    const isOn = whatIf.end && paths.wayTo(whatIf.end).has(view.at) && (view.at !== 0);
    if (!isOn) { whatIf.end = tip(); whatIf.answer = null; }
}

viewChanged.on(changed => {
    const before = whatIf.end;
    if (changed.has('session') || changed.has('skip')) { whatIf.answer = null; whatIf.end = 0; whatIf.refusal = null; whatIf.outcomes = undefined; }
    settleEnd();
    if (changed.has('session') || changed.has('skip') || whatIf.end !== before) { readAgain(); whatIfChanged.emit(); }
    if (changed.has('session') || changed.has('skip')) draw();
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
