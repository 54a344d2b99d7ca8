// The lane of a what-if, under the timeline and on its scale: the skipped actions, those with another outcome, and
// where the states differ.
import { element } from '../core/markup.js';
import { isEmpty } from '../core/session.js';
import { onChange, state } from '../core/store.js';
import { isApart, isWhatIf, outcomeOf } from '../session/what-if.js';
import { palette, prepared } from './canvas.js';
import { placeOf, range } from './timeline-data.js';

let frame = 0;

function draw() {
    if (frame) return;
    frame = requestAnimationFrame(() => {
        frame = 0;
        const isShown = isWhatIf() && !isEmpty();
        element('what-if-lane').hidden = !isShown;
        if (isShown) { drawLane(); showOutcome(); }
    });
}

const words = { skipped: 'skipped', other: 'differs', applied: 'as recorded', unknown: '?' };

function showOutcome() {
    const outcome = outcomeOf(state.at);
    element('what-if-outcome').textContent = outcome ? words[outcome] : isApart(state.at) ? 'apart' : '';
}

function drawLane() {
    const [c, W, H] = prepared(element('what-if-canvas'));
    const { answer } = state.whatIf;
    if (!answer || !W) return;
    const colors = palette();
    const [first, last] = range();
    /** @param {number} x */
    const X = x => (x - first) / (last - first) * W;
    const half = state.axis === 'actions' ? Math.min(5.5, W / (last - first) / 2) : 2;
    const middle = Math.round(H / 2);
    c.fillStyle = colors.line2;
    c.fillRect(0, middle, W, 1);
    c.fillStyle = colors.other;
    for (const { from, again } of answer.apart) {
        const start = X(placeOf(from)) - half;
        const end = again === undefined ? X(placeOf(answer.at)) + half : X(placeOf(again)) - half;
        c.globalAlpha = 0.22;
        c.fillRect(start, middle - 8, Math.max(1, end - start), 17);
        c.globalAlpha = 1;
        c.fillRect(start, middle, Math.max(1, end - start), 1.5);
    }
    for (const { seq, outcome } of answer.marks) {
        const x = X(placeOf(seq));
        if (x < -10 || x > W + 10) continue;
        if (outcome === 'skipped') drawCross(c, x, middle, Math.max(3, half), colors);
        else drawBar(c, x, middle, Math.max(1.5, half * 0.7), colors, outcome === 'other');
    }
}

/** @param {CanvasRenderingContext2D} c @param {number} x @param {number} y @param {number} size
 * @param {Palette} colors */
function drawCross(c, x, y, size, colors) {
    c.strokeStyle = colors.ink;
    c.lineWidth = 1.6;
    c.beginPath();
    c.moveTo(x - size, y - size);
    c.lineTo(x + size, y + size);
    c.moveTo(x + size, y - size);
    c.lineTo(x - size, y + size);
    c.stroke();
    c.lineWidth = 1;
}

/** Draws a full bar for another outcome, an empty one for an action that could not be re-run.
 * @param {CanvasRenderingContext2D} c @param {number} x @param {number} y @param {number} half @param {Palette} colors
 * @param {boolean} isFull */
function drawBar(c, x, y, half, colors, isFull) {
    c.fillStyle = isFull ? colors.other : colors.panel;
    c.strokeStyle = colors.other;
    c.fillRect(x - half, y - 8, 2 * half, 16);
    if (!isFull) c.strokeRect(x - half + 0.5, y - 7.5, Math.max(1, 2 * half - 1), 15);
}

new ResizeObserver(draw).observe(element('what-if-canvas'));
onChange(['whatIf', 'timeline', 'session', 'skip', 'zoom', 'axis', 'at'], draw);
