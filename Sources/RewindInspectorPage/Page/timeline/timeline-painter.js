// Draws the timeline: from the top the rate over the whole session, marks and pauses, bars, shapes, branches, ticks.
import { bookmarks } from '../core/session.js';
import { state } from '../core/store.js';
import { from, to, way } from '../core/view.js';
import { clock, cut, span } from '../parts/format.js';
import { marks, sliceColor, sliceShape } from '../parts/icons.js';
import { visible } from '../parts/markup.js';
import { hasBranches, placeOf, range, whole } from './timeline-data.js';

export const heights = { rate: 15, marks: 18, bars: 46, shapes: 12, branch: 30 };
export const baseLine = heights.rate + heights.marks + heights.bars;
const branchLine = baseLine + heights.shapes + heights.branch;

/**
 * @typedef {object} Canvas
 * @property {CanvasRenderingContext2D} c
 * @property {number} W Its width.
 * @property {number} H Its height.
 * @property {(x: number) => number} X Returns a position on the axis in pixels.
 * @property {number} unit The width of an action.
 * @property {number} width The width of a bar.
 */

/** @type {Palette} */
let colors;

/** Reads the colors and fonts of the theme. */
export function readColors() {
    const style = getComputedStyle(document.documentElement);
    /** @param {string} name */
    const value = name => style.getPropertyValue(`--${name}`).trim();
    const names = ['line', 'line2', 'ink', 'ink2', 'ink3', 'now', 'err', 'panel', 'sunk'];
    colors = {
        .../** @type {any} */ (Object.fromEntries(names.map(name => [name, value(name)]))),
        other: value('mov'),
        slices: Array.from({ length: 6 }, (_, i) => value(`slice-${i}`)),
        whole: value('slice-x'),
        fonts: { mono: value('mono'), ui: value('ui') },
    };
}

export const palette = () => colors;

/** @param {SliceNumber} slice */
export const colorOf = slice => (sliceColor(slice) < 0 ? colors.whole : colors.slices[sliceColor(slice)]);

/**
 * Resizes and clears a canvas, and returns its context, width and height.
 *
 * @param {HTMLCanvasElement | PageElement} canvas
 * @returns {[CanvasRenderingContext2D, number, number]}
 */
export function prepared(canvas) {
    const box = canvas.getBoundingClientRect();
    const scale = devicePixelRatio || 1;
    const [width, height] = [Math.round(box.width * scale), Math.round(box.height * scale)];
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const c = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    c.setTransform(scale, 0, 0, scale, 0, 0);
    c.clearRect(0, 0, box.width, box.height);
    return [c, box.width, box.height];
}

/** The shapes by path.
 * @type {Record<string, Path2D>} */
const shapes = {};

/** @param {CanvasRenderingContext2D} c @param {string} path @param {number} x @param {number} y
 * @param {number} scaleX */
function stamp(c, path, x, y, scaleX, scaleY = scaleX) {
    c.save();
    c.translate(x, y);
    c.scale(scaleX, scaleY);
    c.fill(shapes[path] ??= new Path2D(path), 'evenodd');
    c.restore();
}

/** Draws the timeline.
 * @param {HTMLCanvasElement | PageElement} canvas */
export function drawTimeline(canvas) {
    const [c, W, H] = prepared(canvas);
    const { answer } = state.timeline;
    if (!W || !answer) return;
    const [first, last] = range();
    /** @param {number} x */
    const X = x => (x - first) / (last - first) * W;
    const unit = state.axis === 'actions' ? W / (last - first) : 4;
    const width = answer.summed ? Math.max(1, state.timeline.columnWidth * W / (last - first))
        : state.axis === 'actions' ? Math.max(2, Math.min(11, unit * 0.62)) : 4;
    const place = { c, W, H, X, unit, width };
    drawRate(place, answer.rate ?? [], first, last);
    drawTicks(place, answer.ticks ?? []);
    drawPauses(place, answer.pauses ?? []);
    c.fillStyle = colors.line2;
    c.fillRect(0, baseLine, W, 1);
    if (hasBranches()) drawForks(place);
    drawBars(place, answer);
    drawBookmarks(place);
    drawCursor(place);
    drawComparison(place);
}

