// Values as the API describes them, cut to a line.
import { childOf, isLabel, node, plain } from './recording.js';

const short = 200;
const mask = /^‹masked (.*)›$/s;

/** Returns a value as answers contain it.
 * @param {ValueNumber | undefined} value @param {number} limit @returns {Value} */
export function answerOf(value, limit = short) {
    const { json, keys, values } = node(value);
    if (keys) {
        const label = ['title', 'name', 'text', 'label', 'id', 'key', 'message', 'type'].map(name => childOf(value, name)).filter(isLabel).map(plain)
            .find(Boolean)?.slice(0, short);
        return { kind: 'object', count: keys.length, label };
    }
    if (values) {
        const scalars = values.slice(0, 4).map(each => node(each).json);
        const text = `[${scalars.join()}]`;
        const isShown = values.length <= 3 && !scalars.includes(undefined) && text.length <= limit;
        return { kind: 'array', count: values.length, text: isShown ? text : undefined };
    }
    if (json === undefined || json === 'null') return { kind: json ?? 'absent' };
    if (!json.startsWith('"')) return { kind: /^[tf]/.test(json) ? 'boolean' : 'number', text: json };
    const text = plain(value);
    const masked = mask.exec(text);
    if (masked) return { kind: 'masked', text: masked[1] };
    const characters = text.length > limit ? [...text] : [];
    if (characters.length <= limit) return { kind: 'string', text };
    return { kind: 'string', text: characters.slice(0, limit).join(''), length: characters.length };
}
