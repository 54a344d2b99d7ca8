// The changes of a what-if, in the form of the options of `rewind replay`. A change is never modified, but replaced.

/** No change.
 * @type {Changes} */
export const noChanges = { skip: [], edit: [], insert: [], reorder: [] };

/** @param {Changes} changes */
export const countOf = ({ skip, edit, insert, reorder }) => skip.length + edit.length + insert.length + reorder.length;

/** Returns the values of the options, by name.
 * @param {Changes} changes */
export const options = ({ skip, edit, insert, reorder }) => ({
    skip: skip.join(','),
    edit: edit.map(({ seq, action }) => `${seq}:${action}`),
    insert: insert.map(({ after, action }) => `${after}:${action}`),
    reorder: reorder.map(({ seq, after }) => `${seq}:${after}`),
});

/** The maximum number of changes. */
const most = 1000;

/** Reads the changes from an address; those that the session cannot have are left out.
 * @param {URLSearchParams} address @param {{ first: Seq, last: Seq }} session @returns {Changes} */
export function readChanges(address, { first, last }) {
    /** @param {string} name */
    const pairs = name => address.getAll(name).slice(0, most).map(text => {
        const [, seq = 'none', rest = ''] = /^(\d+):(.*)$/s.exec(text) ?? [];
        return { seq: Number(seq), rest };
    });
    /** @param {Seq} seq */
    const isAction = seq => seq > first && seq <= last;
    /** @param {Seq} seq */
    const isPlace = seq => seq >= first && seq <= last;
    const skip = (address.get('skip') ?? '').split(',').filter(Boolean).map(Number)
        .filter(seq => Number.isInteger(seq) && isAction(seq));
    return {
        skip: skip.slice(0, most),
        edit: pairs('edit').filter(({ seq, rest }) => isAction(seq) && isJSON(rest))
            .map(({ seq, rest }) => ({ seq, action: rest })),
        insert: pairs('insert').filter(({ seq, rest }) => isPlace(seq) && isJSON(rest) && typeOf(rest))
            .map(({ seq, rest }) => ({ after: seq, action: rest })),
        reorder: pairs('reorder').map(({ seq, rest }) => ({ seq, after: /^\d+$/.test(rest) ? Number(rest) : NaN }))
            .filter(({ seq, after }) => isAction(seq) && isPlace(after)),
    };
}

/** @param {string} text */
function isJSON(text) {
    try { JSON.parse(text); return true; } catch { return false; }
}

/** Returns the type of an action as JSON, or ''.
 * @param {string} action */
export const typeOf = action => String(JSON.parse(action)?.type ?? '');

/** Leaves an action out, or takes it in again. An action that is left out has no other change.
 * @param {Changes} changes @param {Seq} seq @returns {Changes} */
export function toggledSkip(changes, seq) {
    if (changes.skip.includes(seq)) return { ...changes, skip: changes.skip.filter(each => each !== seq) };
    return {
        ...withoutMove(withoutEdit(changes, seq), seq),
        skip: [...changes.skip, seq].sort((a, b) => a - b),
    };
}

/** @param {Changes} changes @param {Seq} seq @returns {Changes} */
export const withoutEdit = (changes, seq) => ({ ...changes, edit: changes.edit.filter(each => each.seq !== seq) });

/** Replaces an action, which is then not left out.
 * @param {Changes} changes @param {Seq} seq @param {string} action @returns {Changes} */
export const withEdit = (changes, seq, action) => ({
    ...changes,
    skip: changes.skip.filter(each => each !== seq),
    edit: [...changes.edit.filter(each => each.seq !== seq), { seq, action }].sort((a, b) => a.seq - b.seq),
});

/** Inserts an action, or replaces an inserted one by its index.
 * @param {Changes} changes @param {Seq} after @param {string} action @param {number} [index] @returns {Changes} */
export function withInsertion(changes, after, action, index = changes.insert.length) {
    const insert = [...changes.insert];
    insert[index] = { after, action };
    return { ...changes, insert };
}

/** @param {Changes} changes @param {number} index @returns {Changes} */
export const withoutInsertion = (changes, index) => ({ ...changes, insert: changes.insert.filter((_, i) => i !== index) });

