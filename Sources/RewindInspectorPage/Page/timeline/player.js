// Playing along the shown branch, forward or in reverse, until its end or until a condition holds.
import { row, want } from '../core/rows.js';
import { askSession, current, isEmpty } from '../core/session.js';
import { signal } from '../core/signal.js';
import { along, go, view, viewChanged, way } from '../core/view.js';
import { toast, toastError } from '../dialogs/toast.js';

/** The speeds: as recorded, or a multiple of two actions per second. */
export const speeds = [['rec', 'As recorded'], ['1', '1×'], ['2', '2×'], ['4', '4×']];

const state = { direction: 0, speed: 'rec', condition: '' };

/** The player; `direction` is 0 while it is stopped. @type {Readonly<typeof state>} */
export const player = state;

/** Emits when play starts, stops or changes. @type {Signal<[]>} */
export const playing = signal();

const longestPause = 1000;
let timer = 0;
/** @type {Seq | null} */
let stopAt = null;
/** @type {Seq | null} */
let expected = null;
/** @type {Session | null} */
let session = null;

/** Starts or stops. @param {number} direction */
export async function togglePlay(direction = 1) {
    if (player.direction) return stop();
    if (isEmpty()) return undefined;
    state.direction = direction;
    playing.emit();
    if (direction > 0 && view.at >= way().length && along(1) === view.at) go(way().at(way().start));
    expected = null;
    session = current.session;
    if (!await findStop(direction)) return stop();
    return step();
}

/** Reads where the condition holds next; returns false if it is invalid. @param {number} direction */
async function findStop(direction) {
    stopAt = null;
    if (!player.condition) return true;
    try {
        // The next one in the log may be on another branch.
        let seq = view.at;
        do {
            ({ seq } = await askSession('watch', { where: player.condition, from: seq, reverse: direction < 0 ? 1 : undefined }));
        } while (seq !== undefined && !way().has(seq));
        stopAt = seq ?? null;
        if (stopAt === null) toast(`The condition never holds ${direction < 0 ? 'before' : 'after'} #${view.at}`);
        return true;
    } catch (error) {
        toastError(error);
        return false;
    }
}

function stop() {
    clearTimeout(timer);
    state.direction = 0;
    playing.emit();
}

/** Returns the pause before an action in milliseconds. @param {Seq} seq */
function pauseBefore(seq) {
    if (player.speed !== 'rec') return 500 / Number(player.speed);
    want(seq + 40 * player.direction);
    const later = row(player.direction > 0 ? seq : seq + 1);
    return Math.max(16, Math.min(longestPause, (later?.after ?? 16_000) / 1000));
}

function step() {
    if (!player.direction) return;
    const next = along(player.direction);
    if (next === view.at) { stop(); return; }
    timer = setTimeout(() => {
        if (!player.direction) return;
        if (current.session?.id !== session.id) { stop(); return; }
        expected = next;
        go(next);
        if (next === stopAt) { stop(); toast(`Held at #${next}: ${player.condition}`); return; }
        step();
    }, pauseBefore(next));
}

/** Sets the condition at which play stops. Throws if it is invalid. @param {string} text */
export async function setCondition(text) {
    if (text) await askSession('watch', { where: text, from: view.at });
    state.condition = text;
    playing.emit();
}

/** Plays at another speed. @param {string} speed */
export function setSpeed(speed) {
    state.speed = speed;
    playing.emit();
    if (player.direction) { clearTimeout(timer); step(); }
}

/** Changes the speed by some steps. @param {number} steps */
export function stepSpeed(steps) {
    const index = speeds.findIndex(([key]) => key === player.speed);
    setSpeed(speeds[Math.max(0, Math.min(speeds.length - 1, index + steps))][0]);
}

// Going to another action stops the play.
viewChanged.on(changed => {
    if (!player.direction || expected === null) return;
    if (changed.has('session') || (changed.has('at') && view.at !== expected)) stop();
});
