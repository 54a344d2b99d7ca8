// The timeline's canvas: scrubbing, zooming, and the focus range.
import { onCommand, onKey } from '../core/controls.js';
import { element, html, put } from '../core/markup.js';
import { hasSession, isEmpty } from '../core/session.js';
import { onChange, state, update } from '../core/store.js';
import { focusRange, from, go, goOrCompare, goToEffect, setFocus, tip } from '../core/view.js';
import { announce } from '../dialogs/toast.js';
import { clock, number } from '../parts/format.js';
import { themeChanged } from '../parts/themes.js';
import { hidePreview, preview } from '../screen/preview.js';
import { baseLine, heights, readColors } from './canvas.js';
import { drawLanes, showValues } from './lanes.js';
import { actionAt, hasBranches, panned, placeLoaded, placeOf, range, setWidth, whole, zoomed } from './timeline-data.js';
import { drawTimeline } from './timeline-painter.js';

const canvas = element('timeline');
/** @type {'pan' | 'scrub' | 'focus' | null} */
let dragged = null;
let frame = 0;
let width = 0;
let drawn = '';
let spoken = 0;
/** Where the pointer was pressed, and where it is, to set the focus range.
 * @type {[number, number] | null} */
let selection = null;

/** @param {PointerEvent} event */
function scrubLane(event) {
    const { target } = event;
    if (target?.tagName !== 'CANVAS') return;
    if (event.type === 'pointerdown') target.setPointerCapture(event.pointerId);
    go(actionAt(unitAt(event.clientX - target.getBoundingClientRect().left), state.paths.lane(state.at) > 0));
}

/** Shows the value under the pointer.
 * @param {PointerEvent} event */
function hoverLane({ target, clientX: x, pointerType }) {
    const pin = target?.closest('.lane')?.querySelector('[data-pin]')?.getAttribute('data-pin');
    if (target?.tagName !== 'CANVAS' || typeof pin !== 'string' || pointerType === 'touch') return;
    const box = target.getBoundingClientRect();
    preview({ seq: actionAt(unitAt(x - box.left), state.paths.lane(state.at) > 0), pin, box, x });
}

/** Moves a zoomed timeline to the selected action, if it is out of view. */
function keepInView() {
    if (!state.zoom || dragged) return;
    const moved = panned(state.zoom, placeOf(state.at, true));
    if (moved !== state.zoom) update({ zoom: zoomed(moved) });
}

/** Zooms around the selected action.
 * @param {number} factor */
function zoomHere(factor) {
    const [first, last] = range();
    const half = factor * (last - first) / 2;
    const x = placeOf(state.at);
    update({ zoom: zoomed([x - half, x + half]) });
    tellRange();
}

/** Tells screen readers which actions are in view. */
function tellRange() {
    const [first, last] = range();
    announce(state.zoom ? `${actionAt(first, false)} to ${actionAt(last, false)} in view` : 'All actions in view');
}

/** Moves a zoomed timeline by a part of its width.
 * @param {number} part */
function panBy(part) {
    const [first, last] = range();
    const step = part * (last - first);
    if (!state.zoom) return;
    update({ zoom: zoomed([first + step, last + step]) });
    tellRange();
}

/** Draws everything in the next frame. */
function draw() {
    if (frame) return;
    frame = requestAnimationFrame(() => {
        frame = 0;
        if (isEmpty()) { canvas.getContext('2d').clearRect(0, 0, canvas.width, canvas.height); }
        else drawTimeline(canvas, selected());
        element('no-timeline').hidden = !isEmpty() && state.timeline.answer !== null;
        element('no-timeline').textContent = !hasSession() ? ''
            : isEmpty() ? (state.session.recording === 'live' ? 'Time starts with the first action' : 'No actions')
                : state.session.gone ? 'The actions cannot be read' : 'Reading the actions…';
        drawGutter();
        drawLanes();
        movePlayhead();
        speak();
    });
}

function drawGutter() {
    if (isEmpty()) return put(element('gutter'), html``);
    const { paths } = state;
    const main = paths.runs[0] ? paths.wayTo(paths.tipOf(paths.runs[0].from)).length : 0;
    const others = state.session.last - state.session.first - main;
    const branches = paths.lanes.filter(lane => lane > 0).length;
    const { summed: isSummed, changes: hasChanges } = state.timeline.answer ?? {};
    const measure = hasChanges ? (isSummed ? 'most changes' : 'changes') : isSummed ? 'slowest' : 'duration';
    return put(element('gutter'), html`
        <span class="rate">rate</span>
        <span class="main"><b>main</b> ${number(Math.max(0, main))}</span>
        <span class="how">height: ${measure}</span>
        ${isSummed ? html`<span class="strip"><i>errors</i>${hasChanges ? '' : ' · over 16 ms'}</span>` : ''}
        ${hasBranches() && others > 0 ? html`<span class="below">
            <b>${branches > 1 ? `${number(branches)} branches` : 'branch'}</b> ${number(others)}
        </span>` : ''}
    `);
}