/** @param {Canvas} canvas @param {Rate[]} rate @param {number} first @param {number} last */
function drawRate({ c, W }, rate, first, last) {
    const height = heights.rate;
    const [low, high] = whole();
    /** @param {number} x */
    const X = x => (x - low) / (high - low) * W;
    /** @param {Rate} each */
    const level = each => Math.log10(1 + each[2]);
    const most = rate.reduce((sum, each) => Math.max(sum, level(each)), 0.1);
    const least = rate.reduce((sum, each) => (each[2] > 0 ? Math.min(sum, level(each)) : sum), most) - 0.5;
    c.fillStyle = colors.sunk;
    c.fillRect(0, 0, W, height);
    c.globalAlpha = 0.55;
    for (const each of rate) {
        const [x, width, perSecond, parts] = each;
        if (!perSecond) continue;
        const full = Math.max(2, (level(each) - least) / (most - least || 1) * (height - 2));
        const all = parts.reduce((sum, [, part]) => sum + part, 0) || 1;
        let y = height;
        for (const [slice, part] of parts) {
            c.fillStyle = colorOf(slice);
            c.fillRect(X(x), y - part / all * full, Math.max(0.5, X(x + width) - X(x) - 0.5), part / all * full);
            y -= part / all * full;
        }
    }
    c.globalAlpha = 1;
    c.fillStyle = colors.line;
    c.fillRect(0, height, W, 1);
    if (!state.zoom) return;
    c.fillStyle = colors.panel;
    c.globalAlpha = 0.72;
    c.fillRect(0, 0, X(first), height);
    c.fillRect(X(last), 0, W, height);
    c.globalAlpha = 1;
    c.lineWidth = 1;
    c.strokeStyle = colors.ink2;
    c.strokeRect(X(first) + 0.5, 0.5, Math.max(3, X(last) - X(first) - 1), height - 1);
}

/** @param {Canvas} canvas @param {{ x: number, text: string }[]} ticks */
function drawTicks({ c, W, H, X }, ticks) {
    c.font = `10px ${colors.fonts.mono}`;
    c.textAlign = 'center';
    // The part of the time of day that differs between ticks: from hours, minutes or seconds on.
    const apart = ticks.length > 1 ? (Number(ticks[1].text) - Number(ticks[0].text)) / 1e6 : 0;
    const digits = apart > 60 ? [0, 5] : apart > 1 ? [3, 8] : [6];
    let lastX = -Infinity;
    for (const { x, text: value } of ticks) {
        const at = X(x);
        const text = state.axis === 'time' ? clock(Number(value)).slice(...digits) : value;
        if (at < 8 || at > W - 8) continue;
        c.fillStyle = colors.line;
        c.fillRect(Math.round(at), heights.rate + 1, 1, baseLine - heights.rate + heights.shapes);
        const width = c.measureText(text).width;
        if (at - lastX < width + 10 || at < width / 2 + 2 || at > W - width / 2 - 2) continue;
        c.fillStyle = colors.ink3;
        c.fillText(text, at, H - 4);
        lastX = at;
    }
}

/** @param {Canvas} canvas @param {{ x: number, after: number }[]} pauses */
function drawPauses({ c, W, X }, pauses) {
    let end = -Infinity;
    const flags = bookmarks().map(each => X(placeOf(each.seq)));
    for (const { x, after } of pauses) {
        const at = X(x);
        if (at < -50 || at > W + 50) continue;
        c.strokeStyle = colors.line2;
        c.lineWidth = 1;
        c.setLineDash([2, 3]);
        c.beginPath();
        c.moveTo(Math.round(at) + 0.5, heights.rate + 14);
        c.lineTo(Math.round(at) + 0.5, baseLine);
        c.stroke();
        c.setLineDash([]);
        const text = span(after).replace(/\.\d+ ms/, ' ms');
        const width = c.measureText(text).width;
        const middle = Math.min(W - width / 2 - 2, at);
        const isFree = middle - width / 2 > Math.max(2, end + 8);
        if (!isFree || flags.some(flag => flag - at > -90 && flag - at < 22)) continue;
        c.fillStyle = colors.ink3;
        c.fillText(text, middle, heights.rate + 11);
        end = middle + width / 2;
    }
}

