// Rows of actions by their number, as they were last read. The newest some thousand are kept.
import { askSession, current, grew, sessionKey } from './session.js';
import { newest } from './api.js';
import { signal } from './signal.js';

const limit = 4000;
// At the live edge also the actions that come while the question is on its way.
const around = () => (current.session?.recording === 'live' ? 60 : 8);
const rows = new Map();
let owner = null;

/** Told when rows have come that were asked for by `want`, and of which action. */
export const rowsCame = signal();

function mine() {
    if (owner !== sessionKey()) { rows.clear(); owner = sessionKey(); }
    return rows;
}

/** Keeps rows that came with another answer. */
export function keep(list) {
    const kept = mine();
    for (const row of list) { kept.delete(row.seq); kept.set(row.seq, row); }
    for (const seq of kept.keys()) {
        if (kept.size <= limit) break;
        kept.delete(seq);
    }
}

/** The row of an action, if it is here. */
export const row = seq => mine().get(seq);

const read = newest(
    (seq, abort) => askSession('actions', { from: Math.max(1, seq - 4), count: around() }, abort),
    (answer, seq) => { keep(answer.rows); rowsCame.emit(seq); },
);

/** Asks for the row of an action, and those around it, unless they are here. */
export function want(seq) {
    if (seq > 0 && !row(seq)) read(seq);
}

/** A part of the actions, from here or from the server. */
export async function rowsBetween(first, last) {
    const missing = [];
    for (let seq = first; seq <= last; seq++) if (!row(seq)) missing.push(seq);
    for (let from = missing[0]; from <= missing.at(-1); from += 500) {
        keep((await askSession('actions', { from, count: Math.min(500, missing.at(-1) - from + 1) })).rows);
    }
    const found = [];
    for (let seq = first; seq <= last; seq++) if (row(seq)) found.push(row(seq));
    return found;
}

// An action whose reducer was still running when it was read becomes done.
grew.on(session => {
    for (let seq = session.last; seq > session.last - 50; seq--) if (row(seq)?.status === 'began') mine().delete(seq);
});
