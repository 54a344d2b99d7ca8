// The markup of an entry of the list, and its height.
import { html } from '../core/markup.js';
import { tokens } from '../core/pointer.js';
import { row } from '../core/rows.js';
import { bookmarksAt, sliceOfRow } from '../core/session.js';
import { state } from '../core/store.js';
import { from } from '../core/view.js';
import { duration, plural, span } from '../parts/format.js';
import { glyph } from '../parts/icons.js';
import { brief, label, typeName } from '../parts/values.js';
import { markBeside } from '../session/beside.js';
import { outcomeOf } from '../session/what-if.js';

export const heights = { row: 41, fold: 22, branch: 30 };

/** The maximum number of actions shown in an opened fold; the others show when all folds are opened. */
const openedLimit = 200;

/**
 * Returns the actions of a fold that are shown: all of an opened one, otherwise the selected one.
 *
 * @param {Fold} fold
 * @param {ReadonlySet<Seq>} opened
 */
export function shownInFold(fold, opened) {
    const { from: start, to: end, count } = fold;
    if (opened.has(start)) return Array.from({ length: Math.min(openedLimit, count) }, (_, i) => start + i);
    return state.at >= start && state.at <= end ? [state.at] : [];
}

/** True if a fold has a line: not if its only action is shown.
 * @param {Fold} fold @param {Seq[]} shown */
const hasLine = (fold, shown) => fold.count > 1 || !shown.length;

/** Returns the height of an entry.
 * @param {ListEntry | undefined} entry @param {ReadonlySet<Seq>} opened */
export function heightOf(entry, opened) {
    if (entry?.branch) return heights.branch;
    if (entry?.fold) {
        const shown = shownInFold(entry.fold, opened);
        return (hasLine(entry.fold, shown) ? heights.fold : 0) + heights.row * shown.length;
    }
    return heights.row;
}

const columns = [11, 19, 26];

/**
 * Returns the graph at the left: a line for each column, with later branches dashed.
 *
 * @param {Seq} seq
 * @param {number} height
 * @param {'row' | 'fold' | 'branch'} kind
 * @param {Way} way
 */
function rail(seq, height, kind, way) {
    const { paths, session } = state;
    const lane = paths.lane(seq);
    const run = paths.runs[paths.runIndex(seq)];
    const x = columns[lane];
    const middle = height / 2;
    const isOn = way.has(seq);
    /** @param {number} at @param {number} y0 @param {number} y1 @param {string} name */
    const line = (at, y0, y1, name) => html`<path class="${name}" d="M${at} ${y0}V${y1}"/>`;
    const parts = [];
    for (const each of [1, 2]) {
        if (paths.isPending(each, seq) && each !== lane) parts.push(line(columns[each], 0, height, 'later'));
    }
    if (kind === 'branch') return html`
        <svg class="rail" viewBox="0 0 34 ${height}" aria-hidden="true">
            ${parts}
            ${line(x, 0, height, isOn ? 'on' : 'off')}
        </svg>
    `;
    const top = seq === session.first + 1 ? middle : 0;
    const continues = seq < run.to || paths.forksAt(seq).some(fork => paths.lane(fork.from) === lane);
    parts.push(line(x, top, continues ? height : middle, isOn ? 'on' : 'off'));
    for (const fork of paths.forksAt(seq)) {
        const target = columns[paths.lane(fork.from)];
        const curve = `M${x} ${middle}C${x} ${height - 6} ${target} ${middle + 6} ${target} ${height}`;
        if (target !== x) parts.push(html`<path class="${way.has(fork.from) ? 'on' : 'later'}" d="${curve}"/>`);
    }
    if (kind === 'row') {
        parts.push(seq === state.at ? html`<circle class="here" cx="${x}" cy="${middle}" r="4.500"/>`
            : html`<circle class="${isOn ? 'on' : 'off'}" cx="${x}" cy="${middle}" r="3"/>`);
    }
    return html`<svg class="rail" viewBox="0 0 34 ${height}" aria-hidden="true">${parts}</svg>`;
}

/** Returns the text of a gap: actions that were dropped, or that the app excluded.
 * @param {{ actions?: number }} gap */
export const gapText = ({ actions }) => (actions === undefined
    ? 'not recorded' : `${plural(actions, 'action')} not recorded`);

/** Returns what an action changed, as a line.
 * @param {Row} action */
function touched(action) {
    if (action.gap) return html`<b>${gapText(action.gap)}</b>`;
    if (action.trouble === 'crash' || action.trouble === 'unknown') return html`<b>state unknown</b>`;
    if (action.status === 'began') return html`<b>running…</b>`;
    const first = action.touched;
    if (!first) return 'nothing changed';
    const parts = tokens(first.pointer);
    if (!parts.length) return html`<b>whole state</b>`;
    if (first.items && first.items > 2) {
        return html`<b>${parts.slice(1).join('/') || parts[0]}</b> +${first.items} items`;
    }
    const isElement = parts.length > 2 && /^\d+$/.test(parts[parts.length - 1]);
    const name = parts.length > 1 ? parts.slice(isElement ? -2 : -1).join('/') : parts[0];
    return html`
        <b>${name}</b> ${first.op === 'remove' ? 'removed' : brief(first.value, 26)}
        ${first.more ? html` <span>+${first.more}</span>` : ''}
    `;
}

