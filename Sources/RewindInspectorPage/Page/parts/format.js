
// Times, durations, numbers and commands as text.

/** Returns a duration as text.
 * @param {number | undefined} ns */
export function duration(ns) {
    if (!ns) return '—';
    if (ns < 1e3) return `${Math.round(ns)} ns`;
    if (ns < 1e6) return `${(ns / 1e3).toFixed(1)} µs`;
    if (ns < 1e9) return `${(ns / 1e6).toFixed(1)} ms`;
    return `${(ns / 1e9).toFixed(2)} s`;
}

/** Returns the time between two actions as text.
 * @param {number | undefined} us @returns {string} */
export function span(us) {
    if (us === undefined) return '';
    if (us < 0) return `−${span(-us)}`;
    if (us < 1e3) return `${Math.round(us)} µs`;
    if (us < 1e6) return `${(us / 1e3).toFixed(us < 1e4 ? 2 : 1)} ms`;
    if (us < 6e7) return `${(us / 1e6).toFixed(2)} s`;
    if (us < 3.6e9) return `${Math.floor(us / 6e7)} min ${Math.floor(us % 6e7 / 1e6)} s`;
    if (us < 1.728e11) return `${Math.floor(us / 3.6e9)} h ${Math.floor(us % 3.6e9 / 6e7)} min`;
    if (us < 6.3e13) return `${Math.round(us / 8.64e10)} days`;
    return `${(us / 3.15576e13).toFixed(1)} years`;
}

/** Returns the time since something, with a sign.
 * @param {number} us */
export const since = us => (us < 0 ? span(us) : `+${span(us)}`);

/** @param {number} us */
const date = us => new Date(us / 1000);

/** Returns the time of day in UTC, to the millisecond, as the command line prints it.
 * @param {number} us */
export const clock = us => date(us).toISOString().slice(11, 23);

/** Returns day and time in UTC.
 * @param {number} us */
export const dayAndTime = us => `${date(us).toISOString().slice(0, 10)} ${clock(us)} UTC`;

const separated = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });

/** Returns a number with separators.
 * @param {number} n */
export const number = n => separated.format(n);

/** Returns a number with a noun.
 * @param {number} n @param {string} word */
export const plural = (n, word) => `${number(n)} ${word}${n === 1 ? '' : 's'}`;

/**
 * Returns a text cut to a number of characters; an emoji is not cut in two.
 *
 * @param {string} text
 * @param {number} limit
 */
export const cut = (text, limit) => (text.length <= limit ? text
    : `${[...text.slice(0, limit * 2)].slice(0, limit).join('')}…`);

/** Returns an error and its hint as one text.
 * @param {Failure} error */
export const errorText = ({ message, hint }) => [message, hint].filter(Boolean).join(' ');

/** Returns the last part of a path.
 * @param {string} file */
export const fileName = file => file.split('/').at(-1) ?? file;

/** Returns a word quoted for a shell.
 * @param {string} word */
export const quoted = word => (/^[\w./:@%+,=-]+$/.test(word) ? word : `'${String(word).replace(/'/g, `'\\''`)}'`);
