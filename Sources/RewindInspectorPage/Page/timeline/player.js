// Playing along the shown branch, forward or in reverse, until its end or until a condition holds.
import { row, want } from '../core/rows.js';
import { askSession, isEmpty } from '../core/session.js';
import { onChange, state, update } from '../core/store.js';
import { along, focusedPart, focusRange, go, way } from '../core/view.js';
import { toast, toastError } from '../dialogs/toast.js';

/** The speeds: as recorded, or a multiple of two actions per second. */
export const speeds = [['rec', 'As recorded'], ['1', '1×'], ['2', '2×'], ['4', '4×']];

/** @param {Partial<Player>} changes */
const change = changes => update({ player: { ...state.player, ...changes } });

const longestPause = 1000;
let timer = 0;
/** @type {Seq | null} */
let stopAt = null;
/** @type {Seq | null} */
let expected = null;
/** The session that is played. */
let played = -1;

/** Starts or stops.
 * @param {number} direction */
export async function togglePlay(direction = 1) {
    if (state.player.direction) return stop();
    if (isEmpty()) return undefined;
    const part = focusedPart();
    if (!part) return toast('No action of this branch is in the focus range');
    change({ direction });
    const [first, last] = part;
    if (focusRange() && direction > 0 && (state.at < first || state.at >= last)) go(first);
    else if (focusRange() && direction < 0 && (state.at > last || state.at <= first)) go(last);
    else if (direction > 0 && state.at >= way().length && along(1) === state.at) go(way().at(way().start));
    expected = null;
    played = state.session.id;
    if (!await findStop(direction)) return stop();
    return step();
}

/** Reads where the condition holds next; returns false if it is invalid.
 * @param {number} direction */
async function findStop(direction) {
    stopAt = null;
    const { condition: where } = state.player;
    if (!where) return true;
    const { first, last } = state.session;
    try {
        let seq = state.at;
        // The next one in the log may be on another branch.
        while (stopAt === null && (direction < 0 ? seq > first + 1 : seq < last)) {
            const range = direction < 0 ? { through: seq - 1, reverse: 1 } : { from: seq + 1 };
            const { found: [match] } = await askSession('answers/watch', { where, limit: 1, ...range });
            if (!match) break;
            ({ seq } = match);
            if (way().has(seq)) stopAt = seq;
        }
        if (stopAt === null) toast(`The condition never holds ${direction < 0 ? 'before' : 'after'} #${state.at}`);
        return true;
    } catch (error) {
        toastError(error);
        return false;
    }
}

function stop() {
    clearTimeout(timer);
    change({ direction: 0 });
}

/** Returns the pause before an action in milliseconds.
 * @param {Seq} seq */
function pauseBefore(seq) {
    if (state.player.speed !== 'rec') return 500 / Number(state.player.speed);
    want(seq + 40 * state.player.direction);
    const later = row(state.player.direction > 0 ? seq : seq + 1);
    return Math.max(16, Math.min(longestPause, (later?.after ?? 16_000) / 1000));
}

function step() {
    if (!state.player.direction) return;
    const next = along(state.player.direction);
    const range = focusRange();
    if (next === state.at || (range && (next < range[0] || next > range[1]))) { stop(); return; }
    timer = setTimeout(() => {
        if (!state.player.direction) return;
        if (state.session.id !== played) { stop(); return; }
        expected = next;
        go(next);
        if (next === stopAt) { stop(); toast(`Held at #${next}: ${state.player.condition}`); return; }
        step();
    }, pauseBefore(next));
}

/** Sets the condition at which play stops. Throws if it is invalid.
 * @param {string} text */
export async function setCondition(text) {
    if (text) await askSession('answers/watch', { where: text, limit: 1 });
    change({ condition: text });
}

/** Plays at another speed.
 * @param {string} speed */
export function setSpeed(speed) {
    change({ speed });
    if (state.player.direction) { clearTimeout(timer); step(); }
}

/** Changes the speed by some steps.
 * @param {number} steps */
export function stepSpeed(steps) {
    const index = speeds.findIndex(([key]) => key === state.player.speed);
    setSpeed(speeds[Math.max(0, Math.min(speeds.length - 1, index + steps))][0]);
}

// Going to another action stops the play.
onChange(['at'], changed => {
    if (!state.player.direction || expected === null) return;
    if (changed.has('key') || state.at !== expected) stop();
});