/**
 * Draws lines from where branches start to where they are drawn; of many branches, those in state.
 *
 * @param {Canvas} canvas
 */
function drawForks({ c, W, X, width }) {
    const shown = way();
    const { paths } = state;
    c.lineWidth = 1.5;
    let drawn = 0;
    for (const [index, run] of paths.runs.entries()) {
        if (!paths.lanes[index]) continue;
        const [x0, x1, x2] = [X(placeOf(run.parent)), X(placeOf(run.from)), X(placeOf(run.to))];
        if (x2 < 0 || x0 > W || drawn++ > 300) continue;
        c.strokeStyle = shown.has(run.from) ? colors.ink2 : colors.line2;
        c.beginPath();
        c.moveTo(x0, baseLine + 0.5);
        const y = branchLine + 0.5;
        c.bezierCurveTo(x0, branchLine, (x0 + x1) / 2 - 4, y, Math.max(x1 - 2, x0 + 6), y);
        c.lineTo(Math.max(x2 + width / 2, x0 + 6), y);
        c.stroke();
    }
    c.lineWidth = 1;
}

const flag = { trouble: 1, crash: 2, filtered: 4, unknown: 8, gap: 16 };

/** Draws the sign for actions that were not recorded.
 * @param {CanvasRenderingContext2D} c @param {number} left @param {number} top @param {number} width
 * @param {number} height */
function hatch(c, left, top, width, height) {
    c.save();
    c.beginPath();
    c.rect(left, top, Math.max(2, width), height);
    c.clip();
    c.strokeStyle = colors.ink2;
    c.lineWidth = 1.5;
    c.beginPath();
    for (let y = top; y < top + height + width; y += 4) { c.moveTo(left, y); c.lineTo(left + width, y - width); }
    c.stroke();
    c.restore();
}

/** @param {Canvas} canvas @param {TimelineAnswer} answer */
function drawBars({ c, W, X, unit, width }, { from: start, summed: isSummed }) {
    const { bars, columnWidth } = state.timeline;
    const shown = way();
    const { paths } = state;
    // The shortest duration with a height, and the longest one in state.
    const low = Math.log(3000);
    let high = Math.log(30_000);
    let most = 1;
    for (const bar of bars) { high = Math.max(high, Math.log(Math.max(1, bar[3]))); most = Math.max(most, bar[6]); }
    /** @param {number} ns */
    const part = ns => Math.max(0, (Math.log(Math.max(1, ns)) - low) / (high - low));
    /** @type {Trouble[]} */
    const troubles = [];
    // Pale bars first, so that those of the shown way are in front.
    for (const isOnWay of [false, true]) {
        for (const [x, seq, slice, duration, flags, , count] of bars) {
            // A summed bar is in the middle of its column, wherever its first action is.
            const at = X(isSummed ? start + (Math.floor((x - start) / columnWidth) + 0.5) * columnWidth : x);
            if (at < -12 || at > W + 12 || shown.has(seq) !== isOnWay) continue;
            const isBelow = paths.lane(seq) > 0;
            const y = isBelow ? branchLine : baseLine;
            const room = isBelow ? heights.branch - 8 : heights.bars;
            const height = isSummed ? 4 + (room - 4) * Math.log(1 + count) / Math.log(1 + most)
                : duration > 0 ? 5 + (room - 5) * Math.min(1, part(duration)) : room * 0.7;
            c.globalAlpha = flags & flag.filtered ? 0.12 : isOnWay ? 1 : 0.38;
            c.fillStyle = colorOf(slice);
            if (flags & flag.gap && !isSummed) hatch(c, at - width / 2, y - height, width, height);
            else if (flags & (flag.crash | flag.unknown) && !isSummed) {
                c.strokeStyle = colors.err;
                c.strokeRect(at - width / 2 + 0.5, y - height + 0.5, Math.max(1, width - 1), height - 1);
            } else if (isSummed) {
                c.globalAlpha *= 0.62;
                c.fillRect(at - width / 2, y - height, Math.max(1, width), height);
                c.globalAlpha = Math.min(1, c.globalAlpha / 0.62);
                const slowest = Math.max(2, room * Math.min(1, part(duration)));
                c.fillRect(at - width / 2, y - slowest, Math.max(1, width), 1.5);
            } else c.fillRect(at - width / 2, y - height, width, height);
            if (isSummed && flags & flag.gap) hatch(c, at - 2, y - height - 6, 4, 5);
            if (!isSummed && state.axis === 'actions' && unit > 7) {
                const scale = unit > 9 ? 0.62 : 0.5;
                stamp(c, sliceShape(slice), at - 5 * scale, y + 3.5, scale);
            }
            c.globalAlpha = 1;
            const isTrouble = flags & (flag.trouble | flag.crash) && !(flags & flag.filtered);
            if (isTrouble) troubles.push([at, y - height, flags, isBelow]);
        }
    }
    drawTroubles(c, troubles);
}

