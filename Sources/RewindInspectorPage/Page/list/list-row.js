// The markup of an entry of the list, and its height.
import { html } from '../core/markup.js';
import { tokens } from '../core/pointer.js';
import { row } from '../core/rows.js';
import { bookmarksAt, bookmarksIn, isOfNoState, sliceOfRow } from '../core/session.js';
import { state } from '../core/store.js';
import { from } from '../core/view.js';
import { effectGlyph, statusWords } from '../parts/effects.js';
import { clock, duration, number, plural, since, span } from '../parts/format.js';
import { glyph } from '../parts/icons.js';
import { brief, label, typeName } from '../parts/values.js';
import { markBeside } from '../session/beside.js';
import { addedAt, outcomeOf } from '../what-if/what-if.js';

export const heights = { row: 41, fold: 22, branch: 30 };

/** The maximum number of actions shown in an opened fold; the others show when all folds are opened. */
const openedLimit = 200;

/** Returns the actions of a fold or group, or as many of them as are shown.
 * @param {ListEntry} entry @returns {Seq[]} */
function membersOf({ fold, group }) {
    if (group) return group.seqs;
    return fold ? Array.from({ length: Math.min(openedLimit, fold.count) }, (_, i) => fold.from + i) : [];
}

/** Returns the key under which a fold or group is opened; undefined for other entries.
 * @param {ListEntry} entry */
export const keyOf = ({ fold, group }) => (
    group ? group.effect ? `effect ${group.effect.id}` : `group ${group.row?.seq}` : fold && `fold ${fold.from}`);

/**
 * Returns the actions of a fold or group that are shown: all of an opened one, otherwise the selected one.
 *
 * @param {ListEntry} entry
 * @param {ReadonlySet<string>} opened
 */
export function shownInside(entry, opened) {
    const { fold, group } = entry;
    if (opened.has(keyOf(entry) ?? '')) return membersOf(entry);
    if (group) return group.seqs.includes(state.at) ? [state.at] : [];
    return fold && state.at >= fold.from && state.at <= fold.to ? [state.at] : [];
}

/** True if a group has a line: not if its only action is shown.
 * @param {{ count: number }} group @param {Seq[]} shown */
const hasLine = ({ count }, shown) => count > 1 || count > shown.length;

/** Returns the parts of a fold that have a line: all of it, or what is before and after the shown action.
 * @param {Fold} fold @param {Seq[]} shown @param {boolean} isOpened @returns {[from: Seq, to: Seq][]} */
function linesOf(fold, shown, isOpened) {
    const [seq] = shown;
    /** @type {[Seq, Seq][]} */
    const parts = isOpened || seq === undefined ? [[fold.from, fold.to]] : [[fold.from, seq - 1], [seq + 1, fold.to]];
    return isOpened && fold.count < 2 ? [] : parts.filter(([from, to]) => from <= to);
}

/** Returns the height of an entry.
 * @param {ListEntry | undefined} entry @param {ReadonlySet<string>} opened */
export function heightOf(entry, opened) {
    if (entry?.branch) return heights.branch;
    const folded = entry?.fold ?? entry?.group;
    if (!entry || !folded) return heights.row;
    const shown = shownInside(entry, opened);
    const lines = entry.fold ? linesOf(entry.fold, shown, opened.has(keyOf(entry) ?? '')).length : hasLine(folded, shown);
    return (entry.group ? heights.row : 0) + heights.fold * Number(lines) + heights.row * shown.length;
}

/** The number of levels of a group that are indented. */
const deepest = 6;

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
    if (isOfNoState(action)) return action.payload ? changes(action.payload) : 'no payload';
    if (action.trouble === 'crash' || action.trouble === 'unknown') return html`<b>state unknown</b>`;
    if (action.status === 'began') return html`<b>running…</b>`;
    return action.touched ? changes(action.touched) : 'nothing changed';
}

/** @param {NonNullable<Row['touched']>} first */
const changes = first => html`
    ${[first, ...first.others ?? []].map((each, i) => html`${i ? ' · ' : ''}${change(each)}`)}${first.more ? ` +${first.more}` : ''}
`;

/** Returns a change: a member with its value, or what happened to the elements of an array.
 * @param {Touched} touched */
