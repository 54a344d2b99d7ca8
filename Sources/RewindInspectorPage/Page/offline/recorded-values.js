// Values as the API describes them, cut to a line.
import { isContainer, Numeral, textOf } from './json-values.js';

const short = 200;
const mask = ['‹masked ', '›'];

/** Returns the display name of an object: its first number or text of `title`, `name`, `id` and `message`.
 * @param {Map<string, JSONValue>} value */
function labelOf(value) {
    const found = ['title', 'name', 'id', 'message'].map(name => value.get(name))
        .find(each => (typeof each === 'string' && each !== '') || each instanceof Numeral);
    return found instanceof Numeral ? found.text : typeof found === 'string' ? found.slice(0, short) : undefined;
}

/**
 * Returns a value as answers contain it.
 *
 * @param {JSONValue | undefined} value
 * @param {number} limit
 * @returns {Value}
 */
export function answerOf(value, limit = short) {
    if (value === undefined) return { kind: 'absent' };
    if (value === null) return { kind: 'null' };
    if (typeof value === 'boolean') return { kind: 'boolean', text: String(value) };
    if (value instanceof Numeral) return { kind: 'number', text: value.text };
    if (value instanceof Map) return { kind: 'object', count: value.size, label: labelOf(value) };
    if (Array.isArray(value)) {
        const text = value.length > 3 || value.some(isContainer) ? undefined : textOf(value);
        return { kind: 'array', count: value.length, text: text && text.length > limit ? undefined : text };
    }
    if (value.startsWith(mask[0]) && value.endsWith(mask[1])) {
        return { kind: 'masked', text: value.slice(mask[0].length, -mask[1].length) };
    }
    const characters = value.length > limit ? [...value] : [];
    if (characters.length <= limit) return { kind: 'string', text: value };
    return { kind: 'string', text: characters.slice(0, limit).join(''), length: characters.length };
}
