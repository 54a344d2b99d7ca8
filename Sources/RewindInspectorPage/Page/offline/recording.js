// The recording in an exported page: the answers that were written into it, and the states between its actions.
import { Paths } from '../core/paths.js';
import { tokens } from '../core/pointer.js';
import { Refusal } from '../core/request-queue.js';
import { applied, parse } from './json-values.js';

/** The recording as it was written; `text` returns its texts by number.
 * @type {Recording} */
export const data = JSON.parse(document.getElementById('recording')?.textContent ?? '');
export const session = data.session;
export const paths = new Paths(session.runs);
export const rows = data.actions.map(({ row }) => row);

/** @type {Record<string, string>} */
const swapped = { '"': "'", "'": '"', '<': '`', '`': '<' };

/** Returns a text by its number, from its runs of pieces.
 * @param {number} number @returns {string} */
export function text(number) {
    const stored = data.texts[number];
    let whole = typeof stored === 'string' ? stored : '';
    if (typeof stored !== 'string') {
        for (let i = 0; i < stored.length; i += 2) {
            whole += data.pieces.slice(stored[i], stored[i] + stored[i + 1]).join('');
        }
    }
    return whole.replace(/["'<`]/g, each => swapped[each]);
}

/** Returns an action with the numbers of its texts.
 * @param {Seq} seq */
export function action(seq) {
    const found = data.actions[seq - session.first - 1];
    if (found) return found;
    throw new Refusal(404, `There is no action ${seq}.`,
        `The page has those from ${session.first + 1} to ${session.last}.`);
}

/** Returns an answer that was written for an action.
 * @param {Seq} seq @param {'details' | 'diff'} name */
export const written = (seq, name) => JSON.parse(text(action(seq)[name]));

/** True if the effect of an action is known.
 * @param {Seq} seq */
export const isKnown = seq => seq === session.first || action(seq).patch !== undefined;
/** Parses a text by its number, if there is one.
 * @param {number | undefined} number */
const parsed = number => (number === undefined ? undefined : parse(text(number)));

/** @param {Seq} seq */
export const payloadOf = seq => parsed(action(seq).payload);
/** @param {Seq} seq */
export const patchOf = seq => parsed(action(seq).patch);

/** @type {Map<Seq, Operation[]>} */
const changes = new Map();

/**
 * Returns the operations of an action, with pointers as tokens; none if its effect is not known.
 *
 * @param {Seq} seq
 * @returns {Operation[]}
 */
export function operationsOf(seq) {
    const known = changes.get(seq);
    if (known) return known;
    const patch = /** @type {Map<string, any>[]} */ (patchOf(seq) ?? []);
    const operations = patch.map(each => ({
        op: each.get('op'),
        path: tokens(each.get('path')),
        from: each.has('from') ? tokens(each.get('from')) : undefined,
        value: each.get('value'),
    }));
    changes.set(seq, operations);
    return operations;
}

/** Throws if there is no state with a number.
 * @param {Seq} seq */
export function check(seq) {
    if (seq >= session.first && seq <= session.last) return;
    throw new Refusal(404, `There is no state at ${seq}.`,
        `The page has those from ${session.first} to ${session.last}.`);
}

/** Returns the tokens of a pointer that a person may have typed.
 * @param {Pointer} pointer */
export function pathOf(pointer) {
    if (/^(\/([^~/]|~[01])*)*$/.test(pointer)) return tokens(pointer);
    throw new Refusal(400, 'The pointer is malformed.',
        'A pointer is empty or starts with "/": /home/articleList/0/title. Write ~0 for ~ and ~1 for /.');
}

/** Returns the action to whose state an action was applied; for the first state, itself.
 * @param {Seq} seq */
export const parentOf = seq => (seq === session.first ? seq : Math.max(session.first, action(seq).row.parent));

const bases = new Map(data.states.map(each => [each.seq, each.state]));
/** @type {Map<Seq, JSONValue>} */
const kept = new Map();
/** @type {Map<Seq, JSONValue>} */
const recent = new Map();
const stride = 64;
const mostRecent = 200;

/**
 * Returns the state after an action; if its effect is not known, the last known one.
 *
 * @param {Seq} seq
 * @returns {JSONValue}
 */
export function state(seq) {
    const way = [];
    let at = seq;
    for (;;) {
        const base = bases.get(at);
        if (base !== undefined && !kept.has(at)) kept.set(at, parse(text(base)));
        if (kept.has(at) || recent.has(at)) break;
        way.push(at);
        at = parentOf(at);
    }
    let value = kept.get(at) ?? recent.get(at) ?? null;
    for (const next of way.reverse()) {
        value = applied(value, operationsOf(next));
        (next % stride === 0 ? kept : recent).set(next, value);
        for (const oldest of recent.keys()) {
            if (recent.size <= mostRecent) break;
            recent.delete(oldest);
        }
    }
    return value;
}
