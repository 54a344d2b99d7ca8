// The list of actions, which reads only the entries in view.
import { onClick, onCommand, onKey } from '../core/controls.js';
import { element, html, put, putList } from '../core/markup.js';
import { newest } from '../core/request-queue.js';
import { rowsLoaded, rowsOf, want } from '../core/rows.js';
import { askSession, isEmpty } from '../core/session.js';
import { hasAny, onChange, state, update } from '../core/store.js';
import { go, goOrCompare, jump, way } from '../core/view.js';
import { number, plural } from '../parts/format.js';
import { emptyNote } from '../parts/notes.js';
import { drawFilterNote } from './filter.js';
import { ListData } from './list-data.js';
import { entryRow, heightOf, heights, keyOf, shownInside } from './list-row.js';
import { VirtualScroll } from './virtual-scroll.js';

/** @type {ListData | null} */
let data = null;
/** @type {ListData | null} */
let next = null;
/** The keys of opened folds and groups.
 * @type {Set<string>} */
let opened = new Set();
/** @type {Failure | null} */
let refusal = null;
const list = element('list');
const scroll = new VirtualScroll(list, element('spacer'), {
    count: () => data?.total ?? 0,
    height: index => heightOf(data?.entries.get(index), opened),
    draw,
});
let isRevealing = false;

const query = () => ({
    filter: state.filter, hide: state.hide.join(','), fold: state.fold ? 1 : 0, group: state.group ? 1 : 0,
});

function draw() {
    const rows = element('rows');
    if (isEmpty()) return drawEmpty();
    if (!data || data.total === null) {
        if (refusal) put(rows, emptyNote(refusal.message, refusal.hint));
        return;
    }
    if (data.total === 0 || data.actions === 0) return drawNoMatch();
    const shownWay = way();
    /** @type {[key: number, row: Markup][]} */
    const pieces = [];
    let isMissing = false;
    let y = -scroll.offset;
    let index = scroll.index;
    for (; index < data.total && y < scroll.viewHeight; index++) {
        const entry = data.entries.get(index);
        isMissing ||= !entry;
        pieces.push([index, entryRow(entry, index, data.total, shownWay, opened)]);
        y += heightOf(entry, opened);
    }
    needAround(scroll.index, index);
    // Old rows stay visible for the few milliseconds until missing ones are read.
    if (isMissing && rows.pieces && performance.now() - lastDrawn < 300) return;
    lastDrawn = performance.now();
    isList(true);
    putList(rows, pieces);
    rows.style.setProperty('transform', `translateY(${-scroll.offset}px)`);
    const id = `row-${state.at}`;
    if (document.getElementById(id)) element('list').setAttribute('aria-activedescendant', id);
    else element('list').removeAttribute('aria-activedescendant');
}

let lastDrawn = 0;
let lastFound = 0;
let ahead = 0;

/**
 * Reads the entries in view, and those next to them; while the list jumps from place to place, those are read later.
 *
 * @param {number} from
 * @param {number} to
 */
function needAround(from, to) {
    clearTimeout(ahead);
    const isJumping = performance.now() - lastFound < 150;
    const margin = isJumping ? 0 : 30;
    data?.need(from - margin, to - from + 2 * margin);
    if (isJumping) ahead = setTimeout(() => data?.need(from - 30, to - from + 60), 150);
}

/** Marks the element as a list, or as a group while it has no rows.
 * @param {boolean} holds */
function isList(holds) {
    element('list').setAttribute('role', holds ? 'listbox' : 'group');
    if (!holds) element('list').removeAttribute('aria-activedescendant');
}

/** Draws a note in place of rows.
 * @param {Part} title @param {Part} text */
function drawNote(title, text) {
    isList(false);
    put(element('rows'), emptyNote(title, text));
    element('rows').style.removeProperty('transform');
}

function drawEmpty() {
    const { gone } = state.session;
    if (gone) drawNote(gone.error, gone.hint);
    else if (state.session.recording !== 'live') drawNote('No actions', 'The session has only its first state.');
    else drawNote('No action yet', html`The app is recording.<br>Its first action appears here.`);
}

function drawNoMatch() {
    drawFilterNote(false);
    drawNote('No action matches', html`
        ${state.filter ? html`“${state.filter}”<br>` : ''}
        <button class="button" data-clear>Clear the filter</button>
    `);
    drawHead();
}

