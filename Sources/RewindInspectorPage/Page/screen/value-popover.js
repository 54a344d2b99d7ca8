// The popover of a value: the value, the action that wrote it, and buttons.
import { onClick, onCommand, onKey } from '../core/controls.js';
import { element, html, put } from '../core/markup.js';
import { newest } from '../core/request-queue.js';
import { askSession, sliceOf } from '../core/session.js';
import { onChange, state, update } from '../core/store.js';
import { jump, tip } from '../core/view.js';
import { copy, toast } from '../dialogs/toast.js';
import { blameCommand } from '../panes/command.js';
import { chart } from '../parts/chart.js';
import { clock, plural } from '../parts/format.js';
import { copyButton, glyph, iconButton } from '../parts/icons.js';
import { brief, label, typeName } from '../parts/values.js';
import { askSeries } from '../session/pinned.js';
import { togglePin } from '../session/pins.js';

/**
 * @typedef {Pick<DOMRect, 'left' | 'top' | 'bottom'>} Box
 * @typedef {{ pointer: Pointer, at: Seq }} Place
 * @typedef {Place & Answers['answers/blame'] & { series: Series | null, error?: undefined }} Blame
 * @typedef {Place & { error: Failure }} Refused
 */

/** @type {Blame | Refused | null} */
let shown = null;
/** @type {HTMLElement | null} */
let anchor = null;
/** @type {(() => Box) | null} */
let anchorBox = null;
// The last value with a popover: `h`, `w`, `[` and `]` use it after the popover is closed.
/** @type {Pointer | null} */
let lastPointer = null;
/** The action after which the state has the value, if it is not the selected one: an old value of a difference.
 * @type {Seq | null} */
let elsewhere = null;
const placeAt = () => elsewhere ?? state.at;

/** Returns the pointer that keys apply to: that of the history, of the popover, or of the last popover. */
const currentPointer = () => state.history ?? state.blame ?? lastPointer;

const read = newest(
    async (/** @type {Place & { end: Seq }} */ { pointer, at, end }, abort) => {
        const [blame, series] = await Promise.all([
            askSession('answers/blame', { at, pointer, toward: end }, abort),
            askSeries({ pointer, tip: end, points: 200 }, abort).catch(() => null),
        ]);
        return { ...blame, series, pointer, at };
    },
    answer => { shown = answer; draw(); },
    (error, { pointer, at }) => { shown = { error, pointer, at }; draw(); },
);

/**
 * Shows which action wrote a value, beside the clicked element.
 *
 * @param {Pointer} pointer
 * @param {HTMLElement} target
 * @param {(() => Box) | null} box The element's place, if it is inside of a frame.
 */
export function openPopover(pointer, target, box = null) {
    anchor = target;
    anchorBox = box;
    lastPointer = pointer;
    elsewhere = target.dataset.before === undefined ? null : Number(target.dataset.before);
    update({ blame: pointer });
    read({ pointer, at: placeAt(), end: tip() });
}

const closePopover = () => update({ blame: null });

function hide() {
    const popover = element('popover');
    if (anchor?.isConnected && popover.contains(document.activeElement)) anchor.focus({ preventScroll: true });
    popover.hidden = true;
}

onChange(['blame', 'at'], changed => {
    if (changed.has('at') || state.blame === null) elsewhere = null;
    if (state.blame === null) { hide(); return; }
    lastPointer = state.blame;
    if (shown?.pointer !== state.blame || shown.at !== placeAt()) read({ pointer: state.blame, at: placeAt(), end: tip() });
    else draw();
});

// A link to a value opens before the difference with the value is drawn.
onChange(['diff'], () => { if (!element('popover').hidden && !anchor?.isConnected) place(element('popover')); });

function draw() {
    if (state.blame === null || shown?.pointer !== state.blame) return;
    const pop = element('popover');
    put(pop, shown.error ? refused(shown) : popover(shown));
    pop.hidden = false;
    place(pop);
}

/** @param {HTMLElement} pop */
function place(pop) {
    const shownHere = element('views').querySelector(`[data-p="${CSS.escape(state.blame ?? '')}"]`);
    const target = anchor?.isConnected ? anchor : shownHere ?? element('head');
    const box = anchorBox && anchor?.isConnected ? anchorBox() : target.getBoundingClientRect();
    const below = box.bottom + 6;
    const left = Math.max(8, Math.min(innerWidth - pop.offsetWidth - 8, box.left - 12));
    const above = Math.max(8, Math.min(box.top, innerHeight) - pop.offsetHeight - 6);
    const top = below + pop.offsetHeight > innerHeight - 8 ? above : below;
    pop.style.setProperty('left', `${left}px`);
    pop.style.setProperty('top', `${Math.max(8, Math.min(top, innerHeight - pop.offsetHeight - 8))}px`);
}