/** @typedef {[x: number, top: number, flags: number, isBelow: boolean]} Trouble */

/** Draws the first of marks that would overlap, and every crash.
 * @param {CanvasRenderingContext2D} c @param {Trouble[]} troubles */
function drawTroubles(c, troubles) {
    const lastX = [-Infinity, -Infinity];
    for (const [x, top, flags, isBelow] of troubles.sort((a, b) => a[0] - b[0])) {
        const isCrash = flags & flag.crash;
        if (!isCrash && x - lastX[Number(isBelow)] < 11) continue;
        lastX[Number(isBelow)] = x;
        const y = Math.max(heights.rate + 2, top - 12);
        c.fillStyle = colors.err;
        stamp(c, isCrash ? marks.crash : marks.error, x - 5, y, 1);
        c.fillStyle = colors.panel;
        c.font = `bold 8px ${colors.fonts.ui}`;
        c.textAlign = 'center';
        c.fillText(isCrash ? '✕' : '!', x, y + (isCrash ? 8 : 9));
    }
}

/** @param {Canvas} canvas */
function drawBookmarks({ c, W, X, unit }) {
    const { paths } = state;
    const ends = [-Infinity, -Infinity];
    c.font = `500 10px ${colors.fonts.ui}`;
    c.textAlign = 'left';
    const shown = bookmarks().map(each => ({ ...each, x: X(placeOf(each.seq)) }))
        .filter(each => each.x > -10 && each.x < W + 10);
    for (const { name: whole, seq, x } of shown.sort((a, b) => a.x - b.x)) {
        const name = visible(cut(whole, 24));
        const lane = paths.lane(seq) ? 1 : 0;
        const y = lane ? baseLine + 13 : heights.rate + 3;
        c.fillStyle = colors.ink2;
        stamp(c, marks.bookmark, x - 3.5, y, 0.7, 0.9);
        const width = c.measureText(name).width;
        if (x < ends[lane] || (lane && unit <= 7)) continue;
        const left = x + width + 10 > W || (lane && x - width - 8 > 0) ? x - width - 8 : x + 6;
        ends[lane] = left + width + 8;
        c.fillStyle = colors.panel;
        c.globalAlpha = 0.85;
        c.fillRect(left - 1, y - 1, width + 3, 11);
        c.globalAlpha = 1;
        c.fillStyle = colors.ink2;
        c.fillText(name, left, y + 8);
    }
    c.textAlign = 'center';
}

/** @param {Canvas} canvas */
function drawCursor({ c, X }) {
    const { cursor, recording } = state.session;
    if (!cursor || recording === 'live') return;
    const x = X(placeOf(cursor));
    c.strokeStyle = colors.ink2;
    c.beginPath();
    c.moveTo(x - 4, baseLine + 16);
    c.lineTo(x + 4, baseLine + 16);
    c.lineTo(x, baseLine + 11);
    c.closePath();
    c.stroke();
}

/** @param {Canvas} canvas */
function drawComparison({ c, H, X }) {
    if (state.with === null) return;
    const [x0, x1] = [X(placeOf(from())), X(placeOf(to()))];
    c.fillStyle = colors.now;
    c.globalAlpha = 0.08;
    c.fillRect(x0, heights.rate + 1, x1 - x0, H - heights.rate - 16);
    c.globalAlpha = 1;
    c.fillStyle = colors.ink2;
    c.fillRect(Math.round(X(placeOf(state.with))), heights.rate, 1, H - heights.rate - 14);
}
