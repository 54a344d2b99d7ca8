// Draws the timeline: from the top the rate over the whole session, marks and pauses, bars, shapes, branches, ticks.
import { visible } from '../core/markup.js';
import { bookmarks } from '../core/session.js';
import { state } from '../core/store.js';
import { from, way } from '../core/view.js';
import { effectShape } from '../parts/effects.js';
import { clock, cut, number, span } from '../parts/format.js';
import { marks } from '../parts/icons.js';
import { drawBars } from './bars.js';
import { baseLine, branchLine, colorOf, heights, palette, prepared, stamp } from './canvas.js';
import { hasBranches, placeOf, range, whole } from './timeline-data.js';

/** @typedef {import('./canvas.js').Canvas} Canvas */

/** Draws the timeline.
 * @param {HTMLCanvasElement | PageElement} canvas
 * @param {[from: number, to: number] | null} selection The focus range, in positions. */
export function drawTimeline(canvas, selection) {
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
    drawTicks(place, state.axis === 'time' ? answer.ticks ?? [] : numbered(first, last));
    drawPauses(place, answer.pauses ?? []);
    c.fillStyle = palette().line2;
    c.fillRect(0, baseLine, W, 1);
    if (hasBranches()) drawForks(place);
    drawBars(place, answer);
    drawNotes(place);
    drawBookmarks(place);
    drawCursor(place);
    drawComparison(place);
    if (selection) drawFocus(place, selection);
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
    c.fillStyle = palette().sunk;
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
    c.fillStyle = palette().line;
    c.fillRect(0, height, W, 1);
    if (!state.zoom) return;
    c.fillStyle = palette().panel;
    c.globalAlpha = 0.72;
    c.fillRect(0, 0, X(first), height);
    c.fillRect(X(last), 0, W, height);
    c.globalAlpha = 1;
    c.lineWidth = 1;
    c.strokeStyle = palette().ink2;
    c.strokeRect(X(first) + 0.5, 0.5, Math.max(3, X(last) - X(first) - 1), height - 1);
}

/** Returns about sixteen ticks with the numbers of actions, counted along the main run.
 * @param {number} from @param {number} to */
function numbered(from, to) {
    const { first } = state.session;
    const gap = Math.max(1, (to - from) / 16);
    const power = 10 ** Math.ceil(Math.log10(gap));
    const step = [power / 5, power / 2].find(each => each >= gap) ?? power;
    const ticks = [];
    for (let n = Math.ceil((from + first) / step) * step; n - first <= to; n += step) {
        ticks.push({ x: n - first - 0.5, text: String(n) });
    }
    return ticks;
}

/** @param {Canvas} canvas @param {{ x: number, text: string }[]} ticks */
function drawTicks({ c, W, H, X }, ticks) {
    c.font = `10px ${palette().fonts.mono}`;
    c.textAlign = 'center';
    // The part of the time of day that differs between ticks: from hours, minutes or seconds on.
    const apart = ticks.length > 1 ? (Number(ticks[1].text) - Number(ticks[0].text)) / 1e6 : 0;
    const digits = apart > 60 ? [0, 5] : apart > 1 ? [3, 8] : [6];
    let lastX = -Infinity;
    for (const { x, text: value } of ticks) {
        const at = X(x);
        const text = state.axis === 'time' ? clock(Number(value)).slice(...digits) : number(Number(value));
        if (at < 8 || at > W - 8) continue;
        c.fillStyle = palette().line;
        c.fillRect(Math.round(at), heights.rate + 1, 1, baseLine - heights.rate + heights.shapes);
        const width = c.measureText(text).width;
        if (at - lastX < width + 10 || at < width / 2 + 2 || at > W - width / 2 - 2) continue;
        c.fillStyle = palette().ink3;
        c.fillText(text, at, H - 4);
        lastX = at;
    }
}

/** @param {Canvas} canvas @param {{ x: number, after: number }[]} pauses */
function drawPauses({ c, W, X }, pauses) {
    let end = -Infinity;
    const flags = [...bookmarks().map(each => X(placeOf(each.seq))), ...(state.spans?.notes ?? []).map(each => X(each.x))];
    for (const { x, after } of pauses) {
        const at = X(x);
        if (at < -50 || at > W + 50) continue;
        c.strokeStyle = palette().line2;
        c.lineWidth = 1;
        c.setLineDash([2, 3]);
        c.beginPath();
        c.moveTo(Math.round(at) + 0.5, heights.rate + 14);
        c.lineTo(Math.round(at) + 0.5, baseLine);
        c.stroke();
        c.setLineDash([]);
        const text = span(after).replace(/\.\d+ ms/, ' ms');
        const width = c.measureText(text).width;
        const middle = Math.max(width / 2 + 3, Math.min(W - width / 2 - 2, at));
        const isFree = middle - width / 2 > Math.max(2, end + 8);
        if (!isFree || flags.some(flag => flag - at > -90 && flag - at < 22)) continue;
        c.fillStyle = palette().ink3;
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
        c.strokeStyle = shown.has(run.from) ? palette().ink2 : palette().line2;
        c.beginPath();
        c.moveTo(x0, baseLine + 0.5);
        const y = branchLine + 0.5;
        c.bezierCurveTo(x0, branchLine, (x0 + x1) / 2 - 4, y, Math.max(x1 - 2, x0 + 6), y);
        c.lineTo(Math.max(x2 + width / 2, x0 + 6), y);
        c.stroke();
    }
    c.lineWidth = 1;
}