function change({ pointer, op, value, items }) {
    const parts = tokens(pointer);
    if (items) {
        const name = parts.slice(1).join('/') || parts[0];
        const count = plural(items, 'item');
        const what = op === 'move' ? `↕${items}` : op === 'remove' ? `−${items > 1 || !value ? count : ` ${brief(value, 26)}`}`
            : `+${items > 1 ? count : ` ${brief(value, 26)}`}`;
        return html`${name === undefined ? '' : html`<b>${name}</b> `}${what}`;
    }
    const isWhole = !parts.length && (value?.kind === 'object' || value?.kind === 'array');
    // A member of an element is shown with the name of its array.
    const index = parts.findLastIndex(each => /^\d+$/.test(each));
    const name = parts.slice(index > 0 ? index - 1 : Math.max(index, 0)).slice(index < 0 ? -1 : 0).join('/');
    return html`
        ${isWhole ? html`<b>whole state</b>` : name ? html`<b>${name}</b> ` : ''}
        ${isWhole ? '' : op === 'remove' ? 'removed' : brief(value, 26)}
    `;
}

/** The text of each trouble. */
const troubles = { crash: '✕ crash', unknown: '? unknown', failed: '! failed', error: '! error', skipped: 'skipped' };

const outcomes = { skipped: 'skipped', edited: '✎ edited', moved: '↕ moved', other: '≠ differs', applied: 'as recorded', unknown: '? unknown' };

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
        beside?.isChange && html`<span class="badge outcome-other">${outcomes.other}</span>`,
        beside?.there ? html`
            <span class="badge outcome-other" title="After it, the other session has actions that this one lacks">
                +${beside.there} there
            </span>
        ` : '',
        outcome && outcome !== 'added' && html`<span class="badge outcome-${outcome}">${outcomes[outcome]}</span>`,
        addedAt(seq).map(name => html`<span class="badge outcome-added" title="It runs after this one">+ ${name}</span>`),
        action.trouble && action.trouble !== outcome && !isOfNoState(action) && html`
            <span class="badge ${action.trouble === 'skipped' ? 'outcome-skipped' : 'error'}">
                ${troubles[action.trouble] ?? action.trouble}
            </span>
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

/** @param {Row} action @param {Way} way @param {number} index @param {number} total
 * @param {number} [level] How deep it is in a group. */
function actionRow(action, way, index, total, level = 0) {
    const { seq } = action;
    const isHere = seq === state.at;
    const names = ['row', isHere && 'selected', (outcomeOf(seq) === 'skipped' || action.trouble === 'skipped') && 'skipped',
        seq === state.with && 'compared', !way.has(seq) && 'off',
        level > 0 && `level-${Math.min(level, deepest)}`].filter(Boolean).join(' ');
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
                ${action.after === undefined ? 'start' : since(action.after)}
            </span>
            <span class="duration">${action.duration === undefined ? '' : duration(action.duration)}</span>
        </div>
    `;
}

/** Returns the row of an action that is being read, or cannot be read without the server.
 * @param {Seq} seq @param {Way} way */
function waitingRow(seq, way) {
    const isLost = Boolean(seq) && (!state.isConnected || state.session.gone);
    return html`
        <div class="row ${isLost ? '' : 'wait'} ${seq && seq === state.at ? 'selected' : ''}" role="option"
            aria-selected="${Boolean(seq) && seq === state.at}">
            ${seq ? rail(seq, heights.row, 'row', way) : ''}
            ${isLost && html`
                ${glyph(-1)}
                <span class="type"><span class="type-name dim">Action</span></span>
                <span class="touched"><span class="seq">${seq}</span>not loaded</span>
            `}
        </div>
    `;
}

/** Returns the line of a part of a fold. Only the first one has the values.
 * @param {Fold} fold @param {Way} way @param {[from: Seq, to: Seq]} part @param {boolean} isFirst */
function foldRow(fold, way, [from, to], isFirst) {
    const values = fold.types.map(({ type, values: each }, i) => html`
        ${i ? ' · ' : ''}
        ${type.replace(/Action$/, '')} ${isFirst && html`<b>${each.map(value => brief(value, 8)).join(', ')}</b>`}
    `);
    const names = fold.types.map(each => each.type).join(', ');
    return html`
        <button class="fold-row ${way.has(from) || way.has(to) ? '' : 'off'}" data-unfold="fold ${fold.from}"
            role="option" aria-selected="false" aria-label="${to - from + 1} folded: ${label(names)}" tabindex="-1"
            title="${label(names)}">
            ${rail(from, heights.fold, 'fold', way)}
            <span class="dots">${fold.slices.slice(0, 8).map(glyph)}</span>
            <span class="fold-types">${values}</span>
            <span class="range">${to > from ? `${from}–${to}` : from}</span>
        </button>
    `;
}

