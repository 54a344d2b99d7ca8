// The difference between two states, by object and array.
import { html } from '../core/markup.js';
import { lastToken, tokens } from '../core/pointer.js';
import { state } from '../core/store.js';
import { from, isBeside } from '../core/view.js';
import { cut, number, plural } from '../parts/format.js';
import { copyButton, glyph, icon } from '../parts/icons.js';
import { emptyNote, errorNote, noStatesNote } from '../parts/notes.js';
import { actionLink, askable, brief, crumbs, label } from '../parts/values.js';
import { isWhatIf } from '../what-if/what-if.js';
import { story } from './value-timeline.js';
import { changedWords } from './word-diff.js';

const signs = { add: '+', remove: '−', move: '↕', change: '~', same: '', gap: '' };
const words = { add: 'added', remove: 'removed', move: 'moved', change: 'changed' };
const classes = { add: 'added', remove: 'removed', move: 'moved', change: 'modified', same: 'same', gap: '' };
const folded = 160;

/** Returns the markup of a difference.
 * @param {Difference} diff */
export function diffMarkup(diff) {
    if (diff.unknown) return unknownNote(diff.unknown);
    const failure = state.row?.trouble === 'failed' && !isBeside() ? failureNote() : '';
    if (!diff.groups.length && isWhatIf()) {
        return emptyNote('Same state', 'The recording and the re-run do not differ here.');
    }
    if (!diff.groups.length && state.beside !== null) return emptyNote('Same state', 'The two sessions do not differ here.');
    if (!diff.groups.length) {
        return html`
            ${failure}
            ${emptyNote('Nothing changed', state.row && !isBeside()
                ? `${state.row.type} led to the same state.` : 'Both states are equal.')}
        `;
    }
    return html`${failure}${diff.groups.map(group => groupMarkup(group))}`;
}

function failureNote() {
    return errorNote('The reducer reported an error', html`
        The state stayed as it was. <button class="link" data-tab="action">Show the error</button>
    `);
}

/** @param {NonNullable<Difference['unknown']>} unknown */
function unknownNote({ action, lastKnown }) {
    if (state.session.states === false) return noStatesNote();
    const isCrash = state.row?.trouble === 'crash';
    const title = isCrash ? 'The process ended while this reducer ran' : 'State unknown';
    const text = action === state.at ? '' : html`The effect of ${actionLink(action)} was not written.`;
    return html`
        ${errorNote(title, text, 'crash')}
        <section class="group">
            <header class="group-header">
                ${glyph(-1)}
                <span class="path">Last known state</span>
                <span class="counts">after ${actionLink(lastKnown)}</span>
            </header>
            <div class="unchanged claim">
                ${isCrash && action === state.at ? 'The process ended before this action had an effect.' : html`
                    The effect of this action is unknown.${' '}
                    ${state.session.reruns ? 'Re-running it did not recover it.' : html`
                        With the app’s reducers, <code>rewind replay</code> can recover it.
                    `}
                `}
            </div>
        </section>
    `;
}

/** @param {DifferenceGroup} group */
function summary({ kind, counts }) {
    /** @type {Part[]} */
    const parts = [];
    const isArray = kind === 'array';
    /** @param {number | undefined} count @param {string} name @param {string} text */
    const add = (count, name, text) => { if (count) parts.push(html`<span class="${name}">${text}</span>`); };
    if (isArray && counts.before !== undefined) parts.push(`${counts.before} → ${counts.after}`);
    add(counts.added, 'added', `+${counts.added}${isArray ? ' in' : ''}`);
    add(counts.removed, 'removed', `−${counts.removed}${isArray ? ' out' : ''}`);
    add(counts.moved, 'moved', `↕${counts.moved} moved`);
    add(counts.changed, 'edited', isArray ? `~${counts.changed} edited` : `${counts.changed} changed`);
    return parts.map((part, i) => html`${i ? ' · ' : ''}${part}`);
}

