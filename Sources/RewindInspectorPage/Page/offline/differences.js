// The difference between two states: grouped by the object or array that the changes are in, elements of arrays compared by
// identity where all have one.
import { Members, precedes } from './json.js';
import { ElementPairs, equals, identity, valueAt } from './tree.js';
import { answerOf, labelOf, long, shownChildren } from './values.js';
import { check, first, gapBefore, parentOf, sliceNamed, state } from './recording.js';
import { child, tokens } from '../pointer.js';

/** The answer to `diff`. */
export function difference({ from, to, all = [] }) {
    check(to);
    const start = from ?? parentOf(to);
    check(start);
    for (const seq of [start, to]) {
        const gap = gapBefore(seq);
        if (gap) return { from: start, to, count: 0, groups: [], unknown: { action: gap.first, lastKnown: parentOf(gap.first) } };
    }
    // Before the first state there is nothing.
    const old = to === first && start === to ? null : state(start);
    const now = state(to);
    const groups = groupsOf(old, now, '');
    const lines = new Lines(groups, now, new Set(all));
    return { from: start, to, count: groups.reduce((sum, group) => sum + total(counts(group)), 0), groups: groups.map(each => lines.group(each)) };
}

const total = ({ added, removed, moved, changed }) => added + removed + moved + changed;

function counts({ changes }) {
    const count = condition => changes.filter(condition).length;
    return {
        added: count(({ op }) => op === 'add'),
        removed: count(({ op }) => op === 'remove'),
        moved: count(({ op }) => op === 'move'),
        changed: count(({ op, inner }) => op === 'change' || (op === 'move' && inner.length > 0)),
    };
}

/** The groups with most to see first: arrays compared by identity, then others by the number of their changes. */
function groupsOf(old, now, pointer) {
    const comparison = new Comparison();
    const change = comparison.compare(old, now, pointer);
    const own = change ? [{ pointer: holderOf(pointer), changes: [change] }] : [];
    return [...own, ...comparison.arrays, ...comparison.others.toSorted((a, b) => total(counts(b)) - total(counts(a)))];
}

const holderOf = pointer => pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));

class Comparison {
    arrays = [];
    others = [];

    /** Adds the groups for two values; gives the change instead if one took the place of the other as a whole. */
    compare(old, now, pointer) {
        if (old === now) return undefined;
        if (old instanceof Members && now instanceof Members && !areOthers(old, now)) this.compareMembers(old, now, pointer);
        else if (Array.isArray(old) && Array.isArray(now)) {
            const pairs = new ElementPairs(old, now);
            if (pairs.sources) this.compareIdentified(pairs, pointer); else this.comparePositional(pairs, pointer);
        } else if (!equals(old, now)) return { op: 'change', pointer, old, now };
        return undefined;
    }

    compareMembers(old, now, pointer) {
        const add = this.adding(pointer);
        let [left, right] = [0, 0];
        while (left < old.keys.length || right < now.keys.length) {
            const [a, b] = [old.keys[left], now.keys[right]];
            if (a === b) add(a, old.values[left++], now.values[right++]);
            else if (b === undefined || (a !== undefined && precedes(a, b))) add(a, old.values[left++], undefined);
            else add(b, undefined, now.values[right++]);
        }
    }

    comparePositional({ old, now, head, tail }, pointer) {
        const add = this.adding(pointer, [old.length, now.length]);
        const [before, after] = [old.length - tail, now.length - tail];
        for (let i = head; i < Math.max(before, after); i++) add(i, i < before ? old[i] : undefined, i < after ? now[i] : undefined);
    }

    /** A function that adds the change of one member or element to the group of what holds it, which is made if need be. */
    adding(pointer, lengths) {
        let group;
        return (token, old, now) => {
            const inner = child(pointer, token);
            const change = old === undefined ? { op: 'add', pointer: inner, now } : now === undefined ? { op: 'remove', pointer: inner, old }
                : this.compare(old, now, inner);
            if (!change) return;
            if (!group) this.others.push(group = { pointer, lengths, changes: [] });
            group.changes.push(change);
        };
    }

    /** A removed element stands in front of the first unmoved one that was behind it. */
    compareIdentified({ old, now, sources }, pointer) {
        const kept = sources.flatMap((source, i) => (source === undefined ? [] : [i]));
        const stable = new Set(increasing(kept.map(i => sources[i])).map(i => kept[i]));
        const isKept = new Set(sources);
        const changes = [];
        let next = 0;
        const addRemoved = end => {
            for (; next < end; next++) if (!isKept.has(next)) changes.push({ op: 'remove', pointer: child(pointer, next), before: next, old: old[next] });
        };
        sources.forEach((before, after) => {
            const place = child(pointer, after);
            if (before === undefined) { changes.push({ op: 'add', pointer: place, after, now: now[after] }); return; }
            if (stable.has(after)) addRemoved(before);
            const inner = old[before] === now[after] ? [] : groupsOf(old[before], now[after], place).flatMap(each => each.changes.flatMap(flat));
            const op = !stable.has(after) ? 'move' : inner.length ? 'change' : undefined;
            if (op) changes.push({ op, pointer: place, before, after, old: old[before], now: now[after], inner });
        });
        addRemoved(old.length);
        if (changes.length) this.arrays.push({ pointer, lengths: [old.length, now.length], changes });
    }
}

/** The change itself, unless only the value's parts changed, and the changes in the value. */
const flat = change => (change.inner?.length ? [...(change.op === 'move' ? [{ ...change, inner: [] }] : []), ...change.inner] : [change]);

