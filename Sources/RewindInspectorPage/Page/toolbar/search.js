// Search over everything: types, payloads, errors and values. Numbers, pointers, bookmarks, commands and expressions are
// offered, too.
import { onClick, onKey } from '../core/controls.js';
import { element, focusMain, html, put } from '../core/markup.js';
import { newest } from '../core/request-queue.js';
import { askSession, isEmpty, sliceOf } from '../core/session.js';
import { state, update } from '../core/store.js';
import { focusRange, jump } from '../core/view.js';
import { announce, toast } from '../dialogs/toast.js';
import { plural } from '../parts/format.js';
import { glyph } from '../parts/icons.js';
import { emptyNote } from '../parts/notes.js';
import { label, typeName } from '../parts/values.js';
import { looksLikeExpression } from '../session/pinned.js';
import { pinExpression } from '../session/pins.js';
import { markFound } from './found.js';
import { entries } from './palette.js';

const most = 20;
const field = element('find');
let typed = 0;
/** True until a person chooses or leaves. */
let isWanted = false;
let chosen = 0;
/** @type {Find[]} */
let hits = [];
/** The find that is shown. */
let shownHit = -1;
/** What the text may mean besides.
 * @type {import('./palette.js').Entry[]} */
let offers = [];
/** The text that they are for. */
let drawnFor = '';

const read = newest(
    (text, abort) => {
        const [from, to] = focusRange() ?? [];
        const range = { from, through: to === Infinity ? undefined : to };
        return askSession('answers/search', { text, first: 1, limit: most, ...range }, abort);
    },
    (answer, text) => {
        // After a choice, late results do not open the list again.
        if (field.value.trim() !== text || !isWanted) return;
        hits = answer.finds;
        chosen = 0;
        draw(text, answer.more);
    },
    error => { hits = []; open(emptyNote(error.message, error.hint)); },
);

function search() {
    const text = field.value.trim();
    if (!text || isEmpty()) return closeSearch();
    isWanted = true;
    if (text !== drawnFor) { hits = []; chosen = 0; draw(text, false, true); }
    return read(text);
}

/** What had the focus before the field.
 * @type {Element | null} */
let opener = null;

/** Returns to where the person was.
 * @param {KeyboardEvent} event */
function leaveSearch(event) {
    closeSearch();
    if (!opener?.isConnected || opener === document.body || opener === field) return;
    event.preventDefault();
    opener.focus();
}

function closeSearch() {
    isWanted = false;
    element('hits').hidden = true;
    field.setAttribute('aria-expanded', 'false');
    field.removeAttribute('aria-activedescendant');
}

/** @param {Markup} markup */
function open(markup) {
    put(element('hits'), markup);
    element('hits').hidden = false;
    field.setAttribute('aria-expanded', 'true');
}

/** Marks the searched text in a text.
 * @param {string} text @param {string} wanted @param {number} lead The number of characters shown before it. */
function marked(text, wanted, lead) {
    const index = text.toLowerCase().indexOf(wanted.toLowerCase());
    if (index < 0) return text;
    const start = Math.max(0, index - lead);
    return html`
        ${start ? '…' : ''}
        ${text.slice(start, index)}
        <mark>${text.slice(index, index + wanted.length)}</mark>
        ${text.slice(index + wanted.length, index + wanted.length + 120)}
    `;
}

/** @param {Find} find */
const isInState = ({ part }) => part === 'patch' || part === 'state';

/** @param {Find} find */
function place(find) {
    const { pointer, part } = find;
    const short = pointer.length > 30 ? pointer.replace(/^(\/[^/]+)\/.*(\/[^/]+)$/s, '$1/…$2') : pointer;
    return isInState(find) ? short : `${part} ${short}`;
}

