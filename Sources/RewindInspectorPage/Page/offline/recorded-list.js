// The list of actions with its filter, and the timeline, with a bar for each action. A filtered list is not folded.
import { rangeIn } from '../core/filter-range.js';
import { data, operationsOf, parentOf, recorded, rowOf, rows as all, session, textOf, valueAt } from './recording.js';

/** @typedef {(row: Row) => boolean} Test */

/** @type {Record<string, (value: string) => Test>} */
const tests = {
    text: value => ({ seq, type }) => type.toLowerCase().includes(value)
        || operationsOf(seq).some(({ path, from }) => [path, from].some(each => each.toLowerCase().includes(value))),
    slice: value => ({ slices }) => slices.some(slice => session.slices[slice]?.toLowerCase().includes(value)),
    status: value => ({ status, trouble }) => [trouble === 'unknown' && status === 'done' ? '' : status, trouble,
        trouble && 'trouble'].some(each => each?.startsWith(value)),
    seq: value => {
        const [from, to] = rangeIn(`seq:${value}`) ?? [0, Infinity];
        return ({ seq }) => seq >= from && seq <= to;
    },
    payload: value => ({ seq }) => payloadOf(seq).includes(value),
    touches: value => ({ seq }) => valueAt(parentOf(seq), value) !== valueAt(seq, value),
};

/** Returns the payload of an action as JSON, in lowercase.
 * @param {Seq} seq */
function payloadOf(seq) {
    const payload = recorded(seq, 'payload');
    return payload === undefined ? '' : JSON.stringify(JSON.parse(textOf(payload))).toLowerCase();
}

/** Returns the test for a word of a filter; none if the word is incomplete.
 * @param {string} typed @returns {Test[]} */
function testsOf(typed) {
    const isNegated = /^[-!−]/.test(typed);
    const word = isNegated ? typed.slice(1) : typed;
    const [, name, value] = /^(slice|status|touches|payload|seq):(.*)$/s.exec(word) ?? ['', 'text', word];
    if (!value || (name === 'seq' && !rangeIn(word))) return [];
    const holds = tests[name](name === 'touches' ? value : value.toLowerCase());
    return [row => holds(row) !== isNegated];
}

/** Returns the actions that pass a filter; null if all do.
 * @param {{ filter?: string, hide?: string }} parameters */
function filtered({ filter = '', hide = '' }) {
    const hidden = new Set(String(hide).split(',').filter(Boolean).map(Number));
    const words = filter.split(/\s+/).flatMap(testsOf);
    /** @type {Test} */
    const isShown = ({ slices }) => !slices.length || !slices.every(slice => hidden.has(slice));
    if (!hidden.size && !words.length) return null;
    return new Set(all.filter(row => isShown(row) && words.every(holds => holds(row))).map(({ seq }) => seq));
}

/** Returns the first and the last action of an entry.
 * @param {Seq | ListEntry} entry */
function spanOf(entry) {
    if (typeof entry === 'number') return { from: entry, to: entry };
    if (entry.group) return { from: entry.group.row?.seq ?? entry.group.seqs[0], to: entry.group.to };
    return entry.fold ?? { from: entry.branch?.from ?? 0, to: entry.branch?.from ?? 0 };
}

/** Returns the index of the entry with an action, or of the first one after it.
 * @param {Seq} seq @param {(Seq | ListEntry)[]} entries */
function indexOf(seq, entries) {
    // The head of its branch may precede an action.
    const index = entries.findLastIndex(each => spanOf(each).from <= seq);
    const isIn = index >= 0 && spanOf(entries[index]).to >= seq;
    return Math.max(0, Math.min(isIn ? index : index + 1, entries.length - 1));
}

/** Returns the index of the group with an action; undefined if it is in none.
 * @param {Seq} seq @param {(Seq | ListEntry)[]} entries */
function groupOf(seq, entries) {
    const index = entries.findIndex(each => (
        typeof each === 'number' ? each === seq : each.group?.row?.seq === seq || each.group?.seqs.includes(seq)));
    return index < 0 ? undefined : index;
}

/** The answer to `rows`.
 * @param {{ filter?: string, hide?: string, fold?: number, group?: number, from?: number, around?: Seq,
 * count?: number }} parameters */
export function rows({ filter, hide, fold, group, from, around, count = 100 }) {
    const seqs = filtered({ filter, hide });
    const list = data.lists[seqs ? 0 : String(group) === '1' ? 2 : String(fold) === '1' ? 1 : 0];
    const entries = seqs ? list.entries.filter(each => typeof each !== 'number' || seqs.has(each)) : list.entries;
    const index = around === undefined ? undefined : groupOf(around, entries) ?? indexOf(around, entries);
    const start = Math.max(0, Math.min(from ?? (index ?? 0) - Math.trunc(count / 2), entries.length));
    return {
        total: entries.length,
        actions: seqs?.size ?? all.length,
        folded: list.folded,
        last: session.last,
        from: start,
        index,
        rows: entries.slice(start, start + count)
            .map(each => (typeof each === 'number' ? all[each - session.first - 1] : each)),
    };
}

/** The answer to `actions`.
 * @param {{ from: Seq, count?: number, seq?: Seq[] }} parameters */
export function actions({ from, count = 100, seq }) {
    if (seq) return { rows: seq.map(rowOf) };
    const start = Math.max(0, from - session.first - 1);
    return { rows: all.slice(start, start + count) };
}

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
    return { ...whole, from: start, to: end, bars, pauses, ticks: ticksOf(bars, start, end) };
}

/** Returns about sixteen times of day along the first run in view.
 * @param {Bar[]} bars @param {number} from @param {number} to */
function ticksOf(bars, from, to) {
    /** @type {{ x: number, text: string }[]} */
    const ticks = [];
    for (const [x, seq, , , , run] of bars) {
        if (run !== bars[0][5] || x < (ticks.at(-1)?.x ?? -Infinity) + (to - from) / 16) continue;
        ticks.push({ x, text: String(rowOf(seq).at) });
    }
    return ticks;
}
