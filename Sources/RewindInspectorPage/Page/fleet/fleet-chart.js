// The chart of the sessions by day and version.
import { html } from '../core/markup.js';
import { number, plural } from '../parts/format.js';
import { colorClass, glyph } from '../parts/icons.js';
import { stacked } from './fleet-data.js';

/** The height of the chart, and the width of a day. */
const [height, step] = [120, 24];

/** True if there were days without sessions.
 * @param {Fleet['days']} days */
const hasGaps = days => Date.parse(days[days.length - 1].day) - Date.parse(days[0].day) >= days.length * 864e5;

/** Returns the chart with its legend.
 * @param {Fleet} fleet */
export function chart(fleet) {
    const { series, totals, most } = stacked(fleet);
    const { days } = fleet;
    if (!days.length) return html`<p class="dim">No session has the time of its start.</p>`;
    const bars = days.map(({ day, crashed }, index) => {
        let top = height;
        const parts = series.map(({ color, counts }) => {
            const size = height * counts[index] / most;
            top -= size;
            return size ? html`<rect class="${colorClass(color)}" x="${index * step + 2}" y="${top}" width="${step - 4}" height="${size}"/>` : '';
        });
        const counts = series.filter(each => each.counts[index]).map(each => `${each.name}: ${number(each.counts[index])}`);
        const crashes = crashed ? `, ${number(crashed)} crashed` : '';
        return html`
            <g>
                <title>${[`${day}: ${plural(totals[index], 'session')}${crashes}`, ...counts].join('\n')}</title>
                <rect class="day" x="${index * step}" y="0" width="${step}" height="${height}"/>
                ${parts}
            </g>
        `;
    });
    const sum = (/** @type {number[]} */ counts) => counts.reduce((all, each) => all + each, 0);
    const width = days.length * step;
    const label = `${plural(sum(totals), 'session')} on ${plural(days.length, 'day')}, at most ${number(most)} on one`;
    return html`
        <p class="dim">${label}${hasGaps(days) && '. Days without sessions are omitted.'}</p>
        <div class="days-box">
            <svg class="days" role="img" aria-label="${label}" viewBox="0 0 ${width} ${height}" width="${width * 2}"
                height="${height}" preserveAspectRatio="none">${bars}</svg>
            <div class="axis dim"><span>${days[0].day}</span><span>${days.length > 1 && days.at(-1)?.day}</span></div>
        </div>
        <ul class="legend">
            ${series.map(({ name, color, counts }) => html`<li>${glyph(color)}<b>${name}</b>${number(sum(counts))}</li>`)}
        </ul>
    `;
}
