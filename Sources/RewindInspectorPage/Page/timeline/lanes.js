// The lanes of pinned values, under the timeline and on its scale.
import { details } from '../core/details.js';
import { lastToken } from '../core/pointer.js';
import { newest } from '../core/request-queue.js';
import { askSession, current, isEmpty, sessionGrew, sliceOf } from '../core/session.js';
import { signal } from '../core/signal.js';
import { hasAny, tip, view, viewChanged, way } from '../core/view.js';
import { steps } from '../parts/chart.js';
import { icon } from '../parts/icons.js';
import { element, html, put } from '../parts/markup.js';
import { brief, label } from '../parts/values.js';
import { lastIndex, placeOf, range, timeline, timelineChanged } from './timeline-data.js';
import { colorOf, palette, prepared } from './timeline-painter.js';

/** The lanes by pointer: the newest series, and the value at the selected action. @type {Map<Pointer, Lane>} */
const lanes = new Map();

/**
 * @typedef {object} Lane
 * @property {Series | null} series
 * @property {Seq} [tip] The end of the series.
 * @property {Value | null} value
 * @property {Seq | null} valueAt
 * @property {(question: object) => void} read
 * @property {(question: { at: Seq }) => void} readValue
 */

/** Emits when a lane has something new to draw. @type {Signal<[]>} */
const laneLoaded = signal();

/** @param {Pointer} pointer */
function lane(pointer) {
    if (!lanes.has(pointer)) {
        const made = /** @type {Lane} */ ({ series: null, value: null, valueAt: null });
        made.read = newest(
            (question, abort) => askSession('series', question, abort),
            (series, question) => { made.series = series; made.tip = question.tip; laneLoaded.emit(); },
        );
        made.readValue = newest(
            ({ at }, abort) => askSession('state', { at, pointer, from: 0, count: 1 }, abort),
            (answer, { at }) => { made.value = answer.value; made.valueAt = at; laneLoaded.emit(); },
            () => { made.value = null; laneLoaded.emit(); },
        );
        lanes.set(pointer, made);
    }
    return lanes.get(pointer);
}

/** Returns the part of the way in view, by depth. @returns {[number, number]} */
function depths() {
    const shown = way();
    if (!view.zoom) return [shown.start, shown.length];
    if (view.axis === 'actions') {
        const [first, last] = view.zoom;
        return [Math.max(shown.start, Math.floor(first) + 1), Math.min(shown.length, Math.ceil(last))];
    }
    const on = timeline.bars.filter(bar => shown.has(bar[1]));
    if (!on.length) return [shown.start, shown.length];
    return [current.paths.depth(on[0][1]), current.paths.depth(on.at(-1)[1])];
}

let timer = 0;

function readSeries() {
    timer = 0;
    if (isEmpty()) return;
    const [from, to] = depths();
    if (to < from) return;
    for (const pointer of view.pins) lane(pointer).read({ pointer, tip: tip(), from, to, points: Math.round(timeline.width) || 500 });
}

const readSoon = delay => { if (!timer) timer = setTimeout(readSeries, delay); };

let settled = 0;

viewChanged.on(changed => {
    if (changed.has('session')) lanes.clear();
    for (const pointer of lanes.keys()) if (!view.pins.includes(pointer)) lanes.delete(pointer);
    if (changed.has('session') || changed.has('pins')) readSeries();
    else if (hasAny(changed, 'zoom', 'axis', 'branch')) readSoon(80);
    clearTimeout(settled);
    settled = setTimeout(readValues, 60);
});
timelineChanged.on(() => { if (view.axis === 'time') readSoon(0); });
sessionGrew.on(() => readSoon(250));
laneLoaded.on(() => drawLanes());

/** Reads the values that the series do not have exactly, when scrubbing pauses. */
function readValues() {
    for (const pointer of view.pins) if (valueHere(pointer) === undefined) lane(pointer).readValue({ at: view.at });
}

/** Returns the text of a lane's value at the selected action; undefined until it is known. @param {Pointer} pointer */
function valueHere(pointer) {
    const { series, value, valueAt, tip: end } = lane(pointer);
    if (details.diff?.unknown && details.diff.to === view.at) return '?';
    if (valueAt === view.at) return short(value);
    if (!series?.exact || end !== tip()) return undefined;
    const depth = current.paths.depth(view.at);
    const list = series.kind === 'text' ? series.texts : series.points;
    if (!list?.length || list[0][0] > depth) return undefined;
    const [, found] = list[lastIndex(list, each => each[0] <= depth)];
    if (series.kind === 'text') return short(found);
    if (found === null) return undefined;
    return series.kind === 'flag' ? String(Boolean(found)) : String(found);
}