/** @param {DifferenceGroup} group */
function groupMarkup(group) {
    const { pointer } = group;
    const isPinned = state.pins.includes(pointer);
    const lines = group.lines.filter(line => state.context || (line.op !== 'same' && line.op !== 'gap'));
    const changes = lines.filter(line => line.op !== 'same' && line.op !== 'gap');
    const lone = changes.length === 1 && !group.more && group.kind === 'object' && !isBeside() ? changes[0] : null;
    return html`
        <section class="group ${group.kind === 'array' ? 'array' : ''}" aria-label="${label(pointer || 'whole state')}">
            <header class="group-header">
                ${glyph(group.slice)}
                <span class="path">${crumbs(pointer)}</span>
                <span class="counts">${summary(group)}</span>
                ${copyButton(pointer, 'Copy pointer')}
                <button class="small-button" data-pin="${pointer}" aria-pressed="${isPinned}"
                    aria-label="Pin to the timeline" title="Pin to the timeline  w">
                    ${icon('pin')}
                </button>
            </header>
            ${lines.map(line => (group.kind === 'array' ? elementMarkup(line) : memberMarkup(line)))}
            ${moreOfGroup(pointer, group.more)}
            ${lone ? story(lone.pointer) : ''}
        </section>
    `;
}

/** @param {Pointer} pointer @param {number | undefined} count */
function more(pointer, count) {
    if (count) return html`<button class="unchanged" data-full="${pointer}">… ${plural(count, 'line')} more</button>`;
    return state.opened.has(pointer) ? html`<button class="unchanged" data-full="${pointer}">Fewer lines</button>` : '';
}

/** Returns the line for the other lines of a group, which an exported page does not have.
 * @param {Pointer} pointer @param {number | undefined} count */
const moreOfGroup = (pointer, count) => (count && state.session.part ? html`
    <div class="unchanged">… ${plural(count, 'line')} more</div>
` : more(pointer, count));

/** @param {DifferenceLine['op']} op */
const sign = op => (op in words ? html`
    <span class="sign" role="img" aria-label="${words[/** @type {keyof words} */ (op)]}">${signs[op]}</span>
` : html`<span class="sign"></span>`);

// Lines of an object.

/** @param {DifferenceLine['op']} op @param {string | undefined} key @param {Part} inner */
function line(op, key, inner, nested = false) {
    const name = op === 'change' ? 'removed' : classes[op];
    return html`
        <div class="line ${name} ${nested ? 'nested' : ''}">
            ${sign(op)}
            <div class="content">${key === undefined ? '' : html`<span class="key" title="${label(key)}">${cut(key, 80)}</span>`}${inner}</div>
        </div>
    `;
}

/** @param {number | undefined} count */
const gap = (count = 0) => html`<div class="unchanged">${number(count)} unchanged</div>`;

/** Returns the action after which the state has the old values; undefined for those of another session or a re-run. */
const oldAt = () => (isWhatIf() || state.beside !== null ? undefined : from());

/** @param {Value | undefined} value @param {Pointer} pointer @param {Seq} [at] */
function valueOf(value, pointer, at = undefined) {
    const isLong = value?.kind === 'string' && (value.length ?? value.text.length) > folded;
    if (!isLong) return askable(value, pointer, folded, undefined, at);
    const isWhole = state.opened.has(pointer);
    return html`
        ${askable(value, pointer, isWhole ? 1e6 : 120, undefined, at)} <button class="more" data-full="${pointer}">
            ${isWhole ? 'less' : plural(value.length ?? value.text.length, 'character')}
        </button>
    `;
}

/** @param {DifferenceLine} change @param {boolean} nested @returns {Markup} */
function memberMarkup(change, nested = false) {
    const { op, pointer } = change;
    // The whole state has no name.
    const key = pointer === '' ? undefined : change.key ?? change.label ?? lastToken(pointer ?? '');
    if (op === 'gap') return gap(change.count);
    if (op === 'same') return line('same', key, askable(change.new ?? change.old, pointer, 60), nested);
    if (op === 'change') return change.lines?.length && !isScalar(change.new) ? html`
        ${line('same', key, askable(change.new, pointer))}
        ${change.lines.map(each => memberMarkup(each, true))}
        ${more(pointer, change.more)}
    ` : replacement(change, key, nested);
    const value = op === 'remove' ? change.old : change.new;
    const lines = change.lines ?? [];
    // A removed object is folded, as it is seldom read.
    const isFolded = op === 'remove' && lines.length > 3 && !state.opened.has(pointer);
    return html`
        ${line(op, key, valueOf(value, pointer, op === 'remove' ? oldAt() : undefined), nested)}
        ${isFolded ? '' : lines.map(each => memberMarkup(each, true))}
        ${lines.length || change.more ? more(pointer, (change.more ?? 0) + (isFolded ? lines.length : 0)) : ''}
    `;
}

/** @param {Value | undefined} value */
const isScalar = value => value?.kind !== 'object' && value?.kind !== 'array';

