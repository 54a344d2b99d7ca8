// The timeline's canvas: scrubbing, zooming, and the tooltip.
import { details, rowShown } from '../core/details.js';
import { row, rowsLoaded, want } from '../core/rows.js';
import { current, isEmpty, sessionGrew } from '../core/session.js';
import { from, go, goOrCompare, tip, to, update, view, viewChanged } from '../core/view.js';
import { gapText } from '../list/list-row.js';
import { clock, duration, number, span } from '../parts/format.js';
import { element, html, put } from '../parts/markup.js';
import { typeName } from '../parts/values.js';
import { drawLanes, showValues } from './lanes.js';
import { actionAt, hasBranches, placeLoaded, placeOf, range, setWidth, timeline, timelineChanged, whole, zoomed } from './timeline-data.js';
import { baseLine, drawTimeline, heights, readColors } from './timeline-painter.js';

/** @type {PageElement} */
let canvas = null;
/** @type {'pan' | 'scrub' | null} */
let dragged = null;
/** @type {DOMRect | null} */
let box = null;
/** @type {Seq | null} */
let hovered = null;
let frame = 0;
let width = 0;
let drawn = '';
let spoken = 0;

/** Starts listening. */
export function startTimeline() {
    canvas = element('timeline');
    readColors();
    new ResizeObserver(() => {
        width = canvas.getBoundingClientRect().width;
        setWidth(width);
        draw();
    }).observe(canvas);
    canvas.addEventListener('pointerdown', pressed);
    canvas.addEventListener('pointermove', moved);
    canvas.addEventListener('pointerup', () => { dragged = null; });
    canvas.addEventListener('pointercancel', () => { dragged = null; });
    canvas.addEventListener('pointerleave', () => { hovered = null; element('tooltip').hidden = true; });
    canvas.addEventListener('wheel', wheeled, { passive: false });
    for (const lanes of [element('lanes'), element('what-if-lane')]) {
        lanes.addEventListener('pointerdown', scrubLane);
        lanes.addEventListener('pointermove', event => { if (event.buttons) scrubLane(event); });
    }
}

/** @param {PointerEvent} event */
function scrubLane(event) {
    if (event.target.tagName !== 'CANVAS') return;
    if (event.type === 'pointerdown') event.target.setPointerCapture(event.pointerId);
    go(actionAt(unitAt(event.clientX - event.target.getBoundingClientRect().left), current.paths.lane(view.at) > 0));
}

/** Draws everything in the next frame. */
function draw() {
    if (frame) return;
    frame = requestAnimationFrame(() => {
        frame = 0;
        if (isEmpty()) { canvas.getContext('2d').clearRect(0, 0, canvas.width, canvas.height); }
        else drawTimeline(canvas);
        element('no-timeline').hidden = !isEmpty() && timeline.answer !== null;
        element('no-timeline').textContent = !current.session ? ''
            : isEmpty() ? 'Time starts with the first action' : 'Reading the actions…';
        drawGutter();
        drawLanes();
        movePlayhead();
        speak();
    });
}

/** Draws with the colors of the theme. */
export function recolor() { readColors(); draw(); }

function drawGutter() {
    if (isEmpty()) return put(element('gutter'), html``);
    const { paths } = current;
    const main = paths.runs[0] ? paths.wayTo(paths.tipOf(paths.runs[0].from)).length : 0;
    const others = current.session.last - current.session.first - main;
    return put(element('gutter'), html`
        <span class="rate">rate</span>
        <span class="main"><b>main</b> ${number(Math.max(0, main))}</span>
        <span class="how">${timeline.answer?.summed ? 'height: count' : 'height: duration'}</span>
        ${hasBranches() && others > 0 ? html`<span class="below"><b>branch</b> ${number(others)}</span>` : ''}
    `);
}

function speak() {
    if (isEmpty()) return;
    const { session } = current;
    canvas.setAttribute('aria-valuemin', String(session.first));
    canvas.setAttribute('aria-valuemax', String(session.last));
    canvas.setAttribute('aria-valuenow', String(view.at));
    const shown = details.row;
    canvas.setAttribute('aria-valuetext', shown?.seq === view.at ? `${view.at} of ${session.last}, ${shown.type}, ${clock(shown.at)}${
        shown.trouble ? `, ${shown.trouble}` : ''}` : `${view.at} of ${session.last}`);
}

