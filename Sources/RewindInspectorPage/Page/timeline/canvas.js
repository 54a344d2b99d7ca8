// The colors, heights and shapes of the timeline's canvases.
import { sliceColor } from '../parts/icons.js';

export const heights = { rate: 15, marks: 18, bars: 46, shapes: 12, branch: 30 };
export const baseLine = heights.rate + heights.marks + heights.bars;
export const branchLine = baseLine + heights.shapes + heights.branch;

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

/** Fills a shape.
 * @param {CanvasRenderingContext2D} c @param {string} path @param {number} x @param {number} y
 * @param {number} scaleX */
export function stamp(c, path, x, y, scaleX, scaleY = scaleX) {
    c.save();
    c.translate(x, y);
    c.scale(scaleX, scaleY);
    c.fill(shapes[path] ??= new Path2D(path), 'evenodd');
    c.restore();
}
