// What is different between two states, for eyes: grouped by the object or array that the changes are in, an array whose
// elements have an `id` compared by it, and a little of what is unchanged around.
import { Members, precedes } from './json.js';
import { equals, identity, valueAt } from './tree.js';
import { answerOf, labelOf, long, shownChildren } from './values.js';
import { check, first, gapBefore, parentOf, sliceNamed, state } from './recording.js';
import { child, tokens } from '../pointer.js';

const mostLines = 40;
const mostWholeLines = 5000;
const mostMembers = 14;
const neighbours = 3;

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
    const groups = groupsOf(old, state(to), new Set(all));
    return { from: start, to, count: groups.reduce((sum, { counts }) => sum + total(counts), 0), groups: groups.map(groupAnswer) };
}

const total = ({ added, removed, moved, changed }) => added + removed + moved + changed;
const noCounts = () => ({ added: 0, removed: 0, moved: 0, changed: 0 });

function groupsOf(old, now, whole) {
    const comparison = new Comparison(whole);
    comparison.compare(old, now, '');
    return comparison.groups(old, now);
}

const holderOf = pointer => pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));

class Comparison {
    constructor(whole) {
        Object.assign(this, { whole, finds: new Map(), arrays: [] });
    }

    compare(old, now, pointer) {
        if (old === now) return;
        if (old instanceof Members && now instanceof Members && !areOthers(old, now)) this.compareMembers(old, now, pointer);
        else if (Array.isArray(old) && Array.isArray(now)) {
            const elements = byIdentity(old, now);
            if (!elements) { this.compareElements(old, now, pointer); return; }
            const group = this.groupOfElements(old, now, elements, pointer);
            if (total(group.counts)) this.arrays.push(group);
        } else if (!equals(old, now)) this.note(old, now, pointer);
    }

    note(old, now, pointer) {
        const holder = holderOf(pointer);
        if (!this.finds.has(holder)) this.finds.set(holder, []);
        this.finds.get(holder).push({ pointer, old, now });
    }

    compareMembers(old, now, pointer) {
        let [left, right] = [0, 0];
        while (left < old.keys.length || right < now.keys.length) {
            const [a, b] = [old.keys[left], now.keys[right]];
            if (a === b) this.compare(old.values[left++], now.values[right++], child(pointer, a));
            else if (b === undefined || (a !== undefined && precedes(a, b))) this.note(old.values[left++], undefined, child(pointer, a));
            else this.note(undefined, now.values[right++], child(pointer, b));
        }
    }

    /** By what the ends of both have in common, and the rest by position. */
    compareElements(old, now, pointer) {
        const shorter = Math.min(old.length, now.length);
        let head = 0;
        while (head < shorter && equals(old[head], now[head])) head++;
        let tail = 0;
        if (old.length !== now.length) {
            while (tail < shorter - head && equals(old[old.length - 1 - tail], now[now.length - 1 - tail])) tail++;
        }
        const [before, after] = [old.length - tail, now.length - tail];
        for (let index = head; index < Math.max(before, after); index++) {
            const inner = child(pointer, index);
            if (index < Math.min(before, after)) this.compare(old[index], now[index], inner);
            else if (index < after) this.note(undefined, now[index], inner);
            else this.note(old[index], undefined, inner);
        }
    }

    // Groups.

    groups(old, now) {
        const objects = [...this.finds].map(([holder, finds]) => {
            const path = tokens(holder);
            return this.groupOfMembers(finds, holder, valueAt(old, path), valueAt(now, path));
        });
        return [...this.arrays, ...objects.toSorted((a, b) => total(b.counts) - total(a.counts))];
    }

    limit(pointer) { return this.whole.has(pointer) ? mostWholeLines : mostLines; }

