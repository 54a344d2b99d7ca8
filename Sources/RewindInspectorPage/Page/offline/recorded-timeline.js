// The part of the timeline in view, with a bar for each action.
import { filtered } from './recorded-list.js';
import { data, rows, session } from './recording.js';

/** The answer to `place`.
 * @param {{ axis?: View['axis'], seq: Seq }} parameters */
export const place = ({ axis = 'actions', seq }) => (
    { x: data.timelines[axis].bars.find(bar => bar[1] === seq)?.[0] ?? 0 });

/** The answer to `timeline`.
 * @param {{ axis?: View['axis'], from?: number, to?: number, filter?: string, hide?: string }} parameters
 * @returns {TimelineAnswer} */
export function timeline({ axis = 'actions', from, to, filter, hide }) {
    const whole = data.timelines[axis];
    const start = Math.max(0, from ?? 0);
    const end = Math.max(start, Math.min(whole.total, to ?? whole.total));
    const seqs = filtered({ filter, hide });
    /** @param {number} x */
    const isIn = x => x >= start && x <= end;
    /** @type {Bar[]} */
    const bars = whole.bars.filter(([x]) => isIn(x)).map(([x, seq, slice, duration, flags, ...rest]) => (
        [x, seq, slice, duration, flags | (seqs && !seqs.has(seq) ? 4 : 0), ...rest]));
    const pauses = whole.pauses.filter(({ x }) => isIn(x));
    return { ...whole, from: start, to: end, bars, pauses, ticks: ticksOf(axis, bars, start, end) };
}

/** Returns about sixteen ticks: numbers of actions, or times of day along the first run in view.
 * @param {View['axis']} axis @param {Bar[]} bars @param {number} from @param {number} to */
function ticksOf(axis, bars, from, to) {
    /** @type {{ x: number, text: string }[]} */
    const ticks = [];
    const gap = (to - from) / 16;
    if (axis === 'time') {
        let next = -Infinity;
        for (const [x, seq, , , , run] of bars) {
            if (run !== bars[0][5] || x < next) continue;
            ticks.push({ x, text: String(rows[seq - session.first - 1].at) });
            next = x + gap;
        }
        return ticks;
    }
    const power = 10 ** Math.ceil(Math.log10(Math.max(1, gap)));
    const step = [power / 5, power / 2].find(each => each >= Math.max(1, gap)) ?? power;
    // The numbers are those of the whole session.
    for (let n = Math.max(step, Math.ceil((from + session.first) / step) * step); n - session.first <= to; n += step) {
        if (n > session.first) ticks.push({ x: n - session.first - 0.5, text: String(n) });
    }
    return ticks;
}
