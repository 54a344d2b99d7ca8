// Pins, which have lanes under the timeline: pointers, and expressions, which do not start with a slash.
import { askSession, sliceOf } from '../core/session.js';
import { numberFor } from '../parts/chart.js';

/** True if a pin is an expression.
 * @param {string} pin */
export const isExpression = pin => pin !== '' && !pin.startsWith('/');

/** True if a typed text is likely meant as an expression.
 * @param {string} text */
export const looksLikeExpression = text => isExpression(text) && /\(.*\)/s.test(text);

/** Returns the slice that a pin is in; that of an expression is the slice of its first pointer.
 * @param {string} pin */
export const sliceOfPin = pin => sliceOf(isExpression(pin) ? /'(\/[^']*)'/.exec(pin)?.[1] ?? '' : pin);

/** Returns the parameters that ask for a pin's values.
 * @param {string} pin */
export const pinned = pin => (isExpression(pin) ? { expr: pin } : { pointer: pin });

/** Returns a pin's value right after an action. Throws a `Refusal`.
 * @param {string} pin @param {Seq} at @param {AbortSignal} [abort] @returns {Promise<Value>} */
export async function valueOf(pin, at, abort) {
    if (!isExpression(pin)) return (await askSession('state', { at, pointer: pin, from: 0, count: 1 }, abort)).value;
    // The depth of an action is not more than its number, so that the series is its end.
    const { points, values } = await askSeries({ expr: pin, tip: at, from: at, points: 2 }, abort);
    const number = points.at(-1)?.[1] ?? null;
    return number === null ? values.at(-1)?.[1] ?? { kind: 'absent' } : { kind: 'number', text: String(number) };
}

/** The kind of chart for each kind of value; null and absent values fit into all.
 * @type {Partial<Record<Value['kind'], Series['kind']>>} */
const chartKinds = {
    boolean: 'flag', number: 'number', array: 'count', string: 'text', masked: 'text', object: 'text',
};

/** Returns the array instead of its JSON, which an expression has as a text.
 * @param {Value} value @returns {Value} */
function withArray(value) {
    if (value.kind !== 'string' || value.length !== undefined || !value.text.startsWith('[')) return value;
    try { return { kind: 'array', count: JSON.parse(value.text).length }; } catch { return value; }
}

/** Reads the values at a pointer, or of an expression, along a way. Throws a `Refusal`.
 * @param {Record<string, unknown>} parameters @param {AbortSignal} [abort] @returns {Promise<Series>} */
export async function askSeries(parameters, abort) {
    const { values: all, exact } = await askSession('series', parameters, abort);
    /** @type {Series['values']} */
    const values = parameters.expr === undefined ? all : all.map(([depth, value]) => [depth, withArray(value)]);
    const [kind = 'text', ...others] = new Set(values.flatMap(([, value]) => chartKinds[value.kind] ?? []));
    if (others.length || kind === 'text') return { kind: 'text', values, points: [], low: 0, high: 0, exact };
    /** @type {Series['points']} */
    const points = values.map(([depth, value]) => [depth, numberFor(value, kind)]);
    const drawn = points.flatMap(([, number]) => number ?? []);
    return { kind, values, points, low: Math.min(...drawn), high: Math.max(...drawn), exact };
}
