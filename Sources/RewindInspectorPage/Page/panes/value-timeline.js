// Some values that a member had, in one line, with links to the actions that wrote them.
import { newest } from '../core/request-queue.js';
import { askSession, sessionKey } from '../core/session.js';
import { signal } from '../core/signal.js';
import { tip, view } from '../core/view.js';
import { html } from '../parts/markup.js';
import { brief, label } from '../parts/values.js';

const limit = 200;
/** @type {{ writes: Write[], more: boolean, continues?: boolean, key: string, at: Seq } | null} */
let known = null;
let settled = 0;

/** Emits when requested values were read. @type {Signal<[]>} */
export const valueTimelineLoaded = signal();

const key = pointer => `${sessionKey()} ${tip()} ${pointer}`;

const read = newest(
    async (question, abort) => {
        const part = { pointer: question.pointer };
        const all = await askSession('history', { ...part, tip: question.tip, count: limit }, abort);
        if (all.writes.some(write => write.seq === question.at)) return { writes: all.writes.reverse(), more: all.more };
        // Far from the end, only earlier values are shown.
        const before = await askSession('history', { ...part, tip: question.at, count: 4 }, abort);
        return { writes: before.writes.reverse(), more: true, continues: true };
    },
    (answer, question) => {
        known = { ...answer, key: question.key, at: question.at };
        valueTimelineLoaded.emit();
    },
);

/** Returns the timeline of a value, empty until it was read. @param {Pointer} pointer */
export function story(pointer) {
    const isKnown = known?.key === key(pointer) && known.writes.some(write => write.seq === view.at);
    if (!isKnown) {
        if (known?.key !== key(pointer) || known.at !== view.at) {
            const question = { pointer, key: key(pointer), at: view.at, tip: tip() };
            clearTimeout(settled);
            settled = setTimeout(() => { if (view.at === question.at) read(question); }, 70);
        }
        return html``;
    }
    const { writes } = known;
    const index = writes.findIndex(write => write.seq === view.at);
    if (writes.length < 2) return html``;
    // Fewer fit beside long numbers.
    const room = view.at > 99_999 ? 3 : 4;
    const start = Math.max(0, Math.min(index - 1, writes.length - room));
    const part = writes.slice(start, start + room);
    return html`
        <div class="value-timeline">
            ${start || known.more ? html`<span>…</span>` : ''}
            ${part.map((write, i) => html`
                ${i ? html`<span>→</span>` : ''}
                <button class="step ${write.seq === view.at ? 'current' : ''}" data-go="${write.seq}" title="${label(write.type ?? '')}">
                    <small>#${write.seq}</small>
                    <span>${brief(write.new, 18)}</span>
                </button>
            `)}
            ${start + room < writes.length || known.continues ? html`<span>…</span>` : ''}
            <button class="text-button" data-history="${pointer}">
                ${known.more ? 'All its values' : `All ${writes.length} values`}
            </button>
        </div>
    `;
}
