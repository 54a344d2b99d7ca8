// The numbers of sessions in the chart's order, and texts about sessions.
import { dayAndTime, number, plural } from '../parts/format.js';

const order = new Intl.Collator('en', { numeric: true });

/** Returns the name of an app with its version.
 * @param {{ app?: string, app_version?: string }} version */
export const versionName = ({ app, app_version: version }) => [app, version].filter(Boolean).join(' ') || 'unknown app';

/**
 * Returns the parts of the bars: for each day, the versions in their order, others last, and the sums.
 *
 * @param {Pick<Fleet, 'versions' | 'days'>} fleet
 */
export function stacked({ versions, days }) {
    const named = versions.map((version, index) => ({ name: versionName(version), index }))
        .sort((one, other) => order.compare(one.name, other.name));
    const series = named.map(({ name, index }, color) => ({ name, color, counts: days.map(day => day.sessions[index]) }));
    const others = days.map(day => day.others);
    if (others.some(count => count > 0)) series.push({ name: 'other versions', color: -1, counts: others });
    const totals = days.map((_, day) => series.reduce((sum, { counts }) => sum + counts[day], 0));
    return { series, totals, most: Math.max(1, ...totals) };
}

/** Returns a time to the minute.
 * @param {number | undefined} at */
export const minute = at => (at === undefined ? 'unknown time' : dayAndTime(at).slice(0, 16));

/** Returns the sentence about the matches so far.
 * @param {FleetMatches} answer */
export const progress = ({ sessions, done = 0, total = 0 }) =>
    `${plural(sessions.length, 'session')} found in the first ${number(done)} of ${number(total)}, newest first.`;

/** Returns the sentence about the number of matches.
 * @param {FleetMatches} answer */
export function found(answer) {
    const { sessions, more, done, seconds } = answer;
    const count = plural(sessions.length, 'session');
    if (done === undefined && !sessions.length) return 'The condition is true in no session.';
    if (done !== undefined) {
        return `${progress(answer)} The limit of ${seconds} s was reached: use rewind fleet watch for all.`;
    }
    return more ? `The newest ${number(sessions.length)}. Use rewind fleet watch for all.` : `${count}, newest first, in UTC`;
}

/** Returns the values that crashed actions changed.
 * @param {string[] | undefined} pointers */
export function changed(pointers) {
    if (pointers === undefined) return 'effect unknown';
    return pointers.length ? listed(pointers, 6) : 'changed nothing';
}

/** Returns the first texts of a list, and the number of others.
 * @param {string[]} texts @param {number} most */
export function listed(texts, most) {
    const others = texts.length - most;
    return texts.slice(0, most).join(', ') + (others > 0 ? `, and ${number(others)} more` : '');
}
