// The popover of a value: the value, the action that wrote it, and buttons.
import { onClick, onCommand, onKey } from '../core/controls.js';
import { diffShown } from '../core/details.js';
import { newest } from '../core/request-queue.js';
import { askSession, current, sliceOf } from '../core/session.js';
import { go, tip, to, update, view, viewChanged } from '../core/view.js';
import { blameCommand } from '../panes/command.js';
import { chart } from '../parts/chart.js';
import { clock, plural } from '../parts/format.js';
import { glyph, icon } from '../parts/icons.js';
import { element, html, put } from '../parts/markup.js';
import { brief, label, typeName } from '../parts/values.js';
import { togglePin } from '../timeline/pins.js';
import { copy, toast } from './toast.js';

/** @type {(Partial<Answers['blame']> & { series?: Series | null, error?: Failure, pointer: Pointer, at: Seq }) | null} */
let shown = null;
/** @type {HTMLElement | null} */
let anchor = null;
let anchorBox = null;
// The last value with a popover: `h`, `w`, `[` and `]` use it after the popover is closed.
/** @type {Pointer | null} */
let lastPointer = null;

/** Returns the pointer that keys apply to: that of the history, of the popover, or of the last popover. */
const currentPointer = () => view.history ?? view.blame ?? lastPointer;

const read = newest(
    async ({ pointer, at, end }, abort) => {
        const [blame, series] = await Promise.all([
            askSession('blame', { at, pointer, tip: end }, abort),
            askSession('series', { pointer, tip: end, points: 200 }, abort).catch(() => null),
        ]);
        return { ...blame, series, pointer, at };
    },
    answer => { shown = answer; draw(); },
    error => { shown = { error, pointer: view.blame, at: to() }; draw(); },
);

/**
 * Shows which action wrote a value, beside the clicked element.
 *
 * @param {Pointer} pointer
 * @param {HTMLElement} target
 * @param {(() => Pick<DOMRect, 'left' | 'top' | 'bottom'>) | null} box The element's place, if it is inside of a frame.
 */
export function openPopover(pointer, target, box = null) {
    anchor = target;
    anchorBox = box;
    lastPointer = pointer;
    update({ blame: pointer });
    read({ pointer, at: to(), end: tip() });
}

const closePopover = () => update({ blame: null });

function hide() {
    const popover = element('popover');
    if (anchor?.isConnected && popover.contains(document.activeElement)) anchor.focus({ preventScroll: true });
    popover.hidden = true;
}

viewChanged.on(changed => {
    if (view.blame === null) { hide(); return; }
    if (!changed.has('blame') && !changed.has('at')) return;
    lastPointer = view.blame;
    if (shown?.pointer !== view.blame || shown.at !== to()) read({ pointer: view.blame, at: to(), end: tip() });
    else draw();
});

// A link to a value opens before the difference with the value is drawn.
diffShown.on(() => { if (!element('popover').hidden && !anchor?.isConnected) place(element('popover')); });

function draw() {
    if (view.blame === null || shown?.pointer !== view.blame) return;
    const pop = element('popover');
    put(pop, shown.error ? refused() : popover());
    pop.hidden = false;
    place(pop);
}

function place(pop) {
    const target = anchor?.isConnected ? anchor : element('body').querySelector(`[data-p="${CSS.escape(view.blame)}"]`) ?? element('head');
    const box = anchorBox && anchor?.isConnected ? anchorBox() : target.getBoundingClientRect();
    const below = box.bottom + 6;
    const left = Math.max(8, Math.min(innerWidth - pop.offsetWidth - 8, box.left - 12));
    const top = below + pop.offsetHeight > innerHeight - 8 ? Math.max(8, Math.min(box.top, innerHeight) - pop.offsetHeight - 6) : below;
    pop.style.setProperty('left', `${left}px`);
    pop.style.setProperty('top', `${Math.max(8, Math.min(top, innerHeight - pop.offsetHeight - 8))}px`);
}

const head = pointer => html`
    <div class="popover-header">
        <code title="${label(pointer)}"><bdi>${pointer || 'whole state'}</bdi></code>
        <button class="small-button" data-copy="${pointer}" aria-label="Copy pointer" title="Copy pointer">
            ${icon('copy')}
        </button>
        <button class="small-button" data-do="close-popover" aria-label="Close">${icon('close')}</button>
    </div>
`;

