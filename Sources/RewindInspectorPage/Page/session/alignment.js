// Two sessions, action by action.

/**
 * Returns the action of the other session that belongs to one of this session: the same one, or the last common one
 * before it.
 *
 * @param {Alignment} alignment
 * @param {Seq} seq
 */
export function otherSeq({ sameThrough, onlyA, onlyB, last = Infinity }, seq) {
    if (seq <= sameThrough) return seq;
    let other = seq - onlyA.filter(only => only <= seq).length;
    for (const only of onlyB) if (only <= other) other++;
    return Math.min(other, last);
}

/**
 * Returns the actions that only the other session has, and that come after an action that both have.
 *
 * @param {Alignment} alignment
 * @param {Seq} seq
 */
export function onlyThereAfter(alignment, seq) {
    const { onlyA, onlyB } = alignment;
    if (onlyA.includes(seq)) return [];
    const other = otherSeq(alignment, seq);
    return onlyB.filter((only, index) => only === other + 1 + index - onlyB.findIndex(each => each > other));
}
