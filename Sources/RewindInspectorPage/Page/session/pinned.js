// Pins, which have lanes under the timeline: pointers, and expressions, which do not start with a slash.
import { askSession, sliceOf } from '../core/session.js';

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
    return lastValue(await askSession('series', { expr: pin, tip: at, from: at, points: 2 }, abort));
}

/** Returns the last value of a series of numbers or texts.
 * @param {Series} series @returns {Value} */
function lastValue({ points, texts }) {
    const number = points?.at(-1)?.[1] ?? null;
    if (number !== null) return { kind: 'number', text: String(number) };
    return texts?.at(-1)?.[1] ?? { kind: 'absent' };
}
