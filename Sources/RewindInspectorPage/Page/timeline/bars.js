// Draws the timeline's bars. A bar of an action is as high as its duration. One of several actions is as high as the
// slowest, and divided into the shares of the slices; a strip below it shows errors and slow actions.
import { state } from '../core/store.js';
import { way } from '../core/view.js';
import { marks, sliceShape } from '../parts/icons.js';
import { baseLine, branchLine, colorOf, heights, palette, stamp } from './canvas.js';

/** @typedef {import('./canvas.js').Canvas} Canvas */

const flag = { trouble: 1, crash: 2, filtered: 4, unknown: 8, gap: 16 };

/** Draws the sign for actions that were not recorded.
 * @param {CanvasRenderingContext2D} c @param {number} left @param {number} top @param {number} width
 * @param {number} height */
function hatch(c, left, top, width, height) {
    c.save();
    c.beginPath();
    c.rect(left, top, Math.max(2, width), height);
    c.clip();
    c.strokeStyle = palette().ink2;
    c.lineWidth = 1.5;
    c.beginPath();
    for (let y = top; y < top + height + width; y += 4) { c.moveTo(left, y); c.lineTo(left + width, y - width); }
    c.stroke();
    c.restore();
}

/** A frame at 60 Hz, in nanoseconds: a slower action may be seen. */
const slow = 1e9 / 60;

/** @param {Canvas} canvas @param {TimelineAnswer} answer */
export function drawBars({ c, W, X, unit, width }, { from: start, summed: isSummed, changes: hasChanges }) {
    const { bars, columnWidth } = state.timeline;
    const shown = way();
    const { paths } = state;
    // Of several branches, the others than the shown one are lines.
    const areGhosts = paths.lanes.filter(lane => lane > 0).length > 1;
    // The shortest duration with a height, and the longest one in state; or the numbers of changes.
    const low = Math.log(hasChanges ? 0.5 : 3000);
    const high = Math.log(bars.reduce((most, bar) => Math.max(most, bar[3]), hasChanges ? 8 : 30_000));
    /** @param {number} ns */
    const part = ns => Math.max(0, (Math.log(Math.max(1, ns)) - low) / (high - low));
    /** @type {Trouble[]} */
    const troubles = [];
    // Pale bars first, so that those of the shown way are in front.
    for (const isOnWay of [false, true]) {
        for (const bar of bars) {
            const [x, seq, slice, duration, flags, , count, shares = [], errors = 0] = bar;
            // A summed bar is in the middle of its column, wherever its first action is.
            const at = X(isSummed ? start + (Math.floor((x - start) / columnWidth) + 0.5) * columnWidth : x);
            if (at < -12 || at > W + 12 || shown.has(seq) !== isOnWay) continue;
            const isBelow = paths.lane(seq) > 0;
            const y = isBelow ? branchLine : baseLine;
            const room = isBelow ? heights.branch - 8 : heights.bars;
            const isGhost = isBelow && !isOnWay && areGhosts;
            // A column is never too low for its shares.
            const height = isGhost ? 3 : isSummed ? room * (0.4 + 0.6 * Math.min(1, part(duration))) : duration > 0 ? 5 + (room - 5) * Math.min(1, part(duration)) : hasChanges ? 3 : room * 0.7;
            const left = at - width / 2;
            c.globalAlpha = flags & flag.filtered ? 0.12 : isOnWay ? 1 : 0.38;
            if (isSummed) {
                drawShares(c, shares, left, y, width, height);
                drawStrip(c, left, y, width, errors / count, hasChanges ? 0 : duration);
                if (flags & flag.gap) hatch(c, at - 2, y - height - 6, 4, 5);
            } else {
                c.fillStyle = colorOf(slice);
                if (flags & flag.gap) hatch(c, left, y - height, width, height);
                else if (flags & (flag.crash | (state.session.states === false ? 0 : flag.unknown))) {
                    c.strokeStyle = palette().err;
                    c.strokeRect(left + 0.5, y - height + 0.5, Math.max(1, width - 1), height - 1);
                } else c.fillRect(left, y - height, width, height);
                if (state.axis === 'actions' && unit > 7 && !isGhost) {
                    const scale = unit > 9 ? 0.62 : 0.5;
                    stamp(c, sliceShape(slice), at - 5 * scale, y + 3.5, scale);
                }
            }
            c.globalAlpha = 1;
            const isTrouble = flags & (flag.trouble | flag.crash) && !(flags & flag.filtered);
            if (isTrouble) troubles.push([Math.max(6, Math.min(W - 6, at)), y - height, flags, isBelow]);
        }
    }
    // Many errors are shown by the strip alone.
    drawTroubles(c, troubles.length > W / 22 ? troubles.filter(each => each[2] & flag.crash) : troubles);
}

/** Divides a bar into the shares of the slices.
 * @param {CanvasRenderingContext2D} c @param {number[]} shares Pairs of a slice and its number of actions.
 * @param {number} left @param {number} bottom @param {number} width @param {number} height */
function drawShares(c, shares, left, bottom, width, height) {
    let all = 0;
    for (let i = 1; i < shares.length; i += 2) all += shares[i];
    let y = bottom;
    for (let i = 0; i < shares.length; i += 2) {
        const part = shares[i + 1] / all * height;
        c.fillStyle = colorOf(shares[i]);
        c.fillRect(left, y - part, width, part);
        y -= part;
    }
}

/** Shows the share of errors in a column, and whether one of its actions was slow.
 * @param {CanvasRenderingContext2D} c @param {number} left @param {number} top @param {number} width
 * @param {number} errors @param {number} slowest */
function drawStrip(c, left, top, width, errors, slowest) {
    const { globalAlpha: alpha } = c;
    if (errors) {
        c.fillStyle = palette().err;
        c.globalAlpha = alpha * (0.4 + 0.6 * Math.min(1, errors * 4));
        c.fillRect(left, top + 2, Math.max(1.5, width), 4);
    }
    c.globalAlpha = alpha;
    c.fillStyle = palette().ink;
    if (slowest > slow) c.fillRect(left, top + 7, Math.max(1.5, width), 4);
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
        c.fillStyle = palette().err;
        stamp(c, isCrash ? marks.crash : marks.error, x - 5, y, 1);
        c.fillStyle = palette().panel;
        c.font = `bold 8px ${palette().fonts.ui}`;
        c.textAlign = 'center';
        c.fillText(isCrash ? '✕' : '!', x, y + (isCrash ? 8 : 9));
    }
}
