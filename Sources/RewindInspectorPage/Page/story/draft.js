// The draft of a story: a title, and moments in the order of telling, each with a note. A draft is never modified, but
// replaced.

/** @type {Draft} */
const emptyDraft = { title: '', moments: [] };

/** @param {Draft} draft @param {Seq} seq */
export const has = (draft, seq) => draft.moments.some(each => each.seq === seq);

/** Adds a moment: among moments in the order of their numbers at its place, otherwise at the end.
 * @param {Draft} draft @param {Seq} seq @returns {Draft} */
export function withMoment(draft, seq) {
    if (has(draft, seq)) return draft;
    const { moments } = draft;
    const isOrdered = moments.every((each, i) => !i || moments[i - 1].seq < each.seq);
    const later = isOrdered ? moments.findIndex(each => each.seq > seq) : -1;
    const index = later < 0 ? moments.length : later;
    return { ...draft, moments: [...moments.slice(0, index), { seq, note: '' }, ...moments.slice(index)] };
}

/** @param {Draft} draft @param {Seq} seq @returns {Draft} */
export const withoutMoment = (draft, seq) => ({ ...draft, moments: draft.moments.filter(each => each.seq !== seq) });

/** @param {Draft} draft @param {Seq} seq @param {string} note @returns {Draft} */
export const withNote = (draft, seq, note) => ({
    ...draft, moments: draft.moments.map(each => (each.seq === seq ? { seq, note } : each)),
});

/** Moves a moment one place; the same draft at an end.
 * @param {Draft} draft @param {Seq} seq @param {number} direction @returns {Draft} */
export function movedMoment(draft, seq, direction) {
    const moments = [...draft.moments];
    const place = moments.findIndex(each => each.seq === seq);
    const other = place + direction;
    if (place < 0 || other < 0 || other >= moments.length) return draft;
    [moments[place], moments[other]] = [moments[other], moments[place]];
    return { ...draft, moments };
}

/** Reads a draft as the browser kept it; what is not of the session is left out.
 * @param {string | null} text @param {{ first: Seq, last: Seq }} session @returns {Draft} */
export function readDraft(text, { first, last }) {
    let kept;
    try { kept = JSON.parse(text ?? ''); } catch { return emptyDraft; }
    const seqs = new Set();
    const moments = (Array.isArray(kept?.moments) ? kept.moments : []).filter((/** @type {any} */ each) => (
        Number.isInteger(each?.seq) && each.seq >= first && each.seq <= last && seqs.size < seqs.add(each.seq).size));
    return {
        title: typeof kept?.title === 'string' ? kept.title : '',
        moments: moments.map((/** @type {any} */ { seq, note }) => ({ seq, note: typeof note === 'string' ? note : '' })),
    };
}

/** Returns the parameters of its export.
 * @param {Draft} draft */
export const parametersOf = ({ title, moments }) => ({
    at: moments.map(each => each.seq),
    title: title.trim(),
    note: moments.filter(each => each.note.trim()).map(each => `${each.seq}:${each.note.trim()}`),
});