/** Whether one object took the place of another one: both have an identity, and these differ. */
function areOthers(old, now) {
    const [before, after] = [identity(old), identity(now)];
    return before !== undefined && after !== undefined && before !== after;
}

/** The indices of the longest run of values that increase from left to right, by patience sorting. */
function increasing(values) {
    const ends = [];
    const predecessors = [];
    values.forEach((value, index) => {
        let low = 0;
        let high = ends.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (values[ends[middle]] < value) low = middle + 1; else high = middle;
        }
        predecessors[index] = low ? ends[low - 1] : -1;
        ends[low] = index;
    });
    const run = [];
    for (let next = ends.at(-1) ?? -1; next >= 0; next = predecessors[next]) run.unshift(next);
    return run;
}

// In the form of the answers: with a few unchanged neighbors, and cut where there are many.

const mostLines = 40;
const mostWholeLines = 5000;
const mostMembers = 14;
const neighbors = 3;

const sliceNumber = pointer => {
    const [name] = tokens(pointer);
    if (name === undefined) return -1;
    const index = sliceNamed(name);
    return index < 0 ? 30 : index;
};

class Lines {
    constructor(groups, state, whole) { Object.assign(this, { groups, state, whole }); }

    most(pointer, usual) { return this.whole.has(pointer) ? mostWholeLines : usual; }

    group({ pointer, lengths, changes }) {
        const shown = changes.slice(0, this.most(pointer, mostLines));
        const more = changes.length - shown.length;
        const holder = valueAt(this.state, tokens(pointer));
        const [before, after] = lengths ?? [];
        return {
            pointer, slice: sliceNumber(pointer), kind: lengths ? 'array' : 'object', counts: { ...counts({ changes }), before, after },
            lines: isElement(shown[0]) ? this.elements(shown, changes, pointer, after)
                : !more && shown[0].pointer && holder instanceof Members ? this.members(shown, holder, pointer) : shown.map(each => this.line(each)),
            more: more || undefined,
        };
    }

    /** The changes of an object, in the order of its members, with what is unchanged next to them. */
    members(changes, holder, pointer) {
        const depth = tokens(pointer).length;
        // Those that have changes inside have groups themselves.
        const changedInside = new Set(this.groups.map(group => group.pointer).filter(each => each.startsWith(`${pointer}/`))
            .map(each => tokens(each)[depth]));
        const result = [];
        let next = 0;
        const addUnchanged = (end, isLast) => {
            const keys = holder.keys.slice(next, Math.max(next, end)).filter(key => !changedInside.has(key));
            const lines = keys.map(key => ({ op: 'same', key, pointer: child(pointer, key), new: answerOf(holder.get(key)) }));
            const [head, tail] = [next === 0 ? 0 : neighbors, isLast ? 0 : neighbors];
            const hidden = lines.length - head - tail;
            // A gap of one or two lines would take as much space as they do.
            if (hidden > 2) lines.splice(head, hidden, { op: 'gap', count: hidden, pointer });
            result.push(...lines);
        };
        for (const change of changes) {
            const position = holder.position(tokens(change.pointer).at(-1));
            addUnchanged(position, false);
            result.push(this.line(change));
            next = change.now === undefined ? position : position + 1;
        }
        addUnchanged(holder.keys.length, true);
        return result;
    }

    /** The changes of elements that are compared by identity, and the numbers of unchanged ones between them. */
    elements(shown, changes, pointer, length) {
        const result = [];
        let [unchanged, added] = [0, 0];
        const addGap = end => {
            if (end > unchanged) result.push({ op: 'gap', count: end - unchanged, pointer });
            unchanged = Math.max(unchanged, end);
        };
        const old = changes.flatMap(({ before }) => (before === undefined ? [] : [before])).sort((a, b) => a - b);
        let passed = 0;
        for (const change of shown) {
            if (change.after !== undefined) addGap(change.after - added++);
            else {
                while (old[passed] < change.before) passed++;
                addGap(change.before - passed);
            }
            result.push(this.line(change));
        }
        if (shown.length === changes.length) addGap(length - added);
        return result;
    }

    line(change) {
        const { op, pointer, before, after, old, now, inner } = change;
        const limit = op === 'change' && !isElement(change) ? long : undefined;
        const line = {
            op, key: isElement(change) ? undefined : tokens(pointer).at(-1) ?? '', before, after, pointer,
            old: old === undefined ? undefined : answerOf(old, limit),
            new: now === undefined ? undefined : answerOf(now, limit),
            label: isElement(change) ? labelOf(now ?? old) : undefined,
        };
        if (inner?.length) {
            const lines = inner.slice(0, this.most(pointer, mostLines)).map(each => ({ ...this.line(each), key: each.pointer.slice(pointer.length + 1) }));
            return { ...line, lines, more: inner.length - lines.length || undefined };
        }
        if (old !== undefined && now !== undefined) return line;
        // What an added or removed value holds; of elements, which may be many, where that is asked for.
        const list = shownChildren(now ?? old);
        const lines = list.slice(0, this.most(pointer, isElement(change) ? 0 : mostMembers)).map(([key, each]) => {
            const value = answerOf(each);
            return { op, key, pointer: child(pointer, key), ...(now === undefined ? { old: value } : { new: value }) };
        });
        return { ...line, lines: lines.length ? lines : undefined, more: list.length - lines.length || undefined };
    }
}

const isElement = ({ before, after }) => before !== undefined || after !== undefined;
