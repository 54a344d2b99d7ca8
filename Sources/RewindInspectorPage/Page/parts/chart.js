// A chart of a value along the session.
import { html } from '../core/markup.js';
import { number } from './format.js';
import { colorClass } from './icons.js';

/**
 * Returns a series as steps between two depths, without those that have no value.
 *
 * @param {Series['points']} points
 * @param {number} end
 */
export function steps(points, end) {
    /** @type {{ x0: number, x1: number, value: number }[]} */
    const parts = [];
    points.forEach(([depth, value], i) => {
        if (value !== null) parts.push({ x0: depth, x1: i + 1 < points.length ? points[i + 1][0] : end + 1, value });
    });
    return parts;
}

/**
 * Returns a chart.
 *
 * @param {Series} series
 * @param {object} options
 * @param {SliceNumber} options.slice
 * @param {number} options.width
 * @param {number} options.height
 * @param {boolean} options.isLarge
 * @param {[first: number, last: number]} options.depths
 * @param {number} options.here The selected action's depth.
 * @param {{ seq: Seq, depth: number, isHere: boolean, value: number | null, title: string }[]} [options.writes] Writes
 *     to mark, as links to their actions.
 */
export function chart(series, { slice, width, height, isLarge, depths: [first, last], here, writes = [] }) {
    const padding = isLarge ? 46 : 2;
    const top = isLarge ? 14 : 6;
    const bottom = isLarge ? 22 : 6;
    const low = Math.min(0, series.low);
    const least = series.kind === 'number' || series.kind === 'count' ? 1e-9 : 1;
    const high = Math.max(series.high, low + least) || 1;
    /** @param {number} depth */
    const x = depth => {
        const part = (depth - first) / Math.max(1, last - first);
        return padding + (width - 2 * padding) * Math.max(0, Math.min(1, part));
    };
    /** @param {number} value */
    const y = value => height - bottom - (height - top - bottom) * (value - low) / (high - low || 1);
    /** @param {number} value */
    const n = value => value.toFixed(1);
    let line = '';
    let area = '';
    let previous = NaN;
    for (const { x0, x1, value } of steps(series.points, last)) {
        line += `${previous === x0 ? 'V' : `M${n(x(x0))} `}${n(y(value))}H${n(x(Math.min(x1, last)))}`;
        area += `M${n(x(x0))} ${n(y(low))}V${n(y(value))}H${n(x(Math.min(x1, last)))}V${n(y(low))}z`;
        previous = x1;
    }
    const color = colorClass(slice);
    /** @param {number} value */
    const named = value => (series.kind === 'flag' ? String(Boolean(value)) : number(Number(value.toPrecision(6))));
    const frame = isLarge ? html`
        ${[...new Set([low, high])].map(value => html`
            <path class="axis" d="M${padding} ${n(y(value))}H${width - padding}"/>
            <text x="${padding - 6}" y="${n(y(value) + 4)}" text-anchor="end">${named(value)}</text>
        `)}
    ` : '';
    const now = x(here);
    const dots = isLarge ? writes.map(write => write.value !== null && html`
        <circle class="point ${write.isHere ? 'current' : ''}" cx="${n(x(write.depth))}" cy="${n(y(write.value))}"
            r="3.600" data-go="${write.seq}">
            <title>${write.title}</title>
        </circle>
    `) : '';
    return html`
        <g class="${color}">
            ${frame}
            <path class="area" d="${area}"/>
            <path class="curve" d="${line}"/>
        </g>
        <path class="here" d="M${n(now)} ${isLarge ? 4 : 0}V${height - (isLarge ? 18 : 0)}"/>
        <g class="${color}">${dots}</g>
    `;
}

/** Returns the number that stands for a value in a chart of a kind.
 * @param {Value | undefined} value @param {Series['kind']} kind */
export function numberFor(value, kind) {
    switch (value?.kind) {
    case 'array': case 'object': return kind === 'count' ? value.count : null;
    case 'boolean': return value.text === 'true' ? 1 : 0;
    case 'number': return Number.isFinite(Number(value.text)) ? Number(value.text) : null;
    default: return null;
    }
}
