// The only module that asks the server. In an exported page, `offline/api.js` stands here, which has the same names and
// answers from the recording in the page.
import { html } from '../parts/markup.js';
import { dropQuestions, newest, Refusal } from './request-queue.js';
import { signal } from './signal.js';

export { dropQuestions, newest, Refusal };

/** Told `true` when the server answers again, and `false` when it does not. */
export const connection = signal();

let isConnected = true;
function setConnected(now) {
    if (now === isConnected) return;
    isConnected = now;
    connection.emit(now);
}

function address(path, parameters) {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) {
        for (const one of Array.isArray(value) ? value : [value]) {
            if (one !== undefined && one !== null && one !== '') query.append(name, one);
        }
    }
    // The pointer of the whole state is empty, and has to be said all the same.
    if (parameters.pointer === '') query.set('pointer', '');
    // A space is a plus to forms alone.
    const text = query.toString().replace(/\+/g, '%20');
    return `/api/${path}${text ? `?${text}` : ''}`;
}

/** Asks once. Throws a `Refusal`, or what `fetch` throws. */
export const ask = (path, parameters = {}, abort = undefined) => answerOf(address(path, parameters), { signal: abort });

/** Has something done. Throws as `ask` does. */
export const tell = (path, body) => answerOf(address(path, {}), { method: 'POST', body: JSON.stringify(body) });

/** Has the browser keep a file, and gives its name. Throws as `ask` does. */
export async function download(path, parameters) {
    const response = await respond(address(path, parameters), {});
    if (!response.ok) throw refusal(response, await response.json().catch(() => null));
    const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? 'session';
    const url = URL.createObjectURL(await response.blob());
    const link = Object.assign(document.createElement('a'), { href: url, download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    return name;
}

const refusal = (response, answer) => new Refusal(response.status, answer?.error ?? `The server answered ${response.status}.`, answer?.hint);

async function answerOf(url, request) {
    const headers = { Accept: 'application/json', ...(request.body && { 'Content-Type': 'application/json' }) };
    const response = await respond(url, { ...request, headers });
    const answer = await response.json().catch(() => null);
    if (response.ok) return answer;
    throw refusal(response, answer);
}

async function respond(url, request) {
    let response;
    try {
        response = await fetch(url, request);
    } catch (error) {
        if (error.name !== 'AbortError') setConnected(false);
        throw error;
    }
    setConnected(true);
    return response;
}

/** Told a Session that has grown or changed, or `{id, error, hint}` of one that cannot be read any more. */
export const sessionChanged = signal();
export const sessionGone = signal();

/** Told in how many seconds the next try to reach the server comes, while it does not answer. */
export const retrying = signal();

const pause = 4;
let stream = null;
let timer = null;

/** Opens the stream of changes, and opens it again for as long as the page stands. */
export function listen() {
    clearTimeout(timer);
    stream?.close();
    stream = new EventSource('/api/events');
    stream.addEventListener('open', () => setConnected(true));
    stream.addEventListener('session', event => sessionChanged.emit(JSON.parse(event.data)));
    stream.addEventListener('gone', event => sessionGone.emit(JSON.parse(event.data)));
    stream.addEventListener('error', () => {
        stream.close();
        setConnected(false);
        retryIn(pause);
    });
}

function retryIn(seconds) {
    retrying.emit(seconds);
    timer = setTimeout(() => (seconds > 1 ? retryIn(seconds - 1) : listen()), 1000);
}

/** What the frame of a screen shows at first: an empty page of its own. */
export const frameSource = html`src="frame.html"`;