/** Moves the playhead. It is an element, so that a step draws nothing else. */
function movePlayhead() {
    const now = element('playhead');
    const x = isEmpty() || !timeline.answer ? -1 : Math.round(pixelAt(placeOf(view.at, true)));
    now.hidden = x < 0 || x > width;
    if (now.hidden) return;
    const [first, last] = range();
    const unit = view.axis === 'actions' ? width / (last - first) : 0;
    now.style.setProperty('transform', `translateX(${x}px)`);
    now.style.setProperty('--wide', `${Math.round(Math.max(8, unit))}px`);
    const text = element('playhead-label');
    text.textContent = `#${view.at}`;
    const half = (text.textContent.length * 6.6 + 10) / 2;
    const shift = Math.round(Math.max(0, half - x) - Math.max(0, x + half - width));
    text.style.setProperty('transform', `translateX(calc(-50% + ${shift}px))`);
}

// A step along the shown branch changes only the playhead and the lanes' values.
const steps = new Set(['at', 'branch', 'blame', 'tab', 'history', 'pane']);

viewChanged.on(changed => {
    const key = `${tip()} ${from()} ${to()}`.slice(0, view.with === null ? `${tip()}`.length : undefined);
    const isStep = key === drawn && [...changed].every(name => steps.has(name));
    drawn = key;
    if (!isStep) return draw();
    movePlayhead();
    showValues();
    return undefined;
});
placeLoaded.on(movePlayhead);
timelineChanged.on(draw);
rowShown.on(() => { clearTimeout(spoken); spoken = setTimeout(speak, 100); });
sessionGrew.on(draw);
rowsLoaded.on(() => { if (hovered !== null) showTip(); });

// The pointer.

function unitAt(x) {
    const [first, last] = range();
    return first + x / width * (last - first);
}

const pixelAt = unit => (unit - range()[0]) / (range()[1] - range()[0]) * width;

function position(event) {
    // The canvas does not move while it is dragged; reading its place at each step would lay out the page again.
    if (!dragged) box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
}

const under = (x, y) => actionAt(unitAt(x), hasBranches() && y > baseLine + heights.shapes);

function pressed(event) {
    if (isEmpty()) return;
    canvas.setPointerCapture(event.pointerId);
    const [x, y] = position(event);
    if (y < heights.rate && view.zoom) { dragged = 'pan'; pan(x); return; }
    dragged = 'scrub';
    const seq = under(x, y);
    goOrCompare(seq, event);
}

function moved(event) {
    if (isEmpty()) return;
    const [x, y] = position(event);
    if (dragged === 'pan') return pan(x);
    const seq = under(x, y);
    if (dragged) { if (seq !== view.at) go(seq); return; }
    hovered = Math.abs(pixelAt(placeOf(seq)) - x) < 14 ? seq : null;
    showTip();
}

/** Shows the part of the session at a place in the strip on top. @param {number} x */
function pan(x) {
    const [low, high] = whole();
    const [first, last] = range();
    const middle = low + x / width * (high - low);
    update({ zoom: zoomed([middle - (last - first) / 2, middle + (last - first) / 2]) });
}

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

function showTip() {
    const tip = element('tooltip');
    const shown = hovered === null ? null : row(hovered);
    if (hovered !== null && !shown) want(hovered);
    tip.hidden = !shown;
    if (!shown) return;
    put(tip, html`
        <b>${typeName(shown.type)}</b> <span>#${shown.seq}</span>
        <br>
        <span>
            ${shown.after === undefined ? '' : html`+${span(shown.after)} · `}
            ${shown.gap ? gapText(shown.gap) : shown.trouble === 'crash' ? 'crash' : duration(shown.duration)}
            ${shown.slices?.length ? html`
                 · ${shown.slices.map(slice => current.session.slices[slice] ?? 'whole state').join(', ')}
            ` : ''}
        </span>
    `);
    const left = Math.max(0, Math.min(width - tip.offsetWidth, pixelAt(placeOf(shown.seq)) - tip.offsetWidth / 2));
    tip.style.setProperty('left', `${left}px`);
}
