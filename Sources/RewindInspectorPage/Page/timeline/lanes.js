// The lanes of pinned values, under the timeline and on its scale.
import { element, html, put } from '../core/markup.js';
import { lastToken } from '../core/pointer.js';
import { newest } from '../core/request-queue.js';
import { isEmpty } from '../core/session.js';
import { hasAny, onChange, signal, state } from '../core/store.js';
import { tip, way } from '../core/view.js';
import { steps } from '../parts/chart.js';
import { icon } from '../parts/icons.js';
import { brief, label } from '../parts/values.js';
import { askSeries, isExpression, pinned, sliceOfPin, valueOf } from '../session/pinned.js';
import { colorOf, palette, prepared } from './canvas.js';
import { lastIndex, placeOf, range } from './timeline-data.js';

/** The lanes by pin: the newest series, and the value at the selected action.
 * @type {Map<string, Lane>} */
const lanes = new Map();

/**
 * @typedef {object} Lane
 * @property {Series | null} series
 * @property {string} [refusal] Why there is no series.
 * @property {Seq} [tip] The end of the series.
 * @property {Value | null} value
 * @property {Seq | null} valueAt
 * @property {(question: { tip: Seq, from: number, to: number, points: number } & Record<string, unknown>) => void} read
 * @property {(question: { at: Seq }) => void} readValue
 */

/** Emits when a lane has something new to draw.
 * @type {Signal<[]>} */
const laneLoaded = signal();

/** @param {string} pin @returns {Lane} */
function lane(pin) {
    const known = lanes.get(pin);
    if (known) return known;
    /** @type {Lane} */
    const made = {
        series: null,
        value: null,
        valueAt: null,
        read: newest(
            askSeries,
            (series, question) => {
                Object.assign(made, { series, tip: question.tip, refusal: undefined });
                laneLoaded.emit();
            },
            ({ message, status }) => {
                // A request of another page may have replaced this one.
                if (isExpression(pin) && status !== 409) Object.assign(made, { series: null, refusal: message });
                laneLoaded.emit();
            },
        ),
        readValue: newest(
            ({ at }, abort) => valueOf(pin, at, abort),
            (value, { at }) => { Object.assign(made, { value, valueAt: at }); laneLoaded.emit(); },
            () => { made.value = null; laneLoaded.emit(); },
        ),
    };
    lanes.set(pin, made);
    return made;
}

/** Returns the part of the way in view, by depth.
 * @returns {[number, number]} */
function depths() {
    const shown = way();
    if (!state.zoom) return [shown.start, shown.length];
    if (state.axis === 'actions') {
        const [first, last] = state.zoom;
        return [Math.max(shown.start, Math.floor(first) + 1), Math.min(shown.length, Math.ceil(last))];
    }
    const on = state.timeline.bars.filter(bar => shown.has(bar[1]));
    if (!on.length) return [shown.start, shown.length];
    return [state.paths.depth(on[0][1]), state.paths.depth(on[on.length - 1][1])];
}

let timer = 0;

function readSeries() {
    timer = 0;
    if (isEmpty()) return;
    const [from, to] = depths();
    if (to < from) return;
    const points = Math.round(state.timeline.width) || 500;
    for (const pin of state.pins) lane(pin).read({ ...pinned(pin), tip: tip(), from, to, points });
}

/** @param {number} delay */
const readSoon = delay => { if (!timer) timer = setTimeout(readSeries, delay); };

let settled = 0;

onChange(['pins', 'zoom', 'axis', 'branch', 'at'], changed => {
    if (changed.has('key')) lanes.clear();
    for (const pin of lanes.keys()) if (!state.pins.includes(pin)) lanes.delete(pin);
    if (changed.has('pins')) readSeries();
    else if (hasAny(changed, 'zoom', 'axis', 'branch')) readSoon(80);
    clearTimeout(settled);
    settled = setTimeout(readValues, 60);
});
onChange(['timeline'], () => { if (state.axis === 'time') readSoon(0); });
onChange(['session'], changed => { if (!changed.has('key')) readSoon(250); });
laneLoaded.on(() => drawLanes());

/** Reads the values that the series do not have exactly, when scrubbing pauses. */
function readValues() {
    for (const pin of state.pins) if (valueHere(pin) === undefined) lane(pin).readValue({ at: state.at });
}

/** Returns the text of a lane's value at the selected action; undefined until it is known.
 * @param {string} pin */
function valueHere(pin) {
    const { series, value, valueAt, tip: end } = lane(pin);
    if (state.diff?.unknown && state.diff.to === state.at) return '?';
    if (valueAt === state.at) return short(value);
    if (!series?.exact || end !== tip()) return undefined;
    const depth = state.paths.depth(state.at);
    if (series.kind === 'text') {
        const found = series.values[lastIndex(series.values, each => each[0] <= depth)];
        return found && short(found[1]);
    }
    const found = series.points[lastIndex(series.points, each => each[0] <= depth)]?.[1] ?? null;
    if (found === null) return undefined;
    return series.kind === 'flag' ? String(Boolean(found)) : String(found);
}