/** Draws notes and screenshots; their names, where bookmarks leave room.
 * @param {Canvas} canvas */
function drawNotes({ c, W, X }) {
    const notes = state.spans?.notes ?? [];
    const flags = bookmarks().map(each => X(placeOf(each.seq)));
    c.font = `10px ${palette().fonts.ui}`;
    c.textAlign = 'left';
    const shown = notes.map(each => ({ ...each, x: X(each.x) })).filter(({ x }) => x > -10 && x < W + 10);
    shown.forEach(({ x, name: whole, isScreenshot, count }, i) => {
        c.fillStyle = palette().ink3;
        stamp(c, effectShape(isScreenshot ? 'screenshot' : 'note'), x - 3.5, heights.rate + 4, 0.75);
        if (isScreenshot) return;
        const name = visible(cut(whole, 24)) + (count > 1 ? ` +${count - 1}` : '');
        const width = c.measureText(name).width;
        const end = x + 8 + width;
        const next = shown[i + 1]?.x ?? Infinity;
        if (end > Math.min(W, next - 6) || flags.some(flag => flag > x - 130 && flag < end + 8)) return;
        c.fillStyle = palette().panel;
        c.globalAlpha = 0.85;
        c.fillRect(x + 6, heights.rate + 3, width + 3, 11);
        c.globalAlpha = 1;
        c.fillStyle = palette().ink3;
        c.fillText(name, x + 8, heights.rate + 12);
    });
    c.textAlign = 'center';
}

/** @param {Canvas} canvas */
function drawBookmarks({ c, W, X, unit }) {
    const { paths } = state;
    const ends = [-Infinity, -Infinity];
    c.font = `500 10px ${palette().fonts.ui}`;
    c.textAlign = 'left';
    const shown = bookmarks().map(each => ({ ...each, x: X(placeOf(each.seq)) }))
        .filter(each => each.x > -10 && each.x < W + 10);
    for (const { name: whole, seq, x } of shown.sort((a, b) => a.x - b.x)) {
        const name = visible(cut(whole, 24));
        const lane = paths.lane(seq) ? 1 : 0;
        const y = lane ? baseLine + 13 : heights.rate + 3;
        c.fillStyle = palette().ink2;
        stamp(c, marks.bookmark, x - 3.5, y, 0.7, 0.9);
        const width = c.measureText(name).width;
        if (x < ends[lane] || (lane && unit <= 7)) continue;
        const left = x + width + 10 > W || (lane && x - width - 8 > 0) ? x - width - 8 : x + 6;
        ends[lane] = left + width + 8;
        c.fillStyle = palette().panel;
        c.globalAlpha = 0.85;
        c.fillRect(left - 1, y - 1, width + 3, 11);
        c.globalAlpha = 1;
        c.fillStyle = palette().ink2;
        c.fillText(name, left, y + 8);
    }
    c.textAlign = 'center';
}

/** @param {Canvas} canvas */
function drawCursor({ c, X }) {
    const { cursor, recording } = state.session;
    if (!cursor || recording === 'live') return;
    const x = X(placeOf(cursor));
    c.strokeStyle = palette().ink2;
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
    const [x0, x1] = [X(placeOf(from())), X(placeOf(state.at))];
    c.fillStyle = palette().now;
    c.globalAlpha = 0.08;
    c.fillRect(x0, heights.rate + 1, x1 - x0, H - heights.rate - 16);
    c.globalAlpha = 1;
    c.fillStyle = palette().ink2;
    c.fillRect(Math.round(X(placeOf(state.with))), heights.rate, 1, H - heights.rate - 14);
}

/** @param {Canvas} canvas @param {[number, number]} selection */
function drawFocus({ c, W, H, X }, selection) {
    const [left, right] = selection.map(x => Math.max(-2, Math.min(W + 2, X(x))));
    const top = heights.rate + 1;
    c.fillStyle = palette().panel;
    c.globalAlpha = 0.6;
    c.fillRect(0, top, left, H - top - 14);
    c.fillRect(right, top, W - right, H - top - 14);
    c.globalAlpha = 1;
    c.fillStyle = palette().ink2;
    c.fillRect(left, top, right - left, 2);
    for (const x of [left, right]) c.fillRect(x - 0.75, top, 1.5, H - top - 14);
}
