// Every value that a pointer had on the shown way, and the actions that wrote them.
import { onCommand } from '../core/controls.js';
import { html, put } from '../core/markup.js';
import { newest } from '../core/request-queue.js';
import { askSession, sliceOf } from '../core/session.js';
import { signal, state, update } from '../core/store.js';
import { focusedPart, focusRange, tip, way } from '../core/view.js';
import { chart, numberFor } from '../parts/chart.js';
import { clock, number, plural } from '../parts/format.js';
import { glyph } from '../parts/icons.js';
import { brief, label, typeName } from '../parts/values.js';
import { askSeries } from '../session/pinned.js';

/** The numbers of values that are read at first. A few newer ones leave the selected action's value in view. */
const around = { limit: 94, later: 6 };
/** The number of values that a button adds. */
const step = 200;
const most = 2000;

/** @typedef {WritesAsked & { key: string, shown: Shown | null }} Asked */
/** @typedef {Answers['answers/history'] & { pointer: Pointer, key: string, series: Series | null, depths: number[] }} Shown */

/** @type {Shown | null} */
let shown = null;
/** Why a history could not be read, and its key.
 * @type {Failure & { key: string } | null} */
let refusal = null;

/** Emits when the history was read.
 * @type {Signal<[]>} */
export const historyLoaded = signal();

/** Returns what is asked about: a value around the selected action, in the focus range. */
function question() {
    const pointer = state.history ?? '';
    const [from, end] = focusedPart() ?? [state.at, tip()];
    const at = Math.max(from, Math.min(end, state.at));
    const key = `${state.key} ${end} ${focusRange()} ${pointer}`;
    return { pointer, through: at, toward: end, reverse: 1, from: focusRange() ? from : undefined, key };
}

const read = newest(
    async (/** @type {Asked} */ { key, shown: before, ...asked }, abort) => {
        const { pointer, toward: end } = asked;
        const list = await askSession('answers/history', asked, abort);
        if (before) return { ...list, series: before.series, depths: before.depths, key, pointer };
        const { writes, earlier, later } = list;
        // Of many values, the chart shows those in the table.
        const depths = [
            earlier ? state.paths.depth(writes[writes.length - 1].seq) : 1,
            state.paths.depth(later ? writes[0].seq : end),
        ];
        const part = { pointer, tip: end, from: earlier ? depths[0] : undefined, to: later ? depths[1] : undefined };
        const series = await askSeries({ ...part, points: 500 }, abort).catch(() => null);
        return { ...list, series, depths, key, pointer };
    },
    (answer, { key, pointer, limit, later, shown: before }) => {
        shown = answer;
        // More values in one direction; those at the other end are given up if there are many.
        if (before && !later) {
            const writes = [...before.writes, ...answer.writes.slice(1)];
            const isMany = writes.length > most;
            const later = before.later || isMany;
            shown = { ...before, writes: writes.slice(-most), earlier: answer.earlier, later };
        } else if (before && !limit) {
            const writes = [...answer.writes, ...before.writes];
            const isMany = writes.length > most;
            const earlier = before.earlier || isMany;
            shown = { ...before, writes: writes.slice(0, most), later: answer.later, earlier };
        }
        Object.assign(shown, { key, pointer });
        refusal = null;
        historyLoaded.emit();
    },
    ({ message, hint }, { key: refused }) => { refusal = { message, hint, key: refused }; historyLoaded.emit(); },
);

/** True if the values around an action were read.
 * @param {Shown} known @param {Seq} at */
function isAround({ writes, earlier, later }, at) {
    return (!later || at < writes[0].seq) && (!earlier || at >= writes[writes.length - 1].seq);
}

/** Shows the history of a value; the previous one stays until it was read.
 * @param {Element} body @param {Pointer} pointer */