/** Returns an expression with the last token instead of each pointer, so that a lane's label has room for the rest.
 * @param {string} expression */
const shortExpression = expression => expression.replace(/\b(?:at|was|payload)\('([^']*)'\)/g, (_, pointer) => lastToken(pointer));

/** @param {Value | null} value */
const short = value => (value?.kind === 'array' ? String(value.count) : value?.kind === 'masked' ? '••••'
    : brief(value ?? undefined, 10));

/** Draws the lanes. */
export function drawLanes() {
    const place = element('lanes');
    if (isEmpty()) return put(place, html``);
    put(place, html`
        ${state.pins.map(pin => html`
            <div class="lane">
                <div class="lane-label">
                    ${isExpression(pin) ? html`<span class="name" title="${label(pin)}">${label(shortExpression(pin))}</span>` : html`
                        <button class="name" data-p="${pin}" title="${label(pin)}">
                            <span>${lastToken(pin)}</span>
                        </button>
                    `}
                    <output></output>
                    <button class="small-button" data-pin="${pin}" aria-label="Unpin ${label(pin)}">
                        ${icon('close')}
                    </button>
                </div>
                <canvas role="img" aria-label="${label(pin)} along the session"></canvas>
            </div>
        `)}
    `);
    place.querySelectorAll('canvas').forEach((canvas, i) => drawLane(canvas, state.pins[i]));
    return showValues();
}

/** Shows each lane's value at the selected action; the previous one stays until it is known. */
export function showValues() {
    element('lanes').querySelectorAll('output').forEach((output, i) => {
        const shown = valueHere(state.pins[i]);
        if (shown !== undefined) output.textContent = shown;
    });
}

/** @param {HTMLCanvasElement} canvas @param {string} pin */
function drawLane(canvas, pin) {
    const [c, W, H] = prepared(canvas);
    const { series, refusal } = lane(pin);
    if (!W || !state.timeline.answer) return;
    const [first, last] = range();
    /** @param {number} x */
    const X = x => (x - first) / (last - first) * W;
    if (series) {
        const place = { c, W, H, edge: edges(X), color: colorOf(sliceOfPin(pin)), end: way().length };
        if (series.kind === 'flag' && !series.exact) drawBlur(place, series);
        else if (series.kind === 'text') drawTexts(place, series); else drawSteps(place, series);
    } else if (refusal) {
        c.font = `10px ${palette().fonts.ui}`;
        c.fillStyle = palette().ink2;
        c.fillText(refusal, 8, H / 2 + 4);
    }
}

/** Returns a function for where a depth begins, in pixels.
 * @param {(x: number) => number} X @returns {(depth: number) => number} */
function edges(X) {
    if (state.axis === 'actions') return depth => X(depth - 1);
    const shown = way();
    return depth => X(placeOf(shown.at(depth))) - 2;
}

/**
 * @typedef {object} LanePlace
 * @property {CanvasRenderingContext2D} c
 * @property {number} W
 * @property {number} H
 * @property {(depth: number) => number} edge
 * @property {string} color
 * @property {number} end
 */

/** Draws a band for a flag that changes too often: a sample of its values would be arbitrary.
 * @param {LanePlace} place @param {Series} series */
function drawBlur({ c, W, H, edge, color, end }, series) {
    const left = Math.max(0, edge(series.points[0][0]));
    const right = Math.min(W, edge(end + 1));
    c.globalAlpha = 0.3;
    c.fillStyle = color;
    c.fillRect(left, 6, right - left, H - 11);
    c.globalAlpha = 1;
    c.font = `10px ${palette().fonts.ui}`;
    c.fillStyle = palette().ink2;
    c.fillText('changes often; zoom in', left + 8, H / 2 + 4);
}

/** @param {LanePlace} place @param {Series} series */
function drawSteps({ c, W, H, edge, color, end }, series) {
    const low = Math.min(0, series.low);
    const high = Math.max(1, series.high);
    /** @param {number} value */
    const Y = value => H - 4 - (H - 9) * (value - low) / (high - low);
    c.fillStyle = color;
    /** @type {{ x1: number, value: number } | null} */
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
        if (previous?.x1 === x0) {
            const before = Y(previous.value);
            c.fillRect(left - 0.9, Math.min(Y(value), before), 1.8, Math.abs(Y(value) - before));
        }
        previous = { x1, value };
        if (width < 26) continue;
        c.font = `10px ${palette().fonts.mono}`;
        c.fillStyle = palette().ink2;
        c.fillText(String(value), Math.max(0, left) + 4, Y(value) < 13 ? Y(value) + 11 : Y(value) - 3);
        c.fillStyle = color;
    }
}

/** @param {LanePlace} place @param {Series} series */
function drawTexts({ c, W, H, edge, color, end }, { values }) {
    values.forEach(([depth, value], i) => {
        const [left, right] = [edge(depth), edge(values[i + 1]?.[0] ?? end + 1)];
        if (right < 0 || left > W || value.kind === 'absent') return;
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
