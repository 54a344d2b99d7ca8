// The list of actions, and its filter. A filtered list is not folded.
import { rangeIn } from '../core/filter-range.js';
import { child } from '../core/pointer.js';
import { equals, valueAt } from './json-values.js';
import { data, operationsOf, parentOf, pathOf, rows as all, session, state } from './recording.js';

/** @typedef {(row: Row) => boolean} Test */

/** @type {Record<string, (value: string) => Test>} */
const tests = {
    text: value => ({ seq, type }) => type.toLowerCase().includes(value)
        || operationsOf(seq).some(({ path, from = [] }) => [path, from]
            .some(each => each.reduce(child, '').toLowerCase().includes(value))),
    slice: value => ({ slices }) => slices.some(slice => session.slices[slice]?.toLowerCase().includes(value)),
    status: value => ({ status, trouble }) => [trouble === 'unknown' && status === 'done' ? '' : status, trouble,
        trouble && 'trouble'].some(each => each?.startsWith(value)),
    seq: value => {
        const [from, to] = rangeIn(`seq:${value}`) ?? [0, Infinity];
        return ({ seq }) => seq >= from && seq <= to;
    },
    touches: value => {
        const path = pathOf(value);
        return ({ seq }) => !equals(valueAt(state(parentOf(seq)), path), valueAt(state(seq), path));
    },
};

/** Returns the test for a word of a filter; none if the word is incomplete.
 * @param {string} typed @returns {Test[]} */
function testsOf(typed) {
    const isNegated = /^[-!−]/.test(typed);
    const word = isNegated ? typed.slice(1) : typed;
    const [, name, value] = /^(slice|status|touches|seq):(.*)$/s.exec(word) ?? ['', 'text', word];
    if (!value || (name === 'seq' && !rangeIn(word))) return [];
    const holds = tests[name](name === 'touches' ? value : value.toLowerCase());
    return [row => holds(row) !== isNegated];
}

/** @type {{ key: string, seqs: Set<Seq> | null }} */
let known = { key: '["",""]', seqs: null };

/** Returns the actions that pass a filter; null if all do.
 * @param {{ filter?: string, hide?: string }} parameters */
export function filtered({ filter = '', hide = '' }) {
    const key = JSON.stringify([filter, hide]);
    if (known.key === key) return known.seqs;
    const hidden = new Set(String(hide).split(',').filter(Boolean).map(Number));
    const words = filter.split(/\s+/).flatMap(testsOf);
    /** @type {Test} */
    const isShown = ({ slices }) => !slices.length || !slices.every(slice => hidden.has(slice));
    const seqs = new Set(all.filter(row => isShown(row) && words.every(holds => holds(row))).map(({ seq }) => seq));
    known = { key, seqs: hidden.size || words.length ? seqs : null };
    return known.seqs;
}

/** @param {Seq | ListEntry} entry */
const lastOf = entry => (typeof entry === 'number' ? entry : entry.fold?.to ?? entry.branch?.from ?? 0);

/** Returns the index of the entry with an action, or of the first one after it.
 * @param {Seq} seq @param {(Seq | ListEntry)[]} entries */
function indexOf(seq, entries) {
    const index = entries.findIndex(each => lastOf(each) >= seq);
    if (index < 0) return Math.max(0, entries.length - 1);
    // The head of its branch may precede an action.
    const [entry, next] = entries.slice(index, index + 2);
    const isHead = typeof entry !== 'number' && entry.branch !== undefined && next !== undefined;
    return isHead && (typeof next === 'number' ? next : next.fold?.from) === seq ? index + 1 : index;
}

/** The answer to `rows`.
 * @param {{ filter?: string, hide?: string, fold?: number, from?: number, around?: Seq, count?: number }} parameters */
export function rows({ filter, hide, fold, from, around, count = 100 }) {
    const seqs = filtered({ filter, hide });
    const list = data.lists[!seqs && String(fold) === '1' ? 1 : 0];
    const entries = seqs ? list.entries.filter(each => typeof each !== 'number' || seqs.has(each)) : list.entries;
    const index = around === undefined ? undefined : indexOf(around, entries);
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
 * @param {{ from: Seq, count?: number }} parameters */
export function actions({ from, count = 100 }) {
    const start = Math.max(0, from - session.first - 1);
    return { rows: all.slice(start, start + count) };
}
