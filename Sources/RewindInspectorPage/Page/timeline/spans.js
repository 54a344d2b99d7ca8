// The effects in view, and their lane under the timeline: a bar for each, below the one in which it began. Where there
// are many, the short ones are counted by column, and a strip below shows failures and cancellations.
import { element } from '../core/markup.js';
import { newest } from '../core/request-queue.js';
import { askSession, isEmpty } from '../core/session.js';
import { hasAny, onChange, state, update } from '../core/store.js';
import { go, goToEffect } from '../core/view.js';
import { cut, plural } from '../parts/format.js';
import { themeChanged } from '../parts/themes.js';
import { hidePreview, preview } from '../screen/preview.js';
import { palette, prepared } from './canvas.js';
import { range } from './timeline-data.js';

const canvas = element('effects-canvas');
const status = { open: 0, done: 1, failed: 2, canceled: 3 };
const words = /** @type {const} */ (['open', 'done', 'failed', 'canceled']);
const highest = 13;
let frame = 0;
let timer = 0;
let requestedAt = 0;

const read = newest(
    ({ id, ...question }, abort) => askSession('spans', question, abort),
    (answer, { id, axis }) => {
        if (id !== state.session.id || axis !== state.axis) return;
        if (answer) update({ spans: answer });
        else if (!state.session.gone) askSoon(250);
    },
);

const hasLane = () => !isEmpty() && Boolean(state.session.effects);

function ask() {
    timer = 0;
    if (!hasLane() || !state.timeline.width) return;
    requestedAt = performance.now();
    const [from, to] = state.zoom ?? [];
    read({
        id: state.session.id, axis: state.axis, from: from === undefined ? from : Math.max(0, from), to,
        columns: Math.round(state.timeline.width),
    });
}

/** Reads again soon, after the timeline.
 * @param {number} delay */
function askSoon(delay) {
    if (!timer) timer = setTimeout(ask, Math.max(0, Math.min(delay, delay - (performance.now() - requestedAt))));
}

/** @typedef {object} Lane
 * @property {CanvasRenderingContext2D} c
 * @property {number} W
 * @property {number} H
 * @property {(x: number) => number} X
 * @property {number} step The distance of two rows.
 * @property {number} bottom Where the columns stand. */

/** Returns the place of the rows: above the columns, if there are any.
 * @param {SpansAnswer} answer @param {number} H */
function rowsIn({ rows, columns }, H) {
    const room = H - 4 - (columns.length ? Math.min(H * 0.55, 30) : 0);
    return { step: Math.min(highest, room / Math.max(1, rows)), top: 2 };
}

function draw() {
    if (frame) return;
    frame = requestAnimationFrame(() => {
        frame = 0;
        element('effects-lane').hidden = !hasLane();
        if (hasLane()) { drawLane(); drawCount(); }
    });
}

function drawCount() {
    const { spans, session } = state;
    const failed = spans ? spans.spans.filter(each => each[4] === status.failed).length
        + spans.columns.reduce((sum, each) => sum + each[4], 0) : 0;
    const count = element('effects-count');
    count.textContent = failed ? `✕ ${failed}` : '';
    count.title = failed ? `${plural(failed, 'failed effect')} in view` : '';
    element('effects-lane').title = `${plural(session.effects ?? 0, 'effect')} and notes`;
}

function drawLane() {
    const [c, W, H] = prepared(canvas);
    const answer = state.spans;
    if (!W || !answer) return;
    const [first, last] = range();
    /** @param {number} x */
    const X = x => (x - first) / (last - first) * W;
    const { step } = rowsIn(answer, H);
    const lane = { c, W, H, X, step, bottom: H - 7 };
    drawColumns(lane, answer);
    for (const span of answer.spans) drawSpan(lane, answer, span);
}

/** @param {Lane} lane @param {SpansAnswer} answer */
function drawColumns({ c, W, X, bottom }, { columns, width, rows }) {
    if (!columns.length) return;
    const colors = palette();
    const room = rows ? Math.min((bottom + 7) * 0.55, 30) - 7 : bottom - 4;
    const most = columns.reduce((sum, [, , , counts]) => Math.max(sum, counts.reduce((a, b) => a + b)), 1);
    const wide = Math.max(1, X(width) - X(0));
    for (const [x, , , counts, failed, canceled, open] of columns) {
        const left = X(x) - wide / 2;
        if (left > W || left + wide < 0) continue;
        const all = counts.reduce((a, b) => a + b);
        const height = Math.max(2, room * Math.log1p(all) / Math.log1p(most));
        let y = bottom;
        counts.forEach((count, level) => {
            c.globalAlpha = 0.95 - 0.22 * level;
            c.fillStyle = colors.slices[1];
            c.fillRect(left, y - height * count / all, Math.max(1, wide - 0.25), height * count / all);
            y -= height * count / all;
        });
        c.globalAlpha = 1;
        c.fillStyle = colors.err;
        if (failed) c.fillRect(left, bottom + 1, Math.max(1.5, wide), 3);
        c.fillStyle = colors.ink2;
        if (canceled) c.fillRect(left, bottom + 4.5, Math.max(1.5, wide), 1.5);
        if (open) c.fillRect(left, bottom - room - 1, Math.max(1.5, wide), 1);
    }
}