/** @param {DifferenceLine} change @param {string | undefined} key @param {boolean} nested */
function replacement({ pointer, old, new: now }, key, nested) {
    if (old?.kind !== 'string' || now?.kind !== 'string') {
        return html`
            ${line('remove', key, valueOf(old, pointer, oldAt()), nested)}
            ${line('add', key, valueOf(now, pointer), nested)}
        `;
    }
    const [was, is] = changedWords(old.text, now.text);
    const isWhole = state.opened.has(pointer);
    /** @param {TextPiece[]} pieces @param {Value & { kind: 'string' }} value */
    const shown = (pieces, value) => html`
        ${value.skipped ? html`<span class="more">${plural(value.skipped, 'equal character')} …</span> ` : ''}
        "${shortened(pieces, isWhole).map(({ text, isChanged }) => (isChanged ? html`<mark>${text}</mark>` : text))}
        ${value.length !== undefined ? '…' : ''}"
    `;
    const isLong = old.text.length > 4 * folded || now.text.length > 4 * folded;
    return html`
        ${line('remove', key, askable(old, pointer, 0, shown(was, old), oldAt()), nested)}
        ${line('add', key, html`
            ${askable(now, pointer, 0, shown(is, now))}
            ${isLong ? html`
                 <button class="more" data-full="${pointer}">${isWhole ? 'less' : 'whole text'}</button>
            ` : ''}
        `, nested)}
    `;
}

/** Cuts long unchanged pieces to the text beside a change.
 * @param {TextPiece[]} pieces @param {boolean} isWhole */
function shortened(pieces, isWhole) {
    const beside = 80;
    return isWhole ? pieces : pieces.map((piece, i) => {
        if (piece.isChanged || piece.text.length <= 3 * beside) return piece;
        const head = i ? piece.text.slice(0, beside) : '';
        const tail = i < pieces.length - 1 ? piece.text.slice(-beside) : '';
        return { text: `${head} … ${tail}`, isChanged: false };
    });
}

// Lines of an array.

/** @param {DifferenceLine} change */
function elementMarkup(change) {
    const { op, before, after, pointer } = change;
    if (op === 'gap') return gap(change.count);
    const isMoved = op !== 'add' && before !== undefined && before !== after;
    const place = op === 'remove' ? before : isMoved ? `${before} → ${after}` : after;
    const value = op === 'remove' ? change.old : change.new;
    const name = change.label || (value ? brief(value, 120) : '');
    const isPlain = !change.label && op === 'change' && !change.lines?.length;
    const isText = isPlain && change.old?.kind === 'string' && change.new?.kind === 'string'
        && Math.max(change.old.text.length, change.new.text.length) > 60;
    return html`
        <div class="element ${classes[op]}">
            ${sign(op)}
            <span class="index">${place ?? change.key}</span>
            ${isPlain && !isText ? html`
                <span class="title">
                    ${askable(change.old, pointer, 60, undefined, oldAt())} <span class="dim">→</span> ${askable(change.new, pointer, 60)}
                </span>
            ` : html`
                <button class="title ${change.label ? '' : 'mono'}" data-p="${pointer}"
                    ${op === 'remove' && oldAt() !== undefined ? html`data-before="${oldAt()}"` : ''}>
                    ${name}
                </button>
            `}
            <span class="aside">
                ${(op === 'add' || op === 'remove') && (change.more || change.lines?.length) ? html`
                    <button class="small-button" data-full="${pointer}" aria-expanded="${Boolean(change.lines?.length)}"
                        aria-label="Show its content" title="Show its content">
                        ${icon('down')}
                    </button>
                ` : ''}
            </span>
        </div>
        ${isText ? html`<div class="nested-lines">${replacement(change, undefined, false)}</div>` : nested(change)}
    `;
}

/** @param {DifferenceLine} change */
function nested(change) {
    if (!change.lines?.length) return '';
    return html`
        <div class="nested-lines">
            ${change.lines.map(each => {
                const key = each.key ?? keyInside(each.pointer, change.pointer);
                return memberMarkup({ ...each, key });
            })}
            ${more(change.pointer, change.more)}
        </div>
    `;
}

/**
 * Returns the path of a deeper change inside of an element.
 *
 * @param {Pointer | undefined} pointer
 * @param {Pointer | undefined} outer
 */
function keyInside(pointer, outer) {
    return pointer === undefined ? undefined : tokens(pointer).slice(tokens(outer ?? '').length).join('/');
}