const short = value => (value?.kind === 'array' ? String(value.count) : value?.kind === 'masked' ? '••••' : brief(value, 10));

/** Draws the lanes. */
export function drawLanes() {
    const place = element('lanes');
    if (isEmpty()) return put(place, html``);
    put(place, html`
        ${view.pins.map(pointer => html`
            <div class="lane">
                <div class="lane-label">
                    <button class="name" data-p="${pointer}" title="${label(pointer)}">
                        <span>${lastToken(pointer)}</span>
                    </button>
                    <output></output>
                    <button class="small-button" data-pin="${pointer}" aria-label="Unpin ${label(pointer)}">
                        ${icon('close')}
                    </button>
                </div>
                <canvas role="img" aria-label="${label(pointer)} along the session"></canvas>
            </div>
        `)}
    `);
    [...place.children].forEach((row, i) => drawLane(row.querySelector('canvas'), view.pins[i]));
    return showValues();
}

/** Shows each lane's value at the selected action; the previous one stays until it is known. */
export function showValues() {
    [...element('lanes').children].forEach((row, i) => {
        const shown = valueHere(view.pins[i]);
        if (shown !== undefined) row.querySelector('output').textContent = shown;
    });
}

function drawLane(canvas, pointer) {
    const [c, W, H] = prepared(canvas);
    const { series } = lane(pointer);
    if (!W || !timeline.answer) return;
    const [first, last] = range();
    const X = x => (x - first) / (last - first) * W;
    if (series) {
        const place = { c, W, H, edge: edges(X), color: colorOf(sliceOf(pointer)), end: way().length };
        if (series.kind === 'text') drawTexts(place, series); else drawSteps(place, series);
    }
}

/** Returns a function for where a depth begins, in pixels. @param {(x: number) => number} X */
function edges(X) {
    if (view.axis === 'actions') return depth => X(depth - 1);
    const shown = way();
    return depth => X(placeOf(shown.at(depth))) - 2;
}

function drawSteps({ c, W, H, edge, color, end }, series) {
    const low = Math.min(0, series.low ?? 0);
    const high = Math.max(1, series.high ?? 1);
    const Y = value => H - 4 - (H - 9) * (value - low) / (high - low);
    c.fillStyle = color;
    let previous = null;
    for (const { x0, x1, value } of steps(series.points, end)) {
        const [left, right] = [edge(x0), edge(x1)];
        if (right < -2 || left > W + 2) { previous = null; continue; }
        const width = Math.max(1, right - left);
        if (series.kind === 'flag') {
            c.globalAlpha = value ? 0.85 : 0.5;
            if (value) c.fillRect(left, 6, Math.max(2, width - 0.5), H - 11); else c.fillRect(left, H - 6, width, 1);
            continue;
        }
        c.globalAlpha = 0.14;
        c.fillRect(left, Y(value), width, H - 4 - Y(value));
        c.globalAlpha = 1;
        c.fillRect(left, Y(value) - 0.9, width, 1.8);
        if (previous?.x1 === x0) c.fillRect(left - 0.9, Math.min(Y(value), Y(previous.value)), 1.8, Math.abs(Y(value) - Y(previous.value)));
        previous = { x1, value };
        if (width < 26) continue;
        c.font = `10px ${palette().fonts.mono}`;
        c.fillStyle = palette().ink2;
        c.fillText(String(value), Math.max(0, left) + 4, Y(value) < 13 ? Y(value) + 11 : Y(value) - 3);
        c.fillStyle = color;
    }
}

function drawTexts({ c, W, H, edge, color, end }, series) {
    const texts = series.texts ?? [];
    texts.forEach(([depth, value], i) => {
        const [left, right] = [edge(depth), edge(i + 1 < texts.length ? texts[i + 1][0] : end + 1)];
        if (right < 0 || left > W || !value || value.kind === 'absent') return;
        c.globalAlpha = 0.16;
        c.fillStyle = color;
        c.fillRect(left + 0.5, 5, Math.max(1, right - left - 1.5), H - 9);
        c.globalAlpha = 1;
        c.fillRect(left + 0.5, 5, 1.5, H - 9);
        if (right - Math.max(0, left) < 20) return;
        c.save();
        c.beginPath();
        c.rect(left, 0, right - left - 3, H);
        c.clip();
        c.font = `10.5px ${palette().fonts.mono}`;
        c.fillStyle = palette().ink2;
        c.fillText(label(brief(value, 40)), Math.max(0, left) + 6, H / 2 + 4);
        c.restore();
    });
}