/** @param {string} text @param {boolean} more @param {boolean} isPending */
function draw(text, more, isPending = false) {
    drawnFor = text;
    offers = entries(text);
    const first = offers.map(({ sign, text: name }, i) => html`
        <button class="hit ${i === chosen ? 'on' : ''}" role="option" id="hit-${i}" tabindex="-1"
            aria-selected="${i === chosen}" data-offer="${i}">
            <span class="dim">${sign}</span>
            <span class="expression">${name}</span>
        </button>
    `);
    const rows = hits.map((hit, i) => html`
        <button class="hit ${i + offers.length === chosen ? 'on' : ''}" role="option" id="hit-${i + offers.length}"
            tabindex="-1" aria-selected="${i + offers.length === chosen}" data-go="${hit.seq}">
            ${isInState(hit) ? glyph(sliceOf(hit.pointer)) : html`<span></span>`}
            <span class="dim mono">${hit.seq}</span>
            <b>${hit.part === 'type' ? marked(hit.type ?? '', text, 30) : typeName(hit.type ?? 'effect')}</b>
            <small>
                ${hit.part === 'type' ? 'type' : html`
                    <em>${place(hit)}</em>
                    <span>${marked(hit.text.replace(/\s+/g, ' '), text, 8)}</span>
                `}
            </small>
        </button>
    `);
    const count = offers.length + hits.length;
    const offer = !state.session.part && looksLikeExpression(text) ? html`
        <button class="hit ${count === chosen ? 'on' : ''}" role="option" id="hit-${count}" tabindex="-1"
            aria-selected="${count === chosen}" data-expression="${text}">
            ${glyph(-1)}
            <b class="expression">Show <code>${label(text)}</code> over time</b>
        </button>
    ` : '';
    open(hits.length ? html`
        ${first}
        ${rows}
        ${offer}
        <div class="dim foot">
            ${more ? `The first ${hits.length} are shown.` : plural(hits.length, 'action')}
            ${focusRange() ? ' Only the focus range is searched.' : ''}
        </div>
    ` : isPending ? html`${first}${offer}` : html`
        ${first}
        ${offer}
        <div class="empty">
            No type, payload, error or value ${focusRange() ? 'in the focus range ' : ''}contains “${text}”.
        </div>
    `);
    if (count || offer) field.setAttribute('aria-activedescendant', `hit-${chosen}`);
    else field.removeAttribute('aria-activedescendant');
    if (!isPending) announce(count ? plural(count, 'result') : 'No result');
}

/** @param {number} index */
function choose(index) {
    const options = element('hits').querySelectorAll('.hit');
    chosen = Math.max(0, Math.min(options.length - 1, index));
    options.forEach((each, i) => {
        each.classList.toggle('on', i === chosen);
        each.setAttribute('aria-selected', String(i === chosen));
        if (i === chosen) each.scrollIntoView({ block: 'nearest' });
    });
    field.setAttribute('aria-activedescendant', `hit-${chosen}`);
}

/** @param {KeyboardEvent} event */
function pressed(event) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault();
        choose(chosen + (event.key === 'ArrowDown' ? 1 : -1));
    } else if (event.key === 'Escape') leaveSearch(event);
    else if (event.key === 'Enter' && (offers[chosen] || hits[chosen - offers.length])) {
        event.preventDefault();
        const offer = offers[chosen];
        closeSearch();
        focusMain();
        if (offer) offer.run(); else showHit(chosen - offers.length);
    } else if (event.key === 'Enter') {
        const offer = element('hits').querySelector('[data-expression]');
        if (!element('hits').hidden && offer) { event.preventDefault(); show(field.value.trim()); }
    }
}

/** Shows a find, with its text marked.
 * @param {number} index */
function showHit(index) {
    const hit = hits[index];
    if (!hit) return;
    shownHit = index;
    jump(hit.seq);
    const isInAction = ['payload', 'error', 'origin'].includes(hit.part);
    update({ tab: isInState(hit) ? 'diff' : isInAction ? 'action' : state.tab, history: null });
    markFound(drawnFor, hit.seq);
}

/** Shows the next or previous find.
 * @param {number} steps */
function stepHit(steps) {
    if (!hits.length) return;
    showHit((shownHit + steps + hits.length) % hits.length);
    toast(`${shownHit + 1} of ${hits.length} for “${drawnFor}”`);
}

/** Shows an expression over time, or what is wrong with it.
 * @param {string} text */
async function show(text) {
    isWanted = false;
    try {
        await pinExpression(text);
        closeSearch();
    } catch (error) {
        open(emptyNote(error.message, ''));
    }
}

onClick({ expression: show, offer: index => offers[Number(index)]?.run() });

onKey({ F3: event => stepHit(event.shiftKey ? -1 : 1) }, { isAlways: true });
onKey({ 'Ctrl k': () => { opener = document.activeElement; field.focus(); field.select(); } }, { isAlways: true, needsActions: false });

field.addEventListener('input', () => { clearTimeout(typed); typed = setTimeout(search, 120); });
field.addEventListener('focus', () => { if (field.value.trim()) search(); });
field.addEventListener('keydown', pressed);
element('hits').addEventListener('click', event => {
    const hit = event.target?.closest('[data-go]');
    closeSearch();
    if (hit) showHit(Number(hit.id.slice('hit-'.length)) - offers.length);
});
document.addEventListener('pointerdown', event => { if (!event.target?.closest('.find')) closeSearch(); });
