// The list of actions: what a filter lets through, where noise is folded, and where branches begin.
import { allRows, changedBy, first, flagsOf, last, operationsOf, pathOf, rowOf, runs, session, slicesOf } from './recording.js';
import { changesValue, mayChange } from './writes.js';
import { child } from '../pointer.js';

const mostRows = 500;
const flag = { crash: 1, unknown: 2, failed: 4, error: 8 };
const trouble = 15;

const bitOf = slice => 1 << (slice < 0 ? 31 : Math.min(slice, 30));
const bitsOf = slices => slices.reduce((bits, slice) => bits | bitOf(slice), 0);

/** The words of a filter as somebody types them. */
function wordsOf(text) {
    return text.split(/\s+/).flatMap(typed => {
        const isNegated = /^[-!−]/.test(typed);
        const word = isNegated ? typed.slice(1) : typed;
        const [, name, value] = /^(slice|status|touches):(.*)$/s.exec(word) ?? [null, 'text', word];
        if (!value) return [];
        return [{ name, isNegated, value: name === 'touches' ? value : value.toLowerCase() }];
    });
}

const lowered = text => text.replace(/[A-Z]/g, letter => letter.toLowerCase());

const tests = {
    text: value => ({ seq, type }) => type.toLowerCase().includes(value)
        || operationsOf(seq).some(each => changedBy(each).some(path => lowered(path.reduce(child, '')).includes(lowered(value)))),
    slice: value => {
        const wanted = session.slices.reduce((bits, name, slice) => (name.toLowerCase().includes(value) ? bits | bitOf(slice) : bits), 0);
        return ({ seq }) => (slicesOf(seq) & wanted) !== 0;
    },
    status: value => {
        if ('done'.startsWith(value)) return ({ seq }) => (flagsOf(seq) & (flag.crash | flag.unknown | flag.failed)) === 0;
        const names = { began: 1, crash: 1, failed: 4, dropped: 2, unknown: 2, error: 8, trouble };
        const wanted = Object.entries(names).reduce((bits, [name, own]) => (name.startsWith(value) ? bits | own : bits), 0);
        return ({ seq }) => (flagsOf(seq) & wanted) !== 0;
    },
    touches: value => {
        const pointer = pathOf(value);
        return ({ seq }) => mayChange(seq, pointer) && changesValue(seq, pointer);
    },
};

const recent = new Map();

/** Keeps what was made for the last few questions. */
function kept(key, make) {
    const found = recent.get(key) ?? make();
    recent.delete(key);
    recent.set(key, found);
    if (recent.size > 8) recent.delete(recent.keys().next().value);
    return found;
}

/** Whether a filter lets an action through, by its place in the log; null where it lets all through. */
export function maskOf({ filter = '', hide = '' }) {
    const words = wordsOf(filter);
    const hidden = bitsOf(String(hide).split(',').filter(Boolean).map(Number));
    if (!words.length && !hidden) return null;
    return kept(JSON.stringify([filter, hide]), () => {
        const tested = words.map(({ name, value, isNegated }) => [tests[name](value), isNegated]);
        return allRows().map(row => {
            const own = slicesOf(row.seq);
            if (own && !(own & ~hidden)) return false;
            return tested.every(([holds, isNegated]) => holds(row) !== isNegated);
        });
    });
}

function layOut(question) {
    const mask = maskOf(question);
    const marked = new Set(session.bookmarks.map(({ seq }) => seq));
    const starts = new Set(runs.slice(1).map(({ from }) => from));
    const list = { entries: [], actions: 0, folded: 0 };
    allRows().forEach((row, index) => {
        const { seq } = row;
        if (starts.has(seq)) list.entries.push({ branch: true, from: seq, to: seq });
        if (mask && !mask[index]) return;
        list.actions++;
        const isFolded = String(question.fold) === '1' && row.noise && !(flagsOf(seq) & trouble) && !marked.has(seq);
        if (!isFolded) { list.entries.push({ from: seq, to: seq }); return; }
        list.folded++;
        const before = list.entries.at(-1);
        if (before?.count) Object.assign(before, { to: seq, count: before.count + 1 });
        else list.entries.push({ from: seq, to: seq, count: 1 });
    });
    return list;
}

/** The index of the entry that an action is in, or of the first one behind it. */
function indexIn(entries, seq) {
    let low = 0;
    let high = entries.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (entries[middle].to >= seq) high = middle; else low = middle + 1;
    }
    // In front of an action there may be the head of its branch.
    if (entries[low]?.branch && entries[low + 1]?.from === seq) return low + 1;
    return Math.min(low, Math.max(0, entries.length - 1));
}

/** The answer to `rows`. */
export function rows({ filter, hide, fold, from, around, count = 100 }) {
    const list = kept(JSON.stringify([filter, hide, fold ?? 0]), () => layOut({ filter, hide, fold }));
    const number = Math.max(0, Math.min(count, mostRows));
    const index = around === undefined ? undefined : indexIn(list.entries, around);
    const start = Math.max(0, Math.min(from ?? Math.max(0, (index ?? 0) - Math.trunc(number / 2)), list.entries.length));
    return {
        total: list.entries.length, actions: list.actions, folded: list.folded, last, from: start, index,
        rows: list.entries.slice(start, start + number).map(entryAnswer),
    };
}

function entryAnswer(entry) {
    const row = rowOf(entry.from);
    if (entry.branch) return { branch: { from: entry.from, parent: row.parent, after: row.seq > first + 1 ? row.after : undefined } };
    return entry.count ? { fold: fold(entry) } : row;
}

/** What a run of folded actions is summed up as: a few types with a few of the values that they wrote. */
function fold({ from, to, count }) {
    const types = [];
    const slices = [];
    for (let seq = from; seq <= to && slices.length < 8; seq++) {
        const row = rowOf(seq);
        // Those in between that the filter leaves out are noise, too, or there would be an entry of theirs.
        if (!row.noise) continue;
        slices.push(row.slices[0] ?? -2);
        const value = row.touched?.value;
        const known = types.find(({ type }) => type === row.type);
        if (!known) { if (types.length < 4) types.push({ type: row.type, values: value ? [value] : [] }); }
        else if (known.values.length < 3 && value) known.values.push(value);
    }
    return { from, to, count, types, slices };
}

/** The answer to `actions`. */
export function actions({ from, count = 100 }) {
    const start = Math.max(first + 1, from);
    const found = [];
    for (let seq = start; seq <= Math.min(last, start + Math.min(count, mostRows) - 1); seq++) found.push(rowOf(seq));
    return { rows: found };
}