const refused = () => html`
    ${head(shown.pointer)}
    <div class="writer"><small>${shown.error.message} ${shown.error.hint}</small></div>
`;

function popover() {
    const { pointer, value, series } = shown;
    const isPinned = view.pins.includes(pointer);
    return html`
        ${head(pointer)}
        <div class="popover-value">${brief(value, 110)}</div>
        ${writerMarkup()}
        ${spark(series)}
        <div class="popover-buttons">
            <button class="text-button" data-history="${pointer}">History <kbd>h</kbd></button>
            <button class="text-button" data-pin="${pointer}" aria-pressed="${isPinned}">
                ${isPinned ? 'Unpin' : 'Pin'} <kbd>w</kbd>
            </button>
            <button class="text-button" data-filter="touches:${pointer}">Filter</button>
            <button class="text-button" data-value="${pointer}">Copy value</button>
            <button class="text-button" data-copy="${blameCommand(pointer)}">Command</button>
        </div>
    `;
}

function writerMarkup() {
    const { write, before, at } = shown;
    if (!write) return html`<div class="writer"><small>No action is known to have written it.</small></div>`;
    if (write.cause !== 'action') {
        return html`
            <div class="writer">
                <small>
                    ${{ pruned: 'Written before the actions that were pruned.', part: 'Written before this part of the session.' }[write.cause] ?? 'Part of the first state: no action wrote it.'}
                </small>
            </div>
        `;
    }
    const steps = current.paths.depth(at) - current.paths.depth(write.seq);
    const when = write.seq === at ? ', just now' : steps > 0 ? `, ${plural(steps, 'action')} ago` : '';
    const change = write.unknownBefore ? html`unknown → ${brief(write.new, 30)}` : write.old && html`
        ${brief(write.old, 30)} → ${brief(write.new, 30)}
    `;
    const button = write.seq !== at ? html`
        <button class="button primary" data-go="${write.seq}">Jump to #${write.seq}</button>
    ` : before !== undefined ? html`<button class="button" data-go="${before}">Previous writer  #${before}</button>` : '';
    return html`
        <div class="writer">
            <b>${glyph(write.slices?.[0])}<span>${typeName(write.type)}</span></b>
            <small>wrote it in <strong>#${write.seq}</strong>${when} · ${clock(write.at)}</small>
            ${button}
            ${change ? html`<small class="mono whole">${change}</small>` : ''}
        </div>
    `;
}

function spark(series) {
    if (!series || series.kind === 'text' || (series.points?.length ?? 0) < 2) return '';
    return html`
        <div class="sparkline">
            <svg viewBox="0 0 340 44" preserveAspectRatio="none" aria-hidden="true">
                ${chart(series, { slice: sliceOf(shown.pointer), width: 340, height: 44, isLarge: false, depths: [1, current.paths.depth(tip())], here: current.paths.depth(view.at) })}
            </svg>
        </div>
    `;
}

/** Copies a whole value. @param {Pointer} pointer */
async function copyValue(pointer) {
    try {
        copy((await askSession('value', { at: to(), pointer })).json);
    } catch (error) {
        toast(error.message);
    }
}

/** Goes to the next writer of the current value, forward or back. @param {number} direction */
async function goToWriter(direction) {
    const pointer = currentPointer();
    if (pointer === null) return toast('Click a value first; then [ and ] go to its writers');
    const { before, after, write } = await askSession('blame', { at: view.at, pointer, tip: tip() });
    const back = write?.cause === 'action' && write.seq !== view.at ? write.seq : before;
    const seq = direction < 0 ? back : after;
    if (seq === undefined) return toast(direction < 0 ? 'No earlier writer' : 'No later writer');
    return go(seq);
}

function toggleHistory() {
    const pointer = currentPointer();
    if (pointer === null) toast('Click a value first; then press h');
    else update({ history: view.history === null ? pointer : null, blame: null });
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
    if (!event.target.closest('.popover,[data-p],[data-copy]')) closePopover();
}, { capture: true });