export function drawHistory(body, pointer) {
    const asked = question();
    const isSame = shown?.key === asked.key;
    if (!(isSame && shown && isAround(shown, asked.through)) && refusal?.key !== asked.key) {
        read({ ...asked, ...around, shown: null });
    }
    if (refusal?.key === asked.key) return void put(body, html`
        <div class="history">
            ${top(pointer, '')}
            <div class="note error"><div><b>${refusal.message}</b>${refusal.hint}</div></div>
        </div>
    `);
    if (shown?.pointer !== pointer) return;
    const before = body.querySelector('tbody')?.clientHeight ?? 0;
    put(body, historyMarkup(shown));
    // Newer values are added above those in view.
    if (isGrowing) body.scrollTop += (body.querySelector('tbody')?.clientHeight ?? 0) - before;
    isGrowing = false;
    if (drawnAt !== state.at) body.querySelector('tr.current')?.scrollIntoView({ block: 'nearest' });
    drawnAt = state.at;
}

let isGrowing = false;
/** @type {Seq | null} */
let drawnAt = null;

/** Reads older values, too. Their element may have had another pointer then. */
function olderValues() {
    const edge = shown?.writes[shown.writes.length - 1];
    if (edge) read({ ...question(), pointer: edge.pointer, through: edge.seq, limit: step + 1, later: 0, shown });
}

/** Reads newer values, too. */
function newerValues() {
    const edge = shown?.writes[0];
    if (edge) read({ ...question(), pointer: edge.pointer, through: edge.seq, limit: 0, later: step, shown });
}

/** @param {Pointer} pointer @param {string} text */
const top = (pointer, text) => html`
    <div class="history-header">
        <button class="button" data-do="leave-history">‹ Back</button>
        ${glyph(sliceOf(pointer))}
        <span class="path" title="${label(pointer)}">${pointer || 'whole state'}</span>
        <span class="dim end">${text}</span>
    </div>
`;

/** @param {Shown} known */
function historyMarkup(known) {
    const { pointer, writes, earlier, later } = known;
    const depthHere = state.paths.depth(state.at);
    const index = writes.findIndex(write => state.paths.depth(write.seq) <= depthHere);
    const isCount = writes.every(write => !write.new || ['array', 'null'].includes(write.new.kind));
    const count = earlier || later ? `${number(writes.length)} values around #${state.at}` : plural(writes.length, 'value');
    return html`
        <div class="history">
            ${top(pointer, isCount ? `${count} · count` : count)}
            ${drawing(known, index)}
            ${later ? html`<button class="button" data-do="newer-values">Newer values</button>` : ''}
            ${!writes.length ? html`
                <p class="dim">No action ${focusRange() ? 'in the focus range' : 'on this branch'} is known to have
                ${' written it.'}</p>
            ` : html`<table>
                <thead><tr><th>#</th><th class="wide">Time</th><th>Written by</th><th>Value</th></tr></thead>
                <tbody>${writes.map((write, i) => tableRow(write, i === index))}</tbody>
            </table>`}
            ${earlier ? html`<button class="button" data-do="older-values">Older values</button>` : ''}
        </div>
    `;
}

/** @param {Shown} known @param {number} index */
function drawing({ pointer, series, writes, depths: [first, last] }, index) {
    if (!series || series.kind === 'text' || writes.length < 2) return '';
    const width = 560;
    const height = 132;
    const { paths } = state;
    const shownWrites = writes.map((write, i) => ({
        seq: write.seq,
        depth: paths.depth(write.seq),
        isHere: i === index,
        value: numberFor(write.new, series.kind),
        title: label(`#${write.seq} ${write.type ?? ''}: ${brief(write.new)}`),
    })).filter(({ depth }) => depth >= first && depth <= last);
    const marked = shownWrites.length > 120 ? [] : shownWrites;
    const here = paths.depth(state.at);
    const part = (here - first) / Math.max(1, last - first);
    return html`
        <svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label(pointer)} over the session">
            ${chart(series, {
                slice: sliceOf(pointer), width, height, isLarge: true, depths: [first, last], here, writes: marked,
            })}
            <text x="46" y="${height - 4}">#${way().at(first)}</text>
            <text x="${width - 46}" y="${height - 4}" text-anchor="end">#${way().at(last)}</text>
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
    const writer = write.cause === 'action' ? html`${glyph(sliceOf(write.pointer))} ${typeName(write.type)}`
        : html`<span class="dim">${causes[write.cause]}</span>`;
    const old = write.unknown ? html`<span class="dim">? → </span>` : write.old
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

onCommand({
    'leave-history': () => update({ history: null }),
    'older-values': olderValues,
    'newer-values': () => { isGrowing = true; newerValues(); },
});
