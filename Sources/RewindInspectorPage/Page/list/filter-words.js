// What is wrong with the words of a filter, as far as that can be told from the words.
import { rangeIn } from '../core/filter-range.js';

const statuses = ['began', 'crash', 'failed', 'dropped', 'unknown', 'error', 'trouble', 'skipped', 'done'];

/** @type {Record<string, (value: string, slices: string[]) => string>} */
const checks = {
    slice: (value, slices) => (slices.some(name => name.toLowerCase().includes(value.toLowerCase())) ? ''
        : `No slice has “${value}” in its name.`),
    status: value => (statuses.some(name => name.startsWith(value.toLowerCase())) ? ''
        : `There is no status “${value}”. There are ${statuses.join(', ')}.`),
    touches: value => (value.startsWith('/') ? '' : `“touches:” takes a pointer, as in touches:/${value}.`),
    seq: value => (rangeIn(`seq:${value}`) ? '' : '“seq:” takes a number or a range, as in seq:24..47.'),
    payload: () => '',
};

/**
 * Returns a sentence for each word that cannot match.
 *
 * @param {string} filter
 * @param {string[]} slices The names of the slices.
 * @param {boolean} hasMatches False if no action matches: then a word may be meant in another way than it is taken.
 */
export function complaints(filter, slices, hasMatches = true) {
    return filter.split(/\s+/).flatMap(typed => {
        const word = typed.replace(/^[-!−]/, '');
        const [, name, value] = /^([a-z]+):(.*)$/s.exec(word) ?? [];
        if (name && name in checks) return (value ? checks[name](value, slices) : `“${name}:” needs a value.`) || [];
        if (hasMatches) return [];
        if (name) return `There is no “${name}:”. There are ${Object.keys(checks).map(each => `${each}:`).join(', ')}.`;
        if (/^["“]|["”]$/.test(word)) return 'Words are matched one by one, without quotes.';
        return /^\/.*\/[a-z]*$/.test(word) ? 'A filter has words, and no regular expressions.' : [];
    });
}