function speak() {
    if (isEmpty()) return;
    const { session } = state;
    canvas.setAttribute('aria-valuemin', String(session.first));
    canvas.setAttribute('aria-valuemax', String(session.last));
    canvas.setAttribute('aria-valuenow', String(state.at));
    const shown = state.row;
    const place = `${state.at} of ${session.last}`;
    canvas.setAttribute('aria-valuetext', shown?.seq !== state.at ? place
        : [place, shown.type, clock(shown.at), shown.trouble].filter(Boolean).join(', '));
}

/** Moves the playhead. It is an element, so that a step draws nothing else. */
function movePlayhead() {
    const now = element('playhead');
    const x = isEmpty() || !state.timeline.answer ? -1 : Math.round(pixelAt(placeOf(state.at, true)));
    now.hidden = x < 0 || x > width;
    if (now.hidden) return;
    const [first, last] = range();
    const unit = state.axis === 'actions' ? width / (last - first) : 0;
    now.style.setProperty('transform', `translateX(${x}px)`);
    now.style.setProperty('--wide', `${Math.round(Math.max(8, Math.min(24, unit)))}px`);
    const text = element('playhead-label');
    text.textContent = `#${state.at}`;
    const half = (text.textContent.length * 6.6 + 10) / 2;
    const shift = Math.round(Math.max(0, half - x) - Math.max(0, x + half - width));
    text.style.setProperty('transform', `translateX(calc(-50% + ${shift}px))`);
}

// A step along the shown branch changes only the playhead and the lanes' values.
onChange(['at', 'with', 'branch'], () => {
    const key = `${tip()} ${state.with === null ? '' : `${from()} ${state.at}`}`;
    if (key !== drawn) draw(); else { movePlayhead(); showValues(); }
    drawn = key;
});
// A link may show another part of the timeline.
onChange(['at'], changed => { if (!changed.has('zoom')) keepInView(); });
placeLoaded.on(keepInView);
onChange(['session', 'timeline', 'spans', 'filter', 'hide', 'axis', 'zoom', 'pins'], draw);
placeLoaded.on(movePlayhead);
themeChanged.on(() => { readColors(); draw(); });
onChange(['row'], () => { clearTimeout(spoken); spoken = setTimeout(speak, 100); });

// The pointer.

/** @param {number} x */
function unitAt(x) {
    const [first, last] = range();
    return first + x / width * (last - first);
}

/** @param {number} unit */
const pixelAt = unit => (unit - range()[0]) / (range()[1] - range()[0]) * width;

// The canvas does not move while it is dragged; reading its place at each step would lay out the page again.
let box = new DOMRect();

/** @param {MouseEvent} event */
function position(event) {
    if (!dragged) box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
}

/** @param {number} x @param {number} y */
const under = (x, y) => actionAt(unitAt(x), hasBranches() && y > baseLine + heights.shapes);

/** Returns the note at a place on the canvas.
 * @param {number} x @param {number} y */
function noteAt(x, y) {
    if (y < heights.rate || y > heights.rate + heights.marks) return undefined;
    const notes = state.spans?.notes ?? [];
    return notes.filter(each => Math.abs(pixelAt(each.x) - x) < 7)
        .sort((a, b) => Math.abs(pixelAt(a.x) - x) - Math.abs(pixelAt(b.x) - x))[0];
}

/** @param {PointerEvent} event */
function pressed(event) {
    if (isEmpty()) return;
    canvas.setPointerCapture(event.pointerId);
    const [x, y] = position(event);
    if (y < heights.rate && state.zoom) { dragged = 'pan'; pan(x); return; }
    const note = noteAt(x, y);
    if (note && !event.shiftKey) return goToEffect(note.id, note.seq);
    dragged = event.shiftKey ? 'focus' : 'scrub';
    if (dragged === 'focus') selection = [x, x]; else go(under(x, y));
}

/** After a drag with Shift, sets the focus range; after a click with Shift, compares.
 * @param {PointerEvent} event */
function released(event) {
    const [x, y] = position(event);
    if (dragged === 'focus' && selection) {
        const ends = [under(selection[0], y), under(x, y)].sort((a, b) => a - b);
        if (Math.abs(x - selection[0]) > 4) setFocus([ends[0], ends[1]]);
        else goOrCompare(under(x, y), event);
        selection = null;
        draw();
    }
    dragged = null;
}

/** Returns the focus range, or the one that is dragged, in positions.
 * @returns {[number, number] | null} */