/** @param {Lane} lane @param {SpansAnswer} answer @param {Span} span */
function drawSpan({ c, W, X, step }, { names }, [x, end, id, row, outcome, isFlow, name]) {
    const colors = palette();
    const [start, stop] = [X(x), X(end)];
    if (stop < -2 || start > W + 2) return;
    const [left, right] = [Math.max(-4, start), Math.min(W + 4, stop)];
    const width = Math.max(2, right - left - 0.5);
    const top = 2 + row * step;
    const height = Math.max(1.5, step - (step > 9 ? 1.5 : step > 4 ? 1 : 0.5));
    const isFailed = outcome === status.failed;
    const color = isFailed ? colors.err : outcome === status.canceled ? colors.ink3
        : isFlow ? colors.slices[0] : colors.slices[1];
    c.fillStyle = color;
    c.globalAlpha = outcome === status.canceled ? 0.22 : isFlow ? 0.4 : isFailed ? 0.85 : 0.62;
    c.fillRect(left, top, width, height);
    c.globalAlpha = 1;
    if (outcome === status.canceled) drawStrokes(c, left, top, width, height, color);
    // The end of an effect that was under way is open.
    else if (outcome === status.open) drawOpenEnd(c, right, top, height, colors.panel);
    c.fillRect(left, top, Math.min(2, width), height);
    if (isFailed && height >= 4) c.fillRect(Math.max(left, right - 3), top, Math.min(3, width), height);
    if (id === state.effect) {
        c.strokeStyle = colors.now;
        c.lineWidth = 2;
        c.strokeRect(left - 0.5, top - 0.5, Math.max(3, width + 1), height + 1);
        c.lineWidth = 1;
    }
    if (height < 6 || width < 30) return;
    c.save();
    c.beginPath();
    c.rect(left, top, width - 3, height);
    c.clip();
    const size = Math.min(10, height + 1.5);
    c.font = `${size}px ${palette().fonts.ui}`;
    c.textAlign = 'left';
    c.fillStyle = isFailed ? colors.panel : colors.ink;
    c.fillText(`${isFailed ? '✕ ' : ''}${cut(names[name], 80)}`, Math.max(0, left) + 5, top + height / 2 + size * 0.36);
    c.restore();
}

/** Draws the sign of cancellation: strokes.
 * @param {CanvasRenderingContext2D} c @param {number} left @param {number} top @param {number} width
 * @param {number} height @param {string} color */
function drawStrokes(c, left, top, width, height, color) {
    c.save();
    c.beginPath();
    c.rect(left, top, width, height);
    c.clip();
    c.strokeStyle = color;
    c.beginPath();
    for (let x = left - height; x < left + Math.min(width, 3000); x += 5) {
        c.moveTo(x, top + height);
        c.lineTo(x + height, top);
    }
    c.stroke();
    c.restore();
}

/** @param {CanvasRenderingContext2D} c @param {number} right @param {number} top @param {number} height
 * @param {string} color */
function drawOpenEnd(c, right, top, height, color) {
    const { fillStyle } = c;
    c.fillStyle = color;
    for (const [from, part] of [[12, 2], [7, 3], [3, 3]]) c.fillRect(right - from, top, part, height);
    c.fillStyle = fillStyle;
}

// The pointer.

/** Returns the effect under the pointer, or the column with its effects.
 * @param {PointerEvent} event @returns {{ span?: Span, column?: SpanColumn }} */
function under({ clientX, clientY }) {
    const box = canvas.getBoundingClientRect();
    const answer = state.spans;
    if (!answer) return {};
    const [first, last] = range();
    const unit = (last - first) / box.width;
    const x = first + (clientX - box.left) * unit;
    const { step, top } = rowsIn(answer, box.height);
    const row = Math.floor((clientY - box.top - top) / step);
    /** @param {Span} span */
    const distance = ([start, end]) => Math.max(0, start - x, x - end);
    const near = answer.spans.filter(each => each[3] === row && distance(each) <= 4 * unit)
        .sort((a, b) => distance(a) - distance(b))[0];
    if (near || !answer.columns.length) return { span: near };
    const column = answer.columns.find(each => Math.abs(each[0] - x) <= Math.max(answer.width, 3 * unit) / 2 + unit);
    return { column: column && clientY - box.top > box.height * 0.4 ? column : undefined };
}

canvas.addEventListener('pointermove', event => {
    const { span, column } = under(event);
    canvas.style.setProperty('cursor', span || column ? 'pointer' : 'default');
    if ((!span && !column) || event.pointerType === 'touch') return hidePreview();
    const box = canvas.getBoundingClientRect();
    if (span) {
        const effect = { id: span[2], name: state.spans?.names[span[6]] ?? '', status: words[span[4]], took: span[7] };
        return preview({ seq: span[8], box, x: event.clientX, effect });
    }
    if (!column) return undefined;
    const [, , seq, counts, failed, canceled] = column;
    const count = counts.reduce((sum, each) => sum + each, 0);
    return preview({ seq, box, x: event.clientX, effects: { count, failed, canceled } });
});
canvas.addEventListener('pointerleave', hidePreview);
canvas.addEventListener('click', event => {
    const { span, column } = under(/** @type {PointerEvent} */ (event));
    if (span) goToEffect(span[2], span[8], span[9] < 0 ? undefined : span[9]);
    else if (column) { update({ effect: column[1] }); go(column[2]); }
});

new ResizeObserver(draw).observe(canvas);
themeChanged.on(draw);
onChange(['session', 'timeline', 'spans', 'zoom', 'axis', 'effect'], changed => {
    if (hasAny(changed, 'key', 'axis')) update({ spans: null });
    if (hasAny(changed, 'zoom', 'axis', 'key')) askSoon(80);
    else if (hasAny(changed, 'timeline', 'session')) askSoon(state.spans ? 250 : 0);
    draw();
});
