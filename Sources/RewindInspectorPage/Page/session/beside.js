// Another session beside the shown one: their actions are aligned, and their states and screens compared.
import { onClick, onCommand, onKey } from '../core/controls.js';
import { element, html, put } from '../core/markup.js';
import { newest } from '../core/request-queue.js';
import { askSession, hasSession } from '../core/session.js';
import { onChange, state, update } from '../core/store.js';
import { jump, readHash } from '../core/view.js';
import { toast } from '../dialogs/toast.js';
import { fileName, plural } from '../parts/format.js';
import { iconButton } from '../parts/icons.js';
import { actionLink } from '../parts/values.js';
import { onlyThereAfter, otherSeq } from './alignment.js';
import { noChanges } from '../core/changes.js';
import { isWhatIf, nextOutcome } from '../what-if/what-if.js';

const other = () => state.sessions.find(each => each.id === state.beside);

const read = newest(
    (/** @type {{ with: number, lasts: Seq[] }} */ { with: id }, abort) => askSession('beside', { with: id }, abort),
    (alignment, question) => {
        if (question.with !== state.beside) return;
        update({ alignment: { ...alignment, last: question.lasts[1] }, alignmentRefusal: null });
    },
    alignmentRefusal => update({ alignment: null, alignmentRefusal }),
);

/** Compares with another session.
 * @param {number} id */
const openBeside = id => update({ beside: id, with: null, changes: noChanges, tab: 'diff', history: null, blame: null });

/** Shows the other session, at an action, with this one beside it.
 * @param {Seq} seq */
const swap = seq => readHash(`#session=${state.beside}&at=${seq}&beside=${state.session.id}`);

/** Returns the mark of an action in the list: that only this session has it, that it made the states differ, or what only
 * the other one has after it.
 * @param {Seq} seq @returns {{ isOnlyHere: boolean, isChange: boolean, there: number } | null} */
export function markBeside(seq) {
    const { alignment } = state;
    if (state.beside === null || !alignment || seq < alignment.sameThrough) return null;
    return {
        isOnlyHere: alignment.onlyA.includes(seq),
        isChange: alignment.changes.includes(seq),
        there: onlyThereAfter(alignment, seq).length,
    };
}

/** Returns the next or previous action from which on the sessions differ.
 * @param {number} direction */
function nextDifference(direction) {
    const { alignment } = state;
    if (!alignment) return state.at;
    const { onlyA, onlyB, sameThrough, changes } = alignment;
    // An action that only the other session has is found at the action before it.
    const { last } = state.session;
    const seqs = [...onlyA, ...changes];
    if (onlyB.length) {
        for (let seq = Math.max(sameThrough, state.session.first); seq <= last; seq++) {
            if (onlyThereAfter(alignment, seq).length) seqs.push(seq);
        }
    }
    seqs.sort((a, b) => a - b);
    return direction > 0 ? seqs.find(each => each > state.at) : seqs.findLast(each => each < state.at);
}

/** Goes to the next or previous difference, also in a what-if.
 * @param {number} direction */
async function goToDifference(direction) {
    const seq = isWhatIf() ? await nextOutcome(direction) : nextDifference(direction);
    if (seq === undefined) toast(direction < 0 ? 'No earlier difference' : 'No later difference'); else jump(seq);
}

/** @param {Alignment} alignment */
function statesMarkup({ apart }) {
    const [first] = apart;
    if (!first) return '';
    const { again } = apart[apart.length - 1];
    const until = again === undefined ? 'to the end' : html`until ${actionLink(again)}`;
    return html`<span>states differ from ${actionLink(first.from)} ${until}</span>`;
}

/** @param {Alignment} alignment @param {string} name */
function outcome(alignment, name) {
    const { sameThrough, onlyA, onlyB, aligned } = alignment;
    const states = statesMarkup(alignment);
    const direction = html`<span class="dim">Diff: ${fileName(state.session.file)} → ${name}</span>`;
    if (!onlyA.length && !onlyB.length && aligned) {
        return html`<span>the same actions</span>${states || html`<span>the same states</span>`}${states && direction}`;
    }
    const few = onlyB.slice(0, 8);
    return html`
        <span>
            ${sameThrough < state.session.first ? 'different from the start' : html`
                the same up to ${actionLink(Math.min(sameThrough, state.session.last))}
            `}
        </span>
        ${aligned ? html`
            <span><b>${plural(onlyA.length, 'action')}</b> only here</span>
            <span>
                <b>${plural(onlyB.length, 'action')}</b> only in ${name}${few.length ? ':' : ''}
                ${few.map(seq => html` <button class="link" data-swap="${seq}">#${seq}</button>`)}
                ${onlyB.length > few.length ? ' …' : ''}
            </span>
        ` : html`<span class="dim">too many actions to align: compared by their numbers</span>`}
        ${states}
        ${direction}
    `;
}

function draw() {
    const bar = element('beside');
    const session = other();
    bar.hidden = !session || !hasSession();
    if (!session) return;
    const { alignment, alignmentRefusal: refusal } = state;
    const name = fileName(session.file);
    put(bar, html`
        <div class="what-if-title">
            <b>Beside</b>
            <span class="without">${name}</span>
            <span class="trailing">
                ${alignment ? html`
                    <button class="button" data-swap="${otherSeq(alignment, state.at)}">Swap</button>
                    ${iconButton('left', 'difference-back', 'Previous difference', 'Previous difference  {')}
                    ${iconButton('right', 'difference-on', 'Next difference', 'Next difference  }')}
                ` : ''}
                <button class="button" data-do="leave-beside">Leave <kbd>Esc</kbd></button>
            </span>
        </div>
        <div class="outcome" role="status">
            ${refusal ? html`<span class="error">${refusal.message} ${refusal.hint}</span>`
                : alignment ? outcome(alignment, name) : html`<span class="dim">Comparing…</span>`}
        </div>
    `);
}

/** The last actions of both sessions when they were compared. */
let lasts = '';

onChange(['beside', 'session', 'sessions'], changed => {
    const session = other();
    if (!session) { if (state.alignment) update({ alignment: null, alignmentRefusal: null }); return; }
    const now = [state.session.last, session.last];
    if (changed.has('beside')) update({ alignment: null, alignmentRefusal: null });
    else if (lasts === String(now)) return;
    lasts = String(now);
    read({ with: session.id, lasts: now });
});
onChange(['beside', 'alignment', 'alignmentRefusal', 'session', 'at'], draw);

onClick({ beside: id => openBeside(Number(id)), swap: seq => swap(Number(seq)) });
onCommand({
    'leave-beside': () => update({ beside: null }),
    'difference-back': () => goToDifference(-1),
    'difference-on': () => goToDifference(1),
});
onKey({
    '{': () => (isWhatIf() || state.beside !== null) && goToDifference(-1),
    '}': () => (isWhatIf() || state.beside !== null) && goToDifference(1),
});