    groupOfMembers(finds, pointer, old, now) {
        const counts = noCounts();
        const lines = [];
        for (const find of finds) {
            const op = find.old === undefined ? 'add' : find.now === undefined ? 'remove' : 'change';
            counts[{ add: 'added', remove: 'removed', change: 'changed' }[op]]++;
            if (lines.length < this.limit(pointer)) lines.push(this.line(op, tokens(find.pointer).at(-1) ?? '', find.pointer, find.old, find.now));
        }
        const isArray = Array.isArray(now === undefined ? old : now);
        const count = value => (Array.isArray(value) ? value.length : 0);
        const group = { pointer, kind: isArray ? 'array' : 'object', counts, lines, more: total(counts) - lines.length };
        if (isArray) group.lengths = [count(old), count(now)];
        if (now instanceof Members && !group.more) group.lines = this.withNeighbours(lines, now, pointer);
        return group;
    }

    /** The changes of an object, in the order of its members, with what is unchanged next to them. */
    withNeighbours(lines, holder, pointer) {
        const changes = lines.map(line => [line, holder.position(line.key)]).sort(([, a], [, b]) => a - b);
        const depth = tokens(pointer).length;
        // Of those that have changes of their own inside, another group tells.
        const changedInside = new Set([...this.finds.keys(), ...this.arrays.map(group => group.pointer)]
            .filter(each => each.startsWith(`${pointer}/`)).map(each => tokens(each)[depth]));
        const result = [];
        let next = 0;
        const addUnchanged = (end, isLast) => {
            const unchanged = [];
            for (let i = next; i < end; i++) if (!changedInside.has(holder.keys[i])) unchanged.push(i);
            const head = next === 0 ? 0 : neighbours;
            const tail = isLast ? 0 : neighbours;
            const hidden = unchanged.length - head - tail;
            unchanged.forEach((index, offset) => {
                // A gap of one or two lines would take as much room as they do.
                if (hidden > 2 && offset >= head && offset < unchanged.length - tail) {
                    if (offset === head) result.push({ op: 'gap', count: hidden, pointer });
                    return;
                }
                const [key, value] = [holder.keys[index], holder.values[index]];
                result.push({ op: 'same', key, pointer: child(pointer, key), old: value, now: value });
            });
        };
        for (const [line, at] of changes) {
            addUnchanged(at, false);
            result.push(line);
            next = line.now === undefined ? at : at + 1;
        }
        addUnchanged(holder.keys.length, true);
        return result;
    }

    groupOfElements(old, now, elements, pointer) {
        const counts = noCounts();
        const lines = [];
        let unchanged = 0;
        let more = 0;
        const add = line => {
            if (lines.length >= this.limit(pointer)) { more++; return; }
            if (unchanged) lines.push({ op: 'gap', count: unchanged, pointer });
            unchanged = 0;
            lines.push(line);
        };
        for (const { before, after, isMoved } of elements) {
            if (after === undefined) {
                counts.removed++;
                add(this.element('remove', before, old[before], pointer));
            } else if (before === undefined) {
                counts.added++;
                add(this.element('add', after, now[after], pointer));
            } else {
                const inner = child(pointer, after);
                const changes = old[before] === now[after] ? [] : changesOf(old[before], now[after], inner);
                if (!isMoved && !changes.length) { unchanged++; continue; }
                if (isMoved) counts.moved++;
                if (changes.length) counts.changed++;
                add({ op: isMoved ? 'move' : 'change', before, after, pointer: inner, old: old[before], now: now[after], lines: changes });
            }
        }
        if (unchanged && !more) lines.push({ op: 'gap', count: unchanged, pointer });
        return { pointer, kind: 'array', counts, lengths: [old.length, now.length], lines, more };
    }

    // Lines.

    /** An element that came or went: by its name, and with what it holds where that is asked for. */
    element(op, index, value, array) {
        const pointer = child(array, index);
        const [old, now] = op === 'add' ? [undefined, value] : [value, undefined];
        const element = this.whole.has(pointer) ? this.line(op, undefined, pointer, old, now)
            : { op, pointer, old, now, more: shownChildren(value).length };
        element[op === 'add' ? 'after' : 'before'] = index;
        return element;
    }

