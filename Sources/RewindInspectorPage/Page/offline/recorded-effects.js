// The effects in an exported page, the causes of actions, and screenshots.
import { Refusal } from '../core/request-queue.js';
import { data, text, written } from './recording.js';

/** @param {number} id */
const missing = id => new Refusal(404, `There is no effect ${id}.`, 'The page has those of its actions.');

/** The answer to `answers/why`.
 * @param {{ at: Seq }} parameters @returns {Chain} */
export const why = ({ at }) => (data.chains.length ? written(at, 'chains') : { links: [] });

/** The answer to `effect`.
 * @param {{ id: number }} parameters @returns {EffectAnswer} */
export function effect({ id }) {
    const found = data.effects.find(each => each[0] === Number(id));
    if (!found) throw missing(id);
    return JSON.parse(text(found[1]));
}

/** The answer to `screenshot`.
 * @param {{ id: number }} parameters */
export function screenshot({ id }) {
    const found = data.screenshots.find(each => each[0] === Number(id));
    if (!found) throw missing(id);
    return { jpeg: found[1] };
}

/** The answer to `spans`, with a bar for each effect.
 * @param {{ axis?: View['axis'], from?: number, to?: number }} parameters @returns {SpansAnswer | null} */
export function spans({ axis = 'actions', from = 0, to = Infinity }) {
    const whole = data.spans[axis];
    if (!whole) return null;
    return {
        ...whole,
        from: Math.max(from, whole.from),
        to: Math.min(to, whole.to),
        spans: whole.spans.filter(([x, end]) => end >= from && x <= to),
        notes: whole.notes.filter(({ x }) => x >= from && x <= to),
    };
}
