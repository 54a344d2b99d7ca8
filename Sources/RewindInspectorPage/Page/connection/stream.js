// The stream of changes. All windows of a browser share one, as browsers allow six connections to a server: the window
// that holds a lock reads the stream, and passes everything on to the others.
import { authorization } from './key.js';

/** The seconds between two attempts to reach a server. */
const pause = 4;

/** @type {(message: StreamMessage) => void} */
let receive = () => {};
/** Ends the part of this window; null while it has none.
 * @type {AbortController | null} */
let part = null;
/** @type {BroadcastChannel | null} */
let channel = null;
/** Ends the current attempt, or the pause after it, if this window reads the stream.
 * @type {AbortController | null} */
let attempt = null;
let hasHurry = false;

/** The messages that a new window needs: the state of the connection, and the newest of each session.
 * @type {Map<string | number, StreamMessage[]>} */
const newest = new Map();

/** Joins the windows that share a stream. A window that has joined already has the server tried again.
 * @param {(message: StreamMessage) => void} listener */
export function join(listener) {
    receive = listener;
    if (part) return hurry();
    part = new AbortController();
    const { signal } = part;
    // Without locks, each window has its own stream.
    if (!navigator.locks || !globalThis.BroadcastChannel) return void lead(signal);
    channel = new BroadcastChannel('rewind');
    channel.onmessage = ({ data }) => hear(data);
    channel.postMessage('join');
    navigator.locks.request('rewind-stream', { signal }, () => lead(signal)).catch(() => { /* It has left. */ });
}

/** Leaves the other windows, of which the next one reads the stream. */
export function leave() {
    part?.abort();
    attempt?.abort();
    channel?.close();
    part = channel = attempt = null;
}

/** Has the server tried again immediately. */
function hurry() {
    if (!attempt) return channel?.postMessage('hurry');
    hasHurry = true;
    attempt.abort();
}

/** @param {StreamMessage | 'join' | 'hurry'} message */
function hear(message) {
    if (!attempt) {
        if (typeof message !== 'string') receive(message);
    } else if (message === 'hurry') hurry();
    else if (message === 'join') for (const each of [...newest.values()].flat()) channel?.postMessage(each);
}

/** Passes a message on to all windows.
 * @param {StreamMessage} message */
function tell(message) {
    const key = message.name === 'connection' ? message.name : message.data.id;
    newest.set(key, message.name === 'gone' ? [...newest.get(key) ?? [], message] : [message]);
    channel?.postMessage(message);
    // An error of a listener does not end the stream.
    queueMicrotask(() => receive(message));
}

/** Reads the stream, also that of a server that is started again, until this window leaves.
 * @param {AbortSignal} signal */
async function lead(signal) {
    while (!signal.aborted) {
        hasHurry = false;
        const reading = attempt = new AbortController();
        const since = performance.now();
        const denial = await read(reading.signal).catch(() => null);
        if (signal.aborted) return;
        newest.clear();
        const pausing = attempt = new AbortController();
        if (hasHurry && performance.now() - since > 1000) {
            // Windows that lost the server notice that it answers again.
            await elapsed(100, pausing.signal);
            continue;
        }
        // A server that denies access would do so again.
        for (let left = pause; left > 0 && !pausing.signal.aborted; left--) {
            tell({ name: 'connection', data: { isConnected: false, retryIn: denial ? 0 : left, denial } });
            await elapsed(denial ? Infinity : 1000, pausing.signal);
        }
    }
}

/** Waits for some milliseconds, or until a signal, if that is earlier.
 * @param {number} time @param {AbortSignal} signal @returns {Promise<void>} */
function elapsed(time, signal) {
    return new Promise(done => {
        const timer = time === Infinity ? 0 : setTimeout(done, time);
        signal.addEventListener('abort', () => { clearTimeout(timer); done(); });
    });
}

/** Reads the stream to its end. Returns why the server denies it; null if it does not. Throws an error of `fetch`.
 * @param {AbortSignal} signal @returns {Promise<Failure | null>} */
async function read(signal) {
    const response = await fetch('/api/events', { headers: authorization(), signal });
    if (response.status === 403) return response.json();
    if (!response.ok || !response.body) return null;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ''; ;) {
        const { value, done } = await reader.read();
        if (done) return null;
        const events = (text + value).split('\n\n');
        text = events.pop() ?? '';
        for (const event of events) {
            const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(event) ?? [];
            if (name === 'session' || name === 'gone') tell({ name, data: JSON.parse(data) });
            if (name !== 'server') continue;
            const { run: streamRun } = JSON.parse(data);
            tell({ name: 'connection', data: { isConnected: true, retryIn: 0, denial: null, streamRun } });
        }
    }
}
