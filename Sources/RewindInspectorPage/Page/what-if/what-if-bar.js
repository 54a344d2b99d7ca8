// The bar of a what-if: its changes, each of which can be taken back, and how it came out.
import { element, focusMain, html, put } from '../core/markup.js';
import { isEmpty } from '../core/session.js';
import { onChange, state } from '../core/store.js';
import { plural } from '../parts/format.js';
import { icon, iconButton } from '../parts/icons.js';
import { actionLink } from '../parts/values.js';
import { typeOf } from '../core/changes.js';
import { isWhatIf } from './what-if.js';

/** The maximum number of changes of a kind in the bar. */
const most = 100;

/**
 * Returns a change: what it is, buttons, and one that takes it back.
 *
 * @param {string} name The attribute of the button that takes it back.
 * @param {Seq | number} value
 * @param {Part} text
 * @param {string} label What taking it back does.
 * @param {Part} [buttons]
 */
const chip = (name, value, text, label, buttons = '') => html`
    <span class="change" role="listitem">
        ${text}
        ${buttons}
        <button class="small-button" data-${name}="${value}" aria-label="${label}" title="${label}">${icon('close')}</button>
    </span>
`;

/** @param {string} name @param {Seq} seq @param {string} label @param {'up' | 'down'} sign */
const step = (name, seq, label, sign) => html`
    <button class="small-button" data-${name}="${seq}" aria-label="${label}" title="${label}">${icon(sign)}</button>
`;

/** Returns the changes, in the order of their kinds. */
function changes() {
    const { skip, edit, insert, reorder } = state.changes;
    return [
        ...skip.slice(0, most).map(seq => chip('skip', seq, html`without ${actionLink(seq)}`, `Take #${seq} in again`)),
        ...edit.slice(0, most).map(({ seq }) => chip('unedit', seq, html`
            ${actionLink(seq)} <button class="link" data-edit="${seq}" aria-label="Edit #${seq} again">edited</button>
        `, `Take #${seq} as recorded`)),
        ...insert.slice(0, most).map(({ after, action }, i) => chip('uninsert', i, html`
            <button class="link" data-insertion="${i}" aria-label="Edit ${typeOf(action)}">${typeOf(action)}</button> after ${actionLink(after)}
        `, `Take ${typeOf(action)} out`)),
        ...reorder.slice(0, most).map(({ seq, after }) => chip('unmove', seq, html`
            ${actionLink(seq)} after ${after > state.session.first ? actionLink(after) : 'the first state'}
        `, `Move #${seq} back`, [
            step('earlier', seq, `Move #${seq} earlier`, 'up'), step('later', seq, `Move #${seq} later`, 'down'),
        ])),
    ];
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
    const stopped = answer.state === 'stopped' ? html`<span class="error">${answer.error} ${answer.hint}</span>` : '';
    if (stopped && answer.at <= state.session.first) return stopped;
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
    return html`${stopped}${facts}<span class="dim">Diff: recorded → what if</span>`;
}

function draw() {
    const bar = element('what-if');
    const hadFocus = bar.contains(document.activeElement);
    bar.hidden = !isWhatIf() || isEmpty();
    if (bar.hidden) { if (hadFocus) focusMain(); return; }
    const all = changes();
    put(bar, html`
        <div class="what-if-title">
            <b>What if</b>
            <div class="changes-made ${all.length > 1 ? 'several' : ''}" role="list" aria-label="Changes">${all}</div>
            <span class="trailing">
                ${iconButton('left', 'difference-back', 'Previous difference', 'Previous difference  {')}
                ${iconButton('right', 'difference-on', 'Next difference', 'Next difference  }')}
                <button class="button" data-do="leave-what-if">${all.length > 1 ? 'Clear all' : 'Clear'} <kbd>Esc</kbd></button>
            </span>
        </div>
        <div class="outcome" role="status">${outcome()}</div>
    `);
    // The button of a change that was taken back is gone.
    if (hadFocus && !bar.contains(document.activeElement)) bar.querySelector('.change button:last-child')?.focus();
}

onChange(['whatIf', 'changes', 'session'], draw);