/** @param {BranchHead} branch @param {Way} way */
function branchRow(branch, way) {
    const { paths } = state;
    const [mark] = bookmarksIn(paths.runs[paths.runIndex(branch.from)]);
    return html`
        <div class="branch-row" role="option" aria-disabled="true" aria-selected="false">
            ${rail(branch.from, heights.branch, 'branch', way)}
            <b>Branch</b>
            ${mark && html`<span class="badge bookmark">⚑ ${mark.name}</span>`}
            <span>after undo to <span class="link" data-go="${branch.parent}">#${branch.parent}</span></span>
            <span class="dim end">${since(branch.after)}</span>
        </div>
    `;
}

/** Returns the line of an effect that is the root of a group.
 * @param {EffectLine} effect @param {number} index @param {number} total */
function effectRow(effect, index, total) {
    const { id, name, began, ended, status, took, rooted } = effect;
    return html`
        <div class="row effect-row ${state.effect === id ? 'chosen' : ''}" role="option" id="effect-${id}"
            aria-selected="false" aria-posinset="${index + 1}" aria-setsize="${total}" data-effect="${id}"
            data-began="${began}" data-ended="${ended}">
            ${effectGlyph(effect)}
            <span class="type" title="${label(name)}">
                <span class="type-name">${name}</span>
                ${status && status !== 'done' && html`<span class="badge outcome-${status}">${statusWords[status]}</span>`}
                ${!rooted && html`<span class="badge cursor">cause unknown</span>`}
            </span>
            <span class="touched">after #${began}</span>
            <span class="since">${clock(effect.at).slice(0, 8)}</span>
            <span class="duration">${took === undefined ? '' : span(took)}</span>
        </div>
    `;
}

/** @param {ListEntry} entry @param {Group} group @param {boolean} isOpen */
function groupLine(entry, group, isOpen) {
    const names = group.types.map(type => type.replace(/Action$/, ''));
    return html`
        <button class="fold-row group-line" data-unfold="${keyOf(entry)}" role="option" aria-selected="false"
            aria-label="${group.count} caused by it: ${label(names.join(', '))}" tabindex="-1"
            title="${label(names.join(', '))}">
            <svg class="triangle ${isOpen ? 'open' : ''}" viewBox="0 0 8 8" aria-hidden="true">
                <path d="M2 0l5 4-5 4z"/>
            </svg>
            <b>${plural(group.count, 'action')}</b>
            <span class="fold-types">${names.join(' · ')}</span>
            ${isOpen && group.count > group.seqs.length ? html`
                <span class="range">the first ${number(group.seqs.length)}</span>
            ` : ''}
        </button>
    `;
}

/**
 * Returns an entry as HTML.
 *
 * @param {ListEntry | undefined} entry
 * @param {number} index
 * @param {number} total
 * @param {Way} way
 * @param {ReadonlySet<string>} opened
 */
export function entryRow(entry, index, total, way, opened) {
    if (!entry) return waitingRow(0, way);
    if (entry.branch) return branchRow(entry.branch, way);
    const { fold, group } = entry;
    if (!fold && !group) return actionRow(/** @type {Row} */ (entry), way, index, total);
    const shown = shownInside(entry, opened);
    /** @param {Seq} seq */
    const inner = seq => {
        const action = row(seq);
        const level = group?.levels[group.seqs.indexOf(seq)] ?? 0;
        return action ? actionRow(action, way, index, total, level) : waitingRow(seq, way);
    };
    if (fold) {
        const parts = linesOf(fold, shown, opened.has(keyOf(entry) ?? ''));
        const lines = parts.map(each => foldRow(fold, way, each, each === parts[0]));
        const before = parts.filter(([from]) => !shown.length || from <= shown[0]).length;
        return html`${lines.slice(0, before)}${shown.map(inner)}${lines.slice(before)}`;
    }
    if (!group) return html``;
    const { row: first, effect } = group;
    return html`
        ${first ? actionRow(first, way, index, total) : effect ? effectRow(effect, index, total) : ''}
        ${hasLine(group, shown) ? groupLine(entry, group, opened.has(keyOf(entry) ?? '')) : ''}
        ${shown.map(inner)}
    `;
}
