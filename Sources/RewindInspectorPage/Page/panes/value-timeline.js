// Some values that a member had, in one line, with links to the actions that wrote them.
import { html } from '../core/markup.js';
import { newest } from '../core/request-queue.js';
import { askSession } from '../core/session.js';
import { signal, state } from '../core/store.js';
import { tip } from '../core/view.js';
import { brief, label } from '../parts/values.js';

const limit = 200;
/** @type {{ writes: Write[], more: boolean, continues?: boolean, key: string, at: Seq } | null} */
let known = null;
let settled = 0;

/** Emits when requested values were read.
 * @type {Signal<[]>} */
export const valueTimelineLoaded = signal();

/** @param {Pointer} pointer */
const key = pointer => `${state.key} ${tip()} ${pointer}`;

const read = newest(
    async (/** @type {{ pointer: Pointer, key: string, at: Seq, tip: Seq }} */ question, abort) => {
        const part = { pointer: question.pointer, reverse: 1 };
        const { writes, earlier: more } = await askSession(
            'answers/history', { ...part, through: question.tip, limit }, abort,
        );
        if (writes.some(write => write.seq === question.at)) return { writes: writes.reverse(), more };
        // Far from the end, only earlier values are shown.
        const before = await askSession('answers/history', { ...part, through: question.at, limit: 4 }, abort);
        return { writes: before.writes.reverse(), more: true, continues: true };
    },
    (answer, question) => {
        known = { ...answer, key: question.key, at: question.at };
        valueTimelineLoaded.emit();
    },
);

/** Returns the timeline of a value, empty until it was read.
 * @param {Pointer} pointer */
export function story(pointer) {
    const index = known?.key === key(pointer) ? known.writes.findIndex(write => write.seq === state.at) : -1;
    if (!known || index < 0) {
        if (known?.key !== key(pointer) || known.at !== state.at) {
            const question = { pointer, key: key(pointer), at: state.at, tip: tip() };
            clearTimeout(settled);
            settled = setTimeout(() => { if (state.at === question.at) read(question); }, 70);
        }
        return html``;
    }
    const { writes, more, continues } = known;
    if (writes.length < 2) return html``;
    // Fewer fit beside long numbers.
    const room = state.at > 9_999 ? 3 : 4;
    const start = Math.max(0, Math.min(index - 1, writes.length - room));
    const part = writes.slice(start, start + room);
    return html`
        <div class="value-timeline">
            ${start || more ? html`<span>…</span>` : ''}
            ${part.map((write, i) => html`
                ${i ? html`<span>→</span>` : ''}
                <button class="step ${write.seq === state.at ? 'current' : ''}" data-go="${write.seq}"
                    title="${label(write.type ?? '')}">
                    <small>#${write.seq}</small>
                    <span>${brief(write.new, 18)}</span>
                </button>
            `)}
            ${start + room < writes.length || continues ? html`<span>…</span>` : ''}
            <button class="text-button" data-history="${pointer}">
                ${more ? 'All its values' : `All ${writes.length} values`}
            </button>
        </div>
    `;
}