/** @param {Pointer} pointer */
const head = pointer => html`
    <div class="popover-header">
        <code title="${label(pointer)}"><bdi>${pointer || 'whole state'}</bdi></code>
        ${copyButton(pointer, 'Copy pointer')}
        ${iconButton('close', 'close-popover', 'Close')}
    </div>
`;

/** @param {Refused} shown */
const refused = ({ pointer, error }) => html`
    ${head(pointer)}
    <div class="writer"><small>${error.message} ${error.hint}</small></div>
`;

/** @param {Blame} blame */
function popover({ pointer, at, value, write, previous, series }) {
    const isPinned = state.pins.includes(pointer);
    return html`
        ${head(pointer)}
        <div class="popover-value">
            ${brief(value, 110)}${at === state.at ? '' : html` <small class="dim">after #${at}</small>`}
        </div>
        ${writerMarkup(at, write, previous)}
        ${spark(pointer, series)}
        <div class="popover-buttons">
            <button class="text-button" data-history="${pointer}">History <kbd>h</kbd></button>
            <button class="text-button" data-pin="${pointer}" aria-pressed="${isPinned}">
                ${isPinned ? 'Unpin' : 'Pin'} <kbd>w</kbd>
            </button>
            <button class="text-button" data-filter="touches:${pointer}">Filter</button>
            <button class="text-button" data-value="${pointer}">Copy value</button>
            <button class="text-button" data-copy="${blameCommand(pointer, at)}">Command</button>
        </div>
    `;
}

const causes = {
    firstState: 'Part of the first state: no action wrote it.',
    pruned: 'Written before the actions that were pruned.',
    part: 'Written before this part of the session.',
};

/** @param {Seq} at @param {Write | undefined} write @param {Seq | undefined} previous */
function writerMarkup(at, write, previous) {
    if (!write) return html`<div class="writer"><small>No action is known to have written it.</small></div>`;
    if (write.cause !== 'action') return html`<div class="writer"><small>${causes[write.cause]}</small></div>`;
    const steps = state.paths.depth(at) - state.paths.depth(write.seq);
    const when = write.seq === at ? ', just now' : steps > 0 ? `, ${plural(steps, 'action')} ago` : '';
    const change = html`${write.unknown ? 'unknown' : brief(write.old, 30)} → ${brief(write.new, 30)}`;
    const button = write.seq !== at ? html`
        <button class="button primary" data-go="${write.seq}">Jump to #${write.seq}</button>
    ` : previous !== undefined && html`
        <button class="button" data-go="${previous}">Previous writer  #${previous}</button>
    `;
    return html`
        <div class="writer">
            <b>${glyph(sliceOf(write.pointer))}<span>${typeName(write.type)}</span></b>
            <small>wrote it in <strong>#${write.seq}</strong>${when} · ${clock(write.at)}</small>
            ${button}
            <small class="mono whole">${change}</small>
        </div>
    `;
}

/** @param {Pointer} pointer @param {Series | null} series */
function spark(pointer, series) {
    if (!series || series.kind === 'text' || series.points.length < 2) return '';
    const drawing = chart(series, {
        slice: sliceOf(pointer),
        width: 340,
        height: 44,
        isLarge: false,
        depths: [1, state.paths.depth(tip())],
        here: state.paths.depth(state.at),
    });
    return html`
        <div class="sparkline">
            <svg viewBox="0 0 340 44" preserveAspectRatio="none" aria-hidden="true">
                ${drawing}
            </svg>
        </div>
    `;
}

/** Copies a whole value.
 * @param {Pointer} pointer */
async function copyValue(pointer) {
    try {
        copy((await askSession('value', { at: placeAt(), pointer })).text);
    } catch (error) {
        toast(error.message);
    }
}

/** Goes to the next writer of the current value, forward or back.
 * @param {number} direction */
async function goToWriter(direction) {
    const pointer = currentPointer();
    if (pointer === null) return toast('Click a value first; then [ and ] go to its writers');
    const { previous, next, write } = await askSession('answers/blame', { at: state.at, pointer, toward: tip() });
    const back = write?.cause === 'action' && write.seq !== state.at ? write.seq : previous;
    const seq = direction < 0 ? back : next;
    if (seq === undefined) return toast(direction < 0 ? 'No earlier writer' : 'No later writer');
    return jump(seq);
}

function toggleHistory() {
    const pointer = currentPointer();
    if (pointer === null) toast('Click a value first; then press h');
    else update({ history: state.history === null ? pointer : null, blame: null });
}

onClick({
    p: (pointer, target) => openPopover(pointer, target),
    value: copyValue,
    history: pointer => update({ history: pointer, blame: null, pane: 'inspect' }),
    pin: togglePin,
    copy: text => copy(text),
});
onCommand({ 'close-popover': closePopover });
onKey({
    '[': () => { goToWriter(-1); },
    ']': () => { goToWriter(1); },
    h: toggleHistory,
    w: () => togglePin(currentPointer()),
});
document.addEventListener('click', event => {
    if (!event.target?.closest('.popover,[data-p],[data-copy]')) closePopover();
}, { capture: true });