function drawHead() {
    const { session } = state;
    const all = (data?.last || session.last) - session.first;
    const actions = data?.actions ?? all;
    // Until all actions were read, the list is not filtered.
    const isWaiting = session.indexed < session.last && (state.filter || state.hide.length);
    element('count').textContent = isEmpty() ? '0 actions'
        : isWaiting ? `Filtering after all ${number(all)} were read`
        : actions === all ? plural(all, 'action') : `${number(actions)} of ${plural(all, 'action')}`;
    const fold = element('fold');
    put(fold, html`Fold noise <span class="dim">${data?.folded ? number(data.folded) : ''}</span>`);
    fold.setAttribute('aria-pressed', String(state.fold));
    fold.hidden = isEmpty() || state.group;
    const group = element('group');
    group.hidden = isEmpty() || !session.causes;
    group.setAttribute('aria-pressed', String(state.group));
    const follows = isEmpty() || session.recording !== 'live' || state.at === session.position;
    const behind = follows ? 0 : session.last - state.at;
    const pill = element('newer-actions');
    pill.hidden = behind <= 0;
    if (behind > 0) pill.textContent = `${number(behind)} newer · go live`;
}

function drawAll() { draw(); drawHead(); }

// Finding the selected action.

const findPlace = newest(
    // Twice the number of rows in view suffices wherever the action appears among them.
    (/** @type {{ list: ListData, seq: Seq }} */ { list, seq }, abort) => {
        const count = 2 * Math.ceil((scroll.viewHeight || innerHeight) / heights.row) + 4;
        return askSession('rows', { ...list.query, around: seq, count }, abort);
    },
    (answer, { list, seq }) => {
        lastFound = performance.now();
        if (list !== data && list !== next) return;
        const isFirst = list === next;
        if (isFirst) { data = list; next = null; opened = new Set(); scroll.index = 0; scroll.offset = 0; }
        refusal = null;
        list.take(answer, seq);
        if (isFirst) scroll.settle();
        if (answer.total && answer.index !== undefined && (isFirst || (isRevealing && seq === state.at))) {
            isRevealing = false;
            scroll.reveal(Math.min(answer.index, answer.total - 1));
        }
        // Another action may have been selected meanwhile.
        if (isFirst && seq !== state.at) revealHere();
        drawAll();
    },
    error => {
        refusal = error;
        // Without the server, the list that was read stays.
        if (next && (error.status || !data)) data = next;
        next = null;
        drawAll();
    },
);

/** Reads the list again; old rows stay visible until the first new ones are read. */
function renew() {
    if (isEmpty()) { data = null; next = null; return drawAll(); }
    next = new ListData(query(), () => drawAll(), error => { refusal = error; });
    findPlace({ list: next, seq: state.at });
}

/** Scrolls to the selected action. */
function revealHere() {
    if (!data || isEmpty()) return;
    if (data.total === 0) return;
    const index = data.find(state.at);
    isRevealing = index === undefined;
    if (index === undefined) findPlace({ list: data, seq: state.at }); else scroll.reveal(index);
}

onChange(['at', 'with', 'branch', 'changes', 'filter', 'hide', 'fold', 'group'], changed => {
    if (changed.has('key')) {
        data = null;
        Object.assign(scroll, { index: 0, offset: 0 });
        scroll.settle();
        drawOpening();
    }
    if (hasAny(changed, 'filter', 'hide', 'fold', 'group')) return renew();
    if (changed.has('at') || changed.has('with')) { want(state.at); revealHere(); }
    return drawAll();
});
onChange(['whatIf', 'alignment', 'effect'], draw);
rowsLoaded.on(draw);

/** Draws gray bars in place of rows, when a session opens. */
export function drawOpening() {
    isList(false);
    element('count').textContent = 'Opening…';
    put(element('rows'), html`
        ${Array.from({ length: 9 }, (_, i) => html`
            <div class="opening">
                <div class="skeleton width-${i % 4}"></div>
                <div class="skeleton thin width-${(i + 2) % 4}"></div>
            </div>
        `)}
    `);
}

// While the session is recorded, the end of the list is read again, at most ten times a second.

let tail = 0;

/** @param {Session} session */
const marked = ({ recording, cursor, bookmarks }) => JSON.stringify([recording === 'live' || cursor, bookmarks]);

