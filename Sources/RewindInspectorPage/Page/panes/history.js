// Every value that a pointer had on the shown way, and the actions that wrote them.
import { onCommand } from '../core/controls.js';
import { newest } from '../core/request-queue.js';
import { askSession, sliceOf } from '../core/session.js';
import { signal } from '../core/signal.js';
import { state, update } from '../core/store.js';
import { tip } from '../core/view.js';
import { chart, numberFor } from '../parts/chart.js';
import { clock, number, plural } from '../parts/format.js';
import { glyph } from '../parts/icons.js';
import { html, put } from '../parts/markup.js';
import { brief, label, typeName } from '../parts/values.js';

const page = 100;
/** @typedef {{ pointer: Pointer, end: Seq, key: string, count: number }} Asked */
/** @typedef {Answers['history'] & Asked & { series: Series | null }} Shown */

/** @type {Shown | null} */
let shown = null;
/** Why a history could not be read, and its key.
 * @type {Failure & { key: string } | null} */
let refusal = null;

/** Emits when the history was read.
 * @type {Signal<[]>} */
export const historyLoaded = signal();

const key = () => `${state.key} ${tip()} ${state.history}`;

const read = newest(
    async (/** @type {Asked} */ { pointer, end, key: requested, count }, abort) => {
        const part = { pointer, tip: end };
        const [list, series] = await Promise.all([
            askSession('history', { ...part, count }, abort),
            askSession('series', { ...part, points: 500 }, abort).catch(() => null),
        ]);
        return { ...list, series, key: requested, pointer, end, count };
    },
    answer => { shown = answer; refusal = null; historyLoaded.emit(); },
    ({ message, hint }, { key: refused }) => { refusal = { message, hint, key: refused }; historyLoaded.emit(); },
);

/** Shows the history of a value; the previous one stays until it was read.
 * @param {Element} body @param {Pointer} pointer */
export function drawHistory(body, pointer) {
    if (shown?.key !== key() && refusal?.key !== key()) {
        // A recording makes the same history longer: it stays, and the same number of values is read.
        read({ pointer, end: tip(), key: key(), count: shown?.pointer === pointer ? shown.count : page });
    }
    if (refusal?.key === key()) return void put(body, html`
        <div class="history">
            ${top(pointer, 0, 'text')}
            <div class="note error"><div><b>${refusal.message}</b>${refusal.hint}</div></div>
        </div>
    `);
    if (shown?.pointer !== pointer) return;
    put(body, historyMarkup(shown));
}

/** Reads older values, too. */
function moreHistory() {
    if (shown) read({ ...shown, count: Math.min(5000, shown.count * 4) });
}

/** @param {Pointer} pointer @param {number} count @param {Series['kind']} kind */
const top = (pointer, count, kind, hasMore = false) => html`
    <div class="history-header">
        <button class="button" data-do="leave-history">‹ Back</button>
        ${glyph(sliceOf(pointer))}
        <span class="path" title="${label(pointer)}">${pointer || 'whole state'}</span>
        <span class="dim end">
            ${hasMore ? `the last ${number(count)} values` : plural(count, 'value')}
            ${kind === 'count' ? ' · count' : ''}
        </span>
    </div>
`;

/** @param {Shown} shown */
function historyMarkup({ pointer, writes, kind, more, series }) {
    const { paths } = state;
    const depthHere = paths.depth(state.at);
    const depths = writes.map(write => paths.depth(write.seq));
    const index = depths.findIndex(depth => depth <= depthHere);
    return html`
        <div class="history">
            ${top(pointer, writes.length, kind, more)}
            ${drawing(pointer, series, writes, depths, index)}
            <table>
                <thead><tr><th>#</th><th class="wide">Time</th><th>Written by</th><th>Value</th></tr></thead>
                <tbody>${writes.map((write, i) => tableRow(write, i === index))}</tbody>
            </table>
            ${more ? html`<button class="button" data-do="more-history">Older values</button>` : ''}
            ${!writes.length && html`<p class="dim">No action on this branch is known to have written it.</p>`}
        </div>
    `;
}

/** @param {Pointer} pointer @param {Series | null} series @param {Write[]} writes @param {number[]} depths
 * @param {number} index */
function drawing(pointer, series, writes, depths, index) {
    if (!series || series.kind === 'text' || !series.points?.length || writes.length < 2) return '';
    const width = 560;
    const height = 132;
    const end = tip();
    const marked = writes.length > 120 ? [] : writes.map((write, i) => ({
        seq: write.seq,
        depth: depths[i],
        isHere: i === index,
        value: numberFor(write.new, series.kind),
        title: label(`#${write.seq} ${write.type ?? ''}: ${brief(write.new)}`),
    }));
    const last = state.paths.depth(end);
    const here = state.paths.depth(state.at);
    const part = here / Math.max(1, last);
    return html`
        <svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label(pointer)} over the session">
            ${chart(series, {
                slice: sliceOf(pointer), width, height, isLarge: true, depths: [1, last], here, writes: marked,
            })}
            <text x="46" y="${height - 4}">#${state.session.first + 1}</text>
            <text x="${width - 46}" y="${height - 4}" text-anchor="end">#${end}</text>
            ${part > 0.1 && part < 0.9 ? html`
                <text class="now" x="${46 + part * (width - 92)}" y="${height - 4}" text-anchor="middle">
                    #${state.at}
                </text>
            ` : ''}
        </svg>
    `;
}

/** Returns the names of an object's changed members, as the values in a line are mostly the same.
 * @param {Write} write */
function members({ members: names = [] }) {
    if (!names.length) return undefined;
    return html`<span class="dim">changed</span> ${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''}`;
}

const causes = { firstState: 'the first state', pruned: 'before the pruned actions', part: 'before this part' };

/** @param {Write} write @param {boolean} isHere */
function tableRow(write, isHere) {
    const writer = write.cause === 'action' ? html`${glyph(write.slices?.[0])} ${typeName(write.type)}`
        : html`<span class="dim">${causes[write.cause]}</span>`;
    const old = write.unknownBefore ? html`<span class="dim">? → </span>` : write.old && write.old.kind !== 'absent'
        ? html`<span class="dim">${brief(write.old, 18)} → </span>` : '';
    return html`
        <tr data-row="${write.seq}" class="${isHere ? 'current' : ''}">
            <td class="monospaced"><button data-go="${write.seq}">${write.seq}</button></td>
            <td class="monospaced dim wide">${write.at === undefined ? '' : clock(write.at)}</td>
            <td>${writer}</td>
            <td class="monospaced">${members(write) ?? html`${old}${brief(write.new, 40)}`}</td>
        </tr>
    `;
}

onCommand({ 'leave-history': () => update({ history: null }), 'more-history': moreHistory });
