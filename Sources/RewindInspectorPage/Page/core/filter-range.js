// The word of a filter for a range of actions: `seq:24..47`, both ends included; an end may be missing.

const word = /(?:^|\s)seq:(?=\S)(\d*)(?:(\.\.)(\d*))?(?=\s|$)/;

/** Returns the range in a filter; null if there is none.
 * @param {string} filter @returns {[number, number] | null} */
export function rangeIn(filter) {
    const match = word.exec(filter);
    if (!match) return null;
    const from = Number(match[1] || 0);
    const to = match[2] ? Number(match[3] || Infinity) : from;
    return from <= to ? [from, to] : null;
}

/** Returns a filter with another range, or without one.
 * @param {string} filter @param {[number, number] | null} range */
export function withRange(filter, range) {
    const rest = filter.replace(word, '').trim();
    if (!range) return rest;
    const [from, to] = range;
    return `seq:${from || ''}..${to === Infinity ? '' : to} ${rest}`.trim();
}
