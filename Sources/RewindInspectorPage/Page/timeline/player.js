// Playing along the branch that is shown, forward or in reverse, until its end or until a condition holds.
import { askSession, current, isEmpty } from '../core/session.js';
import { row, want } from '../core/rows.js';
import { signal } from '../core/signal.js';
import { toast } from '../dialogs/toast.js';
import { along, go, viewChanged, view, way } from '../core/view.js';

/** `as recorded`, or a number of times two actions a second. */
export const speeds = [['rec', 'As recorded'], ['1', '1×'], ['2', '2×'], ['4', '4×']];

export const player = { direction: 0, speed: 'rec', condition: '' };

/** Told when it starts, stops, or plays otherwise. */
export const playing = signal();

const longestPause = 1000;
let timer = 0;
let stopAt = null;
let expected = null;
let session = null;

/** Starts or stops. */
export async function togglePlay(direction = 1) {
    if (player.direction) return stop();
    if (isEmpty()) return undefined;
    player.direction = direction;
    playing.emit();
    if (direction > 0 && view.at >= way().length && along(1) === view.at) go(way().at(way().start));
    expected = null;
    session = current.session;
    if (!await findStop(direction)) return stop();
    return step();
}

/** Asks where the condition holds next; false when it is no condition. */
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
        if (stopAt === null) toast(`It never holds ${direction < 0 ? 'before' : 'after'} #${view.at}`);
        return true;
    } catch (error) {
        toast([error.message, error.hint].filter(Boolean).join(' '));
        return false;
    }
}

function stop() {
    clearTimeout(timer);
    player.direction = 0;
    playing.emit();
}

/** How long the action that comes next is waited for, in milliseconds. */
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

/** Sets the condition at which play stops; it is tried at once, so that a slip is told. Throws what the server says. */
export async function setCondition(text) {
    if (text) await askSession('watch', { where: text, from: view.at });
    player.condition = text;
    playing.emit();
}

/** Plays at another speed. */
export function setSpeed(speed) {
    player.speed = speed;
    playing.emit();
    if (player.direction) { clearTimeout(timer); step(); }
}

/** Faster or slower by one step. */
export function stepSpeed(steps) {
    const index = speeds.findIndex(([key]) => key === player.speed);
    setSpeed(speeds[Math.max(0, Math.min(speeds.length - 1, index + steps))][0]);
}

// Whoever goes elsewhere meanwhile stops the play.
viewChanged.on(changed => {
    if (!player.direction || expected === null) return;
    if (changed.has('session') || (changed.has('at') && view.at !== expected)) stop();
});