onChange(['session'], (changed, { session: before }) => {
    const { session } = state;
    if (changed.has('key') || session.gone) return;
    // Folds and filters are complete only when the server has read all actions.
    const wasRead = before.indexed < before.last && session.indexed >= session.last;
    // An action with a bookmark is not folded.
    const isMarked = marked(session) !== marked(before);
    if (!data || wasRead || isMarked) return renew();
    drawHead();
    if (tail || data.total === null) return;
    tail = setTimeout(() => {
        tail = 0;
        if (session.id !== state.session.id || !data) return;
        const from = Math.max(0, (data.total ?? 0) - 1);
        if (state.at === state.session.last && state.with === null) revealHere(); else data.read({ from, count: 50 });
        if (scroll.isSmall) scroll.settle();
    }, 100);
});

// Moving, and opening folds.

/** Returns the actions of an entry that have rows.
 * @param {ListEntry | undefined} entry @returns {Seq[]} */
function seqsOf(entry) {
    if (!entry) return [];
    const { seq, fold, group } = entry;
    if (seq !== undefined) return [seq];
    const inside = opened.has(keyOf(entry) ?? '') ? shownInside(entry, opened) : [];
    if (group) return [group.row?.seq ?? inside[0] ?? group.seqs[0] ?? state.at, ...inside]
        .filter((each, i, all) => all.indexOf(each) === i);
    return fold ? inside : [];
}

/** Returns the action some rows further.
 * @param {number} steps @returns {Promise<Seq>} */
async function rowsAway(steps) {
    if (!data?.total) return state.at;
    let index = data.find(state.at);
    if (index === undefined) return state.at;
    let left = Math.abs(steps);
    const direction = Math.sign(steps);
    let found = state.at;
    let inner = seqsOf(data.entries.get(index));
    let place = inner.indexOf(found);
    // A closed fold shows the selected action alone.
    if (place < 0) { inner = [found]; place = 0; }
    while (left > 0) {
        place += direction;
        if (inner[place] === undefined) {
            index += direction;
            if (index < 0 || index >= data.total) break;
            const entry = data.entries.get(index);
            if (!entry) { await data.need(index - 20, 40); break; }
            inner = seqsOf(entry);
            place = direction > 0 ? -1 : inner.length;
            continue;
        }
        found = inner[place];
        left--;
    }
    return found;
}

/** @param {string} key */
async function toggleOpened(key) {
    if (!data || opened.delete(key)) return drawAll();
    opened.add(key);
    const entry = [...data.entries.values()].find(each => keyOf(each) === key);
    const inner = entry ? shownInside(entry, opened) : [];
    await rowsOf(inner);
    if (scroll.isSmall) scroll.settle();
    drawAll();
}

const toggleFold = () => update({ fold: !state.fold });
const toggleGroup = () => { if (state.session.causes) update({ group: !state.group }); };

/** @param {number} steps */
const byRows = async steps => go(await rowsAway(steps));
const pageful = () => Math.max(1, Math.floor(element('list').clientHeight / heights.row) - 1);

onClick({
    row: (seq, _, event) => {
        // A row nearby is a step.
        if (!event.shiftKey && Math.abs(Number(seq) - state.at) > 10) jump(Number(seq)); else goOrCompare(Number(seq), event);
    },
    go: seq => jump(Number(seq)),
    unfold: key => toggleOpened(key),
});
onCommand({ fold: toggleFold, group: toggleGroup });
onKey({
    ArrowUp: event => { byRows(event.shiftKey ? -10 : -1); },
    ArrowDown: event => { byRows(event.shiftKey ? 10 : 1); },
    k: () => { byRows(-1); },
    j: () => { byRows(1); },
    PageUp: () => { byRows(-pageful()); },
    PageDown: () => { byRows(pageful()); },
    '.': toggleFold,
    ',': toggleGroup,
});

new ResizeObserver(() => {
    const height = list.clientHeight;
    // A bar that appears above must not cover the selected action.
    const covers = height < scroll.viewHeight && document.getElementById(`row-${state.at}`);
    element('window').style.setProperty('height', `${height}px`);
    scroll.resize(height);
    if (covers) revealHere(); else if (data) draw();
}).observe(list);
element('newer-actions').addEventListener('click', () => jump(state.session.last));
