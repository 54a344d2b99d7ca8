// The rows of actions by number, as they were last read; some thousands of them.
import { newest } from './request-queue.js';
import { askSession } from './session.js';
import { onChange, signal, state } from './store.js';

const limit = 4000;
// At the live edge, also those that are recorded while the request is pending.
const around = () => (state.session.recording === 'live' ? 60 : 8);
/** @type {Map<Seq, Row>} */
const rows = new Map();
/** The key of the session that the rows are of. */
let owner = '';

/** Emits when rows that `want` asked for were read or refused, and the action.
 * @type {Signal<[Seq]>} */
export const rowsLoaded = signal();

function mine() {
    if (owner !== state.key) { rows.clear(); owner = state.key; }
    return rows;
}

/** Stores rows from another answer.
 * @param {Row[]} list */
export function keep(list) {
    const kept = mine();
    for (const row of list) { kept.delete(row.seq); kept.set(row.seq, row); }
    for (const seq of kept.keys()) {
        if (kept.size <= limit) break;
        kept.delete(seq);
    }
}

/** Returns the row of an action, if it was read.
 * @param {Seq} seq */
export const row = seq => mine().get(seq);

const read = newest(
    (/** @type {Seq} */ seq, abort) => askSession('actions', { from: Math.max(1, seq - 4), count: around() }, abort),
    (answer, seq) => { keep(answer.rows); rowsLoaded.emit(seq); },
    (_, seq) => rowsLoaded.emit(seq),
);

/** Requests the row of an action, and those around it, unless they are here.
 * @param {Seq} seq */
export function want(seq) {
    if (seq > 0 && !row(seq)) read(seq);
}

/** Reads the rows of actions that are not here.
 * @param {Seq[]} seqs */
export async function rowsOf(seqs) {
    const missing = seqs.filter(each => !row(each));
    if (missing.length) keep((await askSession('actions', { seq: missing })).rows);
}

// An action whose reducer was still running may be done now.
onChange(['session'], () => {
    const { last } = state.session;
    for (let seq = last; seq > last - 50; seq--) if (row(seq)?.status === 'began') mine().delete(seq);
});