/** @param {Changes} changes @param {Seq} seq @returns {Changes} */
export const withoutMove = (changes, seq) => (changes.reorder.some(each => each.seq === seq)
    ? { ...changes, reorder: changes.reorder.filter(each => each.seq !== seq && each.after !== seq) } : changes);

/** Returns the order in which actions run. `actions` are all that are moved, and their neighbors, as recorded.
 * @param {Seq[]} actions @param {Changes['reorder']} moves */
function orderOf(actions, moves) {
    const moved = new Set(moves.map(each => each.seq));
    /** @type {Seq[]} */
    const order = [];
    /** @param {Seq} seq */
    const add = seq => {
        order.push(seq);
        for (const move of moves) if (move.after === seq && !order.includes(move.seq)) add(move.seq);
    };
    for (const seq of actions) if (!moved.has(seq)) add(seq);
    return order;
}

/** Returns moves that make an order of recorded actions, as few as the actions that were moved allow.
 * @param {Seq[]} order @param {Seq[]} candidates @param {(a: Seq, b: Seq) => number} compare @returns {Changes['reorder']} */
function movesTo(order, candidates, compare) {
    const moved = new Set(candidates);
    for (const seq of candidates) {
        moved.delete(seq);
        const rest = order.filter(each => !moved.has(each));
        if (rest.some((each, i) => i && compare(rest[i - 1], each) > 0)) moved.add(seq);
    }
    return order.flatMap((seq, i) => (moved.has(seq) ? [{ seq, after: order[i - 1] }] : []));
}

/**
 * The places of a branch, from that of the first state on.
 *
 * @typedef {{ first: number, last: number, at: (depth: number) => Seq, depth: (seq: Seq) => number }} Places
 */

/** Returns the order around some actions, and whether it begins with the first state. Where actions are that are left out
 * does not matter.
 * @param {Changes} changes @param {Seq[]} seqs @param {Places} places */
function orderAround(changes, seqs, places) {
    const touched = [...seqs, ...changes.reorder.flatMap(each => [each.seq, each.after])].map(places.depth);
    const passed = changes.skip.length + 2;
    const low = Math.max(places.first, Math.min(...touched) - passed);
    const high = Math.min(places.last, Math.max(...touched) + passed);
    const actions = Array.from({ length: high - low + 1 }, (_, i) => places.at(low + i));
    const order = orderOf(actions, changes.reorder).filter(each => !changes.skip.includes(each));
    return { order, hasStart: low === places.first };
}

/** @param {Changes} changes @param {Seq[]} order @param {Seq} seq @param {Places} places @returns {Changes} */
function reordered(changes, order, seq, places) {
    const before = changes.reorder.map(each => each.seq).filter(each => each !== seq);
    const reorder = movesTo(order, [...before, seq], (a, b) => places.depth(a) - places.depth(b));
    return { ...changes, reorder };
}

/** Moves an action one place earlier or later in the order in which actions run; null at an end.
 * @param {Changes} changes @param {Seq} seq @param {number} direction @param {Places} places */
export function moved(changes, seq, direction, places) {
    const { order, hasStart } = orderAround(changes, [seq], places);
    const place = order.indexOf(seq);
    const other = place + direction;
    // The first state stays in front.
    if (other < (hasStart ? 1 : 0) || other >= order.length) return null;
    [order[place], order[other]] = [order[other], order[place]];
    return reordered(changes, order, seq, places);
}

/** Moves an action to after another one; null if that does not run.
 * @param {Changes} changes @param {Seq} seq @param {Seq} after @param {Places} places */
export function movedAfter(changes, seq, after, places) {
    const { order } = orderAround(changes, [seq, after], places);
    const rest = order.filter(each => each !== seq);
    const place = rest.indexOf(after);
    if (place < 0) return null;
    rest.splice(place + 1, 0, seq);
    return reordered(changes, rest, seq, places);
}

/** Returns what the changes do at an action: to itself, and which actions run after it there.
 * @param {Changes} changes @param {Seq} seq */
export const changesAt = ({ skip, edit, insert, reorder }, seq) => ({
    isSkipped: skip.includes(seq),
    isEdited: edit.some(each => each.seq === seq),
    isMoved: reorder.some(each => each.seq === seq),
    added: [
        ...insert.filter(each => each.after === seq).map(each => typeOf(each.action)),
        ...reorder.filter(each => each.after === seq).map(each => `#${each.seq}`),
    ],
});
