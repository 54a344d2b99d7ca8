// The recording in the page: its actions by number, how they follow each other, and the states between them.
import { parse } from './json.js';
import { applied, operations } from './tree.js';
import { tokens } from '../pointer.js';
import { Refusal } from '../questions.js';

const data = JSON.parse(document.getElementById('recording').textContent);

/** What the page knows of the session before anything in it is looked at, and of the tool that wrote the page. */
export const session = data.session;
export const version = data.version;

/** The page of a screen, before anything is in it. */
export const frame = data.frame;

/** The first seq, that of a state alone, and the last one. */
export const first = session.first;
export const last = session.last;

/** What is before the first state: `firstState` when that is nothing, `pruned`, or `part` when the page has not all. */
export const start = data.start;

/** A text by what it is made of. */
const shared = text => (typeof text === 'string' ? text : text.map(number => data.pieces[number]).join(''));

const rows = data.actions.map(({ row }) => row);

/** The row of an action. */
export const rowOf = seq => rows[seq - first - 1];

/** All rows, in order. */
export const allRows = () => rows;

/** The flags of an action: 1 crash, 2 unknown, 4 failed, 8 error, 16 a gap. */
export const flagsOf = seq => action(seq).flags ?? 0;

/** The slices that an action changed as bits: those from number 30 on share one, and the whole state has the last. */
export const slicesOf = seq => action(seq).slices | 0;

/** The number of a slice by its name, -1 for none. */
export const sliceNamed = name => session.slices.indexOf(name);

/** An action whole: its row, and what was recorded beside it, each text as it is kept. */
export function action(seq) {
    const found = data.actions[seq - first - 1];
    if (!found) throw new Refusal(404, `There is no action ${seq}.`, `The page has those from ${first + 1} to ${last}.`);
    return found;
}

/** The payload of an action, or undefined. */
export const payloadOf = seq => (action(seq).payload === undefined ? undefined : parse(shared(action(seq).payload)));

/** The screen after an action, or the first one; undefined where the app draws none. */
export function screenOf(seq) {
    const screen = seq === first ? data.screen[0] : action(seq).screen;
    return screen === undefined ? undefined : shared(screen);
}

/** The patch of an action as JSON; undefined where its effect is not known. */
export const patchOf = seq => (action(seq).patch === undefined ? undefined : parse(shared(action(seq).patch)));

export const isKnown = seq => action(seq).patch !== undefined;

const changes = new Map();

/** What an action did, none where that is not known. */
export function operationsOf(seq) {
    if (!changes.has(seq)) changes.set(seq, operations(patchOf(seq) ?? [], tokens));
    return changes.get(seq);
}

/** The pointers at which an operation changes something, as tokens. */
export const changedBy = ({ op, path, from }) => (op === 'test' ? [] : op === 'move' ? [from, path] : [path]);

/** Makes sure that there is a state with that number. */
export function check(seq) {
    if (seq >= first && seq <= last) return;
    throw new Refusal(404, `There is no state at ${seq}.`, `The page has those from ${first} to ${last}.`);
}

/** The tokens of a pointer that somebody may have typed. */
export function pathOf(pointer) {
    if (/^(\/([^~/]|~[01])*)*$/.test(pointer)) return tokens(pointer);
    throw new Refusal(400, 'The pointer is malformed.', 'A pointer is empty or starts with "/": /home/articleList/0/title. Write ~0 for ~ and ~1 for /.');
}

// How actions follow each other.

/** Actions that follow each other: `{from, to, parent, depth}`. */
export const runs = [];
for (const { seq, parent } of rows) {
    if (runs.length && parent === seq - 1) runs.at(-1).to = seq;
    else runs.push({ from: seq, to: seq, parent, depth: depthOf(parent) + 1 });
}

/** The number of the run that an action is in; -1 for the first state. */
export function runIndex(seq) {
    let low = 0;
    let high = runs.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (runs[middle].from <= seq) low = middle + 1; else high = middle;
    }
    return low - 1;
}

export function depthOf(seq) {
    const run = seq > first ? runs[runIndex(seq)] : undefined;
    return run ? run.depth + seq - run.from : 0;
}

/** The seq whose state an action was applied to, which may be before the part that is here. */
export const recordedParent = seq => (seq === first ? first : rowOf(seq).parent);

/** The same, as far as there is a state; of the first state, its own. */
export const parentOf = seq => Math.max(first, recordedParent(seq));

/** Whether a state is on the way to another one. */
export function isAncestor(seq, descendant) {
    let end = descendant;
    while (end > seq && end > first) {
        const run = runs[runIndex(end)];
        if (seq >= run.from) return true;
        end = run.parent;
    }
    return end === seq;
}

/** Where the newest branch from a state on ends. */
export function newestEnd(seq) {
    const forks = runs.slice(1).sort((a, b) => a.parent - b.parent || a.from - b.from);
    let from = seq;
    let index = 0;
    for (;;) {
        const next = runs[Math.max(0, runIndex(from)) + 1];
        const end = next ? next.from - 1 : last;
        while (forks[index]?.parent < from) index++;
        if (!(forks[index]?.parent <= end)) return end;
        while (forks[index + 1]?.parent === forks[index].parent) index++;
        from = forks[index].from;
    }
}

/** The way to a state from the first one, or from where it came out of what is not here, as ranges `[from, to]`. */
export function wayTo(seq) {
    const ranges = [];
    let end = seq;
    while (end > first) {
        const run = runs[runIndex(end)];
        ranges.unshift([run.from, end]);
        end = run.parent;
    }
    if (end === first) ranges.unshift([first, first]);
    return ranges;
}

/** The actions up to a state, one after the other on its branch, whose effects are not known: `{first, count}`. */
export function gapBefore(seq) {
    let gap;
    for (let at = seq; at > first && !isKnown(at); at = recordedParent(at)) gap = { first: at, count: (gap?.count ?? 0) + 1 };
    return gap;
}

// States.

const bases = new Map(data.states.map(each => [each.seq, each.state]));
const kept = new Map();
const recent = new Map();
const stride = 64;
const mostRecent = 200;

/** The state after an action, or the first one; where its effect is not known, the last one that is. */
export function state(seq) {
    const way = [];
    let at = seq;
    while (!kept.has(at) && !recent.has(at)) {
        if (bases.has(at)) kept.set(at, parse(shared(bases.get(at))));
        else { way.push(at); at = recordedParent(at); }
    }
    let value = kept.has(at) ? kept.get(at) : recent.get(at);
    for (const next of way.reverse()) {
        value = applied(value, operationsOf(next));
        recent.delete(next);
        recent.set(next, value);
        if (next % stride === 0) kept.set(next, value);
        if (recent.size > mostRecent) recent.delete(recent.keys().next().value);
    }
    return value;
}