    line(op, key, pointer, old, now) {
        const line = { op, key, pointer, old, now };
        // What is in the place of nothing, or nothing in its place, shows what it holds.
        if (old !== undefined && now !== undefined) return line;
        const list = shownChildren(now === undefined ? old : now);
        const limit = this.whole.has(pointer) ? mostWholeLines : mostMembers;
        line.lines = list.slice(0, limit).map(([name, value]) => ({ op, key: name, pointer: child(pointer, name),
            old: old === undefined ? undefined : value, now: now === undefined ? undefined : value }));
        line.more = Math.max(0, list.length - limit);
        return line;
    }
}

/** Whether one object took the place of another one: told as that, not member by member. */
function areOthers(old, now) {
    const [before, after] = [old.get('id'), now.get('id')];
    return before !== undefined && after !== undefined && !equals(before, after);
}

/** The changes inside one element, as lines whose keys are pointers relative to it. */
const changesOf = (old, now, pointer) => groupsOf(old, now, new Set()).flatMap(({ lines }) => lines
    .filter(({ op }) => op !== 'same' && op !== 'gap')
    .map(line => ({ ...below(line, pointer), key: line.pointer.slice(1) })));

const below = (line, holder) => ({ ...line, pointer: holder + line.pointer, lines: line.lines?.map(inner => below(inner, holder)) });

/** The elements of two arrays matched by their ids, in the order of the new one; undefined unless each has its own. */
function byIdentity(old, now) {
    const before = old.length && now.length ? indices(old) : undefined;
    if (!before || !indices(now)) return undefined;
    const sources = now.map(each => before.get(identity(each)));
    const kept = sources.flatMap((source, i) => (source === undefined ? [] : [i]));
    const stable = new Set(increasing(kept.map(i => sources[i])).map(i => kept[i]));
    const isKept = new Set(sources);
    const found = [];
    let removed = 0;
    // One that was removed comes in front of the first unmoved one that stood behind it.
    const tellRemoved = end => { for (; removed < end; removed++) if (!isKept.has(removed)) found.push({ before: removed }); };
    sources.forEach((source, after) => {
        if (stable.has(after)) tellRemoved(source);
        found.push({ before: source, after, isMoved: source !== undefined && !stable.has(after) });
    });
    tellRemoved(old.length);
    return found;
}

function indices(array) {
    const found = new Map();
    for (const [index, each] of array.entries()) {
        const id = identity(each);
        if (id === undefined || found.has(id)) return undefined;
        found.set(id, index);
    }
    return found;
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

// In the form of the answers.

const sliceNumber = pointer => {
    const [name] = tokens(pointer);
    if (name === undefined) return -1;
    const index = sliceNamed(name);
    return index < 0 ? 30 : index;
};

function groupAnswer({ pointer, kind, counts, lengths, lines, more }) {
    const answer = { pointer, slice: sliceNumber(pointer), kind, counts, lines: lines.map(lineAnswer) };
    if (lengths) answer.counts = { ...counts, before: lengths[0], after: lengths[1] };
    return more > 0 ? { ...answer, more } : answer;
}

function lineAnswer(line) {
    const { op, key, before, after, pointer, old, now, count, lines, more } = line;
    const isElement = before !== undefined || after !== undefined;
    const value = now ?? old;
    const limit = op === 'change' && !isElement ? long : undefined;
    return {
        op, key, before, after, pointer, count,
        old: op === 'same' || old === undefined ? undefined : answerOf(old, limit),
        new: now === undefined ? undefined : answerOf(now, limit),
        label: isElement ? labelOf(value) : undefined,
        note: isElement ? ownerOf(value) : undefined,
        lines: lines?.length ? lines.map(lineAnswer) : undefined,
        more: more > 0 ? more : undefined,
    };
}

/** Who an element belongs to: the `id` of the `user`, `author` or `owner` in it. */
function ownerOf(value) {
    for (const name of ['user', 'author', 'owner']) {
        const id = value instanceof Members && value.get(name) instanceof Members ? value.get(name).get('id') : undefined;
        if (typeof id === 'string') return `@${id}`;
    }
    return undefined;
}