function selected() {
    if (selection) {
        const [from, to] = selection.map(unitAt).sort((a, b) => a - b);
        return [from, to];
    }
    const range = focusRange();
    if (!range) return null;
    const half = state.axis === 'actions' ? 0.5 : 0;
    const { first, last } = state.session;
    const [low, high] = whole();
    const from = range[0] > first ? placeOf(Math.min(last, range[0])) - half : low;
    const to = range[1] < last ? placeOf(range[1]) + half : high;
    // The number of an action on a branch may be higher than its place.
    return [Math.min(from, to), Math.max(from, to)];
}

/** @param {PointerEvent} event */
function moved(event) {
    if (isEmpty()) return;
    const [x, y] = position(event);
    if (dragged === 'pan') return pan(x);
    if (dragged === 'focus' && selection) { selection[1] = x; return draw(); }
    const seq = under(x, y);
    if (dragged) { if (seq !== state.at) go(seq); return; }
    const note = noteAt(x, y);
    canvas.style.setProperty('cursor', note ? 'pointer' : 'crosshair');
    if (note && event.pointerType !== 'touch') {
        const { id, name } = note;
        const place = element('transport').getBoundingClientRect();
        return preview({ seq: note.seq, box: place, x: event.clientX, effect: { id, name, took: -1 } });
    }
    const isNear = Math.abs(pixelAt(placeOf(seq)) - x) < 14;
    if (!isNear || event.pointerType === 'touch') return hidePreview();
    // The card is above the playback controls, so that it covers neither them nor the bars.
    const controls = element('transport').getBoundingClientRect();
    return preview({ seq, box: controls, x: event.clientX });
}

/** Shows the part of the session at a place in the strip on top.
 * @param {number} x */
function pan(x) {
    const [low, high] = whole();
    const [first, last] = range();
    const middle = low + x / width * (high - low);
    update({ zoom: zoomed([middle - (last - first) / 2, middle + (last - first) / 2]) });
}

/** @param {WheelEvent} event */
function wheeled(event) {
    if (isEmpty()) return;
    event.preventDefault();
    const [x] = position(event);
    const [first, last] = range();
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey) {
        const step = (event.deltaX || event.deltaY) / width * (last - first);
        update({ zoom: zoomed([first + step, last + step]) });
        return;
    }
    const factor = Math.exp(event.deltaY * 0.0016);
    const fixed = first + x / width * (last - first);
    update({ zoom: zoomed([fixed - (fixed - first) * factor, fixed + (last - fixed) * factor]) });
}

// Two fingers zoom.

/** The touches by number, where they are.
 * @type {Map<number, number>} */
const touches = new Map();
/** The distance of two fingers.
 * @type {number | null} */
let spread = null;

/** Zooms by the distance of two fingers; returns true if there are two.
 * @param {PointerEvent} event */
function pinched(event) {
    if (event.pointerType !== 'touch') return false;
    if (event.type === 'pointerdown' || touches.has(event.pointerId)) touches.set(event.pointerId, position(event)[0]);
    const [a, b] = touches.values();
    if (touches.size !== 2) { spread = null; return false; }
    const now = Math.max(20, Math.abs(a - b));
    if (spread !== null && event.type === 'pointermove') {
        const [first, last] = range();
        const fixed = unitAt((a + b) / 2);
        const factor = spread / now;
        update({ zoom: zoomed([fixed - (fixed - first) * factor, fixed + (last - fixed) * factor]) });
    }
    spread = now;
    dragged = null;
    return true;
}

/** @param {PointerEvent} event */
function lifted(event) {
    touches.delete(event.pointerId);
    spread = null;
}

new ResizeObserver(() => {
    width = canvas.getBoundingClientRect().width;
    setWidth(width);
    draw();
}).observe(canvas);
canvas.addEventListener('pointerdown', event => { if (!pinched(event)) pressed(event); });
canvas.addEventListener('pointermove', event => { if (!pinched(event)) moved(event); });
for (const name of ['pointerup', 'pointercancel']) canvas.addEventListener(name, event => lifted(/** @type {PointerEvent} */ (event)));
onCommand({
    'zoom-in': () => zoomHere(0.5), 'zoom-out': () => zoomHere(2), 'pan-back': () => panBy(-0.5), 'pan-on': () => panBy(0.5),
});
onKey({ W: () => zoomHere(0.5), S: () => zoomHere(2), A: () => panBy(-0.5), D: () => panBy(0.5) });
canvas.addEventListener('pointerup', released);
canvas.addEventListener('pointercancel', () => { dragged = null; selection = null; draw(); });
canvas.addEventListener('wheel', wheeled, { passive: false });
for (const lanes of [element('lanes'), element('what-if-lane')]) {
    lanes.addEventListener('pointerdown', scrubLane);
    lanes.addEventListener('pointermove', event => (event.buttons ? scrubLane : hoverLane)(event));
}
