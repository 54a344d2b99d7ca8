// The lane of a what-if or of another session, under the timeline and on its scale: the actions that only the recording
// has, those with another outcome, and where the states differ.
import { element } from '../core/markup.js';
import { isEmpty } from '../core/session.js';
import { onChange, state } from '../core/store.js';
import { palette, prepared } from './canvas.js';
import { placeOf, range } from './timeline-data.js';
import { addedAt, isApart, isWhatIf, outcomeOf } from '../what-if/what-if.js';

let frame = 0;

function draw() {
    if (frame) return;
    frame = requestAnimationFrame(() => {
        frame = 0;
        const isShown = (isWhatIf() || state.alignment !== null) && !isEmpty();
        element('what-if-lane').hidden = !isShown;
        if (isShown) { drawLane(); showOutcome(); }
    });
}

const words = { skipped: 'skipped', edited: 'edited', moved: 'moved', added: 'added', other: 'differs', applied: 'as recorded', unknown: '?' };

function showOutcome() {
    element('what-if-name').textContent = isWhatIf() ? 'what if' : 'beside';
    if (!isWhatIf()) {
        element('what-if-outcome').textContent = state.alignment?.onlyA.includes(state.at) ? 'only here'
            : isApart(state.at, state.alignment?.apart) ? 'apart' : '';
        return;
    }
    const outcome = outcomeOf(state.at) ?? (addedAt(state.at).length ? 'added' : undefined);
    element('what-if-outcome').textContent = outcome ? words[outcome] : isApart(state.at) ? 'apart' : '';
}

/** Returns what the lane shows.
 * @returns {Pick<WhatIfAnswer, 'apart' | 'marks' | 'at'> | null} */
function content() {
    const { alignment, session, whatIf } = state;
    if (isWhatIf() || !alignment) return whatIf.answer;
    /** @param {Seq[]} seqs @param {Outcome} outcome */
    const marks = (seqs, outcome) => seqs.map(seq => ({ seq, outcome }));
    return {
        at: session.last,
        apart: alignment.apart,
        marks: [...marks(alignment.onlyA, 'skipped'), ...marks(alignment.changes, 'other')],
    };
}

const cross = [[-1, -1, 1, 1], [1, -1, -1, 1]];
/** The lines of the signs of changes.
 * @type {Partial<Record<Outcome, number[][]>>} */
const signs = {
    skipped: cross,
    moved: cross,
    added: [[0, -1, 0, 1], [-1, 0, 1, 0]],
    edited: [[-1, 0, 0, -1], [0, -1, 1, 0], [1, 0, 0, 1], [0, 1, -1, 0]],
};

function drawLane() {
    const [c, W, H] = prepared(element('what-if-canvas'));
    const answer = content();
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
        if (signs[outcome]) drawSign(c, x, middle, outcome, Math.max(3, half), colors);
        else drawBar(c, x, middle, Math.max(1.5, half * 0.7), colors, outcome === 'other');
    }
}

/** Draws the sign of a change: a cross for an action that is not there, a plus for one that is new, a diamond for another one.
 * @param {CanvasRenderingContext2D} c @param {number} x @param {number} y @param {Outcome} outcome @param {number} size
 * @param {Palette} colors */
function drawSign(c, x, y, outcome, size, colors) {
    c.strokeStyle = colors.ink;
    c.lineWidth = 1.6;
    c.beginPath();
    for (const [x0, y0, x1, y1] of signs[outcome] ?? []) {
        c.moveTo(x + x0 * size, y + y0 * size);
        c.lineTo(x + x1 * size, y + y1 * size);
    }
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
onChange(['whatIf', 'alignment', 'timeline', 'session', 'changes', 'zoom', 'axis', 'at'], draw);