/** The text of each trouble. */
const troubles = { crash: '✕ crash', unknown: '? unknown', failed: '! failed', error: '! error' };

const outcomes = { skipped: 'skipped', other: '≠ differs', applied: 'as recorded', unknown: '? unknown' };

/** @param {Row} action */
function badges(action) {
    const { seq } = action;
    const outcome = outcomeOf(seq);
    const beside = markBeside(seq);
    const marks = state.with === null ? bookmarksAt(seq) : [];
    return [
        state.with !== null && seq === from() && html`<span class="badge compared">A</span>`,
        state.with !== null && seq === state.at && html`<span class="badge compared">B</span>`,
        beside?.isOnlyHere && html`<span class="badge outcome-other">only here</span>`,
        beside?.there ? html`
            <span class="badge outcome-other" title="After it, the other session has actions that this one lacks">
                +${beside.there} there
            </span>
        ` : '',
        outcome && html`<span class="badge outcome-${outcome}">${outcomes[outcome]}</span>`,
        action.trouble && action.trouble !== outcome && html`
            <span class="badge error">${troubles[action.trouble] ?? action.trouble}</span>
        `,
        action.recovered && !outcome && html`
            <span class="badge cursor" title="Its effect was not written; re-running it recovered it">recovered</span>
        `,
        marks.map(each => html`
            <span class="badge bookmark" title="${label(`${each.name}${each.note ? `: ${each.note}` : ''}`)}">
                ⚑${action.trouble || outcome ? '' : html` ${each.name}`}
            </span>
        `),
        seq === state.session.cursor && state.session.recording !== 'live' && html`
            <span class="badge cursor">cursor</span>
        `,
    ];
}

/** @param {Row} action @param {Way} way @param {number} index @param {number} total */
function actionRow(action, way, index, total) {
    const { seq } = action;
    const isHere = seq === state.at;
    const names = ['row', isHere && 'selected', outcomeOf(seq) === 'skipped' && 'skipped',
        seq === state.with && 'compared', !way.has(seq) && 'off'].filter(Boolean).join(' ');
    return html`
        <div class="${names}" role="option" id="row-${seq}" aria-selected="${isHere}" aria-posinset="${index + 1}"
            aria-setsize="${total}" data-row="${seq}">
            ${rail(seq, heights.row, 'row', way)}
            ${glyph(sliceOfRow(action))}
            <span class="type" title="${label(action.type)}">
                <span class="type-name">${typeName(action.type)}</span>
                ${badges(action)}
            </span>
            <span class="touched"><span class="seq">${seq}</span>${touched(action)}</span>
            <span class="since ${(action.after ?? 0) > 1e4 ? 'big' : ''}">
                ${action.after === undefined ? 'start' : html`+${span(action.after)}`}
            </span>
            <span class="duration">${duration(action.duration)}</span>
        </div>
    `;
}

/** @param {Seq} seq @param {Way} way */
function waitingRow(seq, way) {
    return html`
        <div class="row wait" role="option" aria-selected="false">
            ${seq ? rail(seq, heights.row, 'row', way) : ''}
        </div>
    `;
}

/** @param {Fold} fold @param {Way} way */
function foldRow(fold, way) {
    const values = fold.types.map(({ type, values: each }, i) => html`
        ${i ? ' · ' : ''}
        ${type.replace(/Action$/, '')} <b>${each.map(value => brief(value, 8)).join(', ')}</b>
    `);
    const names = fold.types.map(each => each.type).join(', ');
    return html`
        <button class="fold-row ${way.has(fold.from) || way.has(fold.to) ? '' : 'off'}" data-unfold="${fold.from}"
            role="option" aria-selected="false" aria-label="${fold.count} folded: ${label(names)}" tabindex="-1"
            title="${label(names)}">
            ${rail(fold.from, heights.fold, 'fold', way)}
            <span class="dots">${fold.slices.slice(0, 8).map(glyph)}</span>
            <span class="fold-types">${values}</span>
            <span class="range">${fold.count > 1 ? `${fold.from}–${fold.to}` : fold.from}</span>
        </button>
    `;
}

/** @param {BranchHead} branch @param {Way} way */
function branchRow(branch, way) {
    return html`
        <div class="branch-row" role="option" aria-disabled="true" aria-selected="false">
            ${rail(branch.from, heights.branch, 'branch', way)}
            <b>Branch</b>
            <span>after undo to <span class="link" data-go="${branch.parent}">#${branch.parent}</span></span>
            <span class="dim end">+${span(branch.after)}</span>
        </div>
    `;
}

/**
 * Returns an entry as HTML.
 *
 * @param {ListEntry | undefined} entry
 * @param {number} index
 * @param {number} total
 * @param {Way} way
 * @param {ReadonlySet<Seq>} opened
 */
export function entryRow(entry, index, total, way, opened) {
    if (!entry) return waitingRow(0, way);
    if (entry.branch) return branchRow(entry.branch, way);
    if (entry.fold) {
        const shown = shownInFold(entry.fold, opened);
        return html`
            ${hasLine(entry.fold, shown) ? foldRow(entry.fold, way) : ''}
            ${shown.map(seq => {
                const action = row(seq);
                return action ? actionRow(action, way, index, total) : waitingRow(seq, way);
            })}
        `;
    }
    return actionRow(/** @type {Row} */ (entry), way, index, total);
}
