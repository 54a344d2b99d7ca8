// The recording in an exported page: the answers that were written into it, and the states between its actions.
import { Paths } from '../core/paths.js';
import { tokens } from '../core/pointer.js';
import { Refusal } from '../core/request-queue.js';
import { applied, parse } from './json-values.js';

/** The recording as it was written; `text` returns its texts by number. */
export const data = JSON.parse(document.getElementById('recording').textContent);
export const session = data.session;
export const paths = new Paths(session.runs);
export const rows = data.actions.map(({ row }) => row);

const swapped = { '"': "'", "'": '"', '<': '`', '`': '<' };

/** Returns a text by its number, from its runs of pieces. @param {number} number @returns {string} */
export function text(number) {
    const stored = data.texts[number];
    const isWhole = typeof stored === 'string';
    let whole = isWhole ? stored : '';
    for (let i = 0; i < stored.length && !isWhole; i += 2) whole += data.pieces.slice(stored[i], stored[i] + stored[i + 1]).join('');
    return whole.replace(/["'<`]/g, each => swapped[each]);
}

/** Returns an action with the numbers of its texts. @param {Seq} seq */
export function action(seq) {
    const found = data.actions[seq - session.first - 1];
    if (!found) throw new Refusal(404, `There is no action ${seq}.`, `The page has those from ${session.first + 1} to ${session.last}.`);
    return found;
}

/** Returns an answer that was written for an action. @param {Seq} seq @param {string} name */
export const written = (seq, name) => JSON.parse(text(action(seq)[name]));

export const isKnown = seq => seq === session.first || action(seq).patch !== undefined;
export const payloadOf = seq => (action(seq).payload === undefined ? undefined : parse(text(action(seq).payload)));
export const patchOf = seq => (action(seq).patch === undefined ? undefined : parse(text(action(seq).patch)));

/** @type {Map<Seq, Operation[]>} */
const changes = new Map();

/**
 * Returns the operations of an action, with pointers as tokens; none if its effect is not known.
 *
 * @param {Seq} seq
 * @returns {Operation[]}
 */
export function operationsOf(seq) {
    if (!changes.has(seq)) {
        const patch = /** @type {Map<string, any>[]} */ (patchOf(seq) ?? []);
        changes.set(seq, patch.map(each => ({
            op: each.get('op'),
            path: tokens(each.get('path')),
            from: each.has('from') ? tokens(each.get('from')) : undefined,
            value: each.get('value'),
        })));
    }
    return changes.get(seq);
}

/** Throws if there is no state with a number. @param {Seq} seq */
export function check(seq) {
    if (seq >= session.first && seq <= session.last) return;
    throw new Refusal(404, `There is no state at ${seq}.`, `The page has those from ${session.first} to ${session.last}.`);
}

/** Returns the tokens of a pointer that a person may have typed. @param {Pointer} pointer */
export function pathOf(pointer) {
    if (/^(\/([^~/]|~[01])*)*$/.test(pointer)) return tokens(pointer);
    throw new Refusal(400, 'The pointer is malformed.', 'A pointer is empty or starts with "/": /home/articleList/0/title. Write ~0 for ~ and ~1 for /.');
}

/** Returns the action to whose state an action was applied; for the first state, itself. @param {Seq} seq */
export const parentOf = seq => (seq === session.first ? seq : Math.max(session.first, action(seq).row.parent));

const bases = new Map(data.states.map(each => [each.seq, each.state]));
const kept = new Map();
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
    while (!kept.has(at) && !recent.has(at)) {
        if (bases.has(at)) kept.set(at, parse(text(bases.get(at))));
        else { way.push(at); at = parentOf(at); }
    }
    let value = kept.has(at) ? kept.get(at) : recent.get(at);
    for (const next of way.reverse()) {
        value = applied(value, operationsOf(next));
        (next % stride === 0 ? kept : recent).set(next, value);
        if (recent.size > mostRecent) recent.delete(recent.keys().next().value);
    }
    return value;
}
