// The only module that sends requests. In an exported page, `offline/recorded-api.js` replaces it: it has the same
// names, and answers from the recording in the page.
import { html } from './markup.js';
import { Refusal } from './request-queue.js';
import { signal, state, update } from './store.js';

/** The maximum length of an address, which the server takes with the other headers. */
const longest = 900_000;

/** @param {string} path @param {Record<string, unknown>} parameters */
function address(path, parameters) {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) {
        for (const one of Array.isArray(value) ? value : [value]) {
            if (one !== undefined && one !== null && one !== '') query.append(name, one);
        }
    }
    // The pointer of the whole state is empty, but required.
    if (parameters.pointer === '') query.set('pointer', '');
    // Only forms write a space as a plus.
    const text = query.toString().replace(/\+/g, '%20');
    if (text.length > longest) throw new Refusal(413, 'This is too long for the page.', 'The command has no such limit.');
    return `/api/${path}${text ? `?${text}` : ''}`;
}

/**
 * Sends a request. Throws a `Refusal`, or an error of `fetch`.
 *
 * @param {string} path
 * @param {Record<string, unknown>} parameters
 * @param {AbortSignal} [abort]
 * @returns {Promise<any>}
 */
export const ask = (path, parameters = {}, abort = undefined) => answerOf(address(path, parameters), { signal: abort });

/** Sends a request that changes something. Throws as `ask` does.
 * @param {string} path @param {object} body */
export const post = (path, body) => answerOf(address(path, {}), { method: 'POST', body: JSON.stringify(body) });

/** Uploads a file, and returns the answer. Throws as `ask` does.
 * @param {string} path @param {File} file */
export const upload = (path, file) => answerOf(address(path, { name: file.name }), {
    method: 'POST', body: file, headers: { 'Content-Type': 'application/octet-stream' },
});

/** Returns the text of a file. Throws as `ask` does.
 * @param {string} path @param {Record<string, unknown>} parameters */
export async function askText(path, parameters) {
    const response = await respond(address(path, parameters), {});
    const text = await response.text();
    const answer = parsed(text);
    if (!response.ok || answer) throw refusal(response, answer);
    return text;
}

/** Downloads a file, and returns its name. Throws as `ask` does.
 * @param {string} path @param {Record<string, unknown>} parameters */
export async function download(path, parameters) {
    const response = await respond(address(path, parameters), {});
    const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
    if (!name) throw refusal(response, await response.json().catch(() => null));
    const url = URL.createObjectURL(await response.blob());
    const link = Object.assign(document.createElement('a'), { href: url, download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    return name;
}

/** @param {Response} response @param {Failure & { refused?: Failure } | null} answer */
function refusal(response, answer) {
    const { error, hint } = answer?.refused ?? answer ?? {};
    return new Refusal(response.status, error ?? `The server answered ${response.status}.`, hint);
}

/** @param {string} url @param {RequestInit} request */
async function answerOf(url, request) {
    const type = request.body && { 'Content-Type': 'application/json' };
    const headers = { Accept: 'application/json', ...type, ...request.headers };
    const key = `${state.key} ${url}`;
    const response = await respond(url, { ...request, headers });
    const text = await response.text();
    const answer = parsed(text);
    // A refusal of a right request has the status 200, because browsers log others as errors.
    if (response.ok && !answer?.refused) {
        if (!request.body) keep(key, text);
        return answer;
    }
    // Another server has taken the place of this page's.
    if (response.status === 403 && !request.body && state.isConnected) lose();
    const isLost = Boolean(state.session.gone) || response.status === 403 || response.status >= 500;
    const known = isLost ? kept.get(key) : undefined;
    if (known === undefined) throw refusal(response, answer);
    return parsed(known);
}

/** @param {string} text @returns {any} */
function parsed(text) {
    try { return JSON.parse(text); } catch { return null; }
}

/** Sends a request; without a server, only what was kept is answered.
 * @param {string} url @param {RequestInit} request */
async function respond(url, request) {
    const known = request.body ? undefined : kept.get(`${state.key} ${url}`);
    try {
        if (state.isConnected) return await fetch(url, request);
    } catch (error) {
        if (error.name === 'AbortError') throw error;
        if (state.isConnected) lose();
    }
    if (known !== undefined) return new Response(known);
    throw new Refusal(0, 'Not loaded.', 'The inspector’s server does not answer.');
}

// The newest answers by session and address, for use without the server.

/** @type {Map<string, string>} */
const kept = new Map();
const mostKept = 30_000_000;
let keptLength = 0;

/** @param {string} key @param {string} text */
function keep(key, text) {
    keptLength += text.length - (kept.get(key)?.length ?? 0);
    kept.delete(key);
    kept.set(key, text);
    for (const [oldest, { length }] of kept) {
        if (keptLength <= mostKept) break;
        kept.delete(oldest);
        keptLength -= length;
    }
}

/** Emits a session that has grown or changed.
 * @type {Signal<[Session]>} */
export const sessionChanged = signal();

/** Emits why a session can no longer be read.
 * @type {Signal<[Failure & { id: number }]>} */
export const sessionGone = signal();

const pause = 4;
/** @type {EventSource | null} */
let stream = null;
let timer = 0;

/** Opens the stream of changes; when it ends, it is reopened until the server denies access. A page that nobody sees has
 * none: browsers allow few connections to a server, and keep those of pages that one can go back to. */
export function listen() {
    mute();
    if (document.hidden) return;
    stream = new EventSource('/api/events');
    stream.addEventListener('open', () => update({ isConnected: true }));
    stream.addEventListener('session', event => sessionChanged.emit(JSON.parse(event.data)));
    stream.addEventListener('gone', event => sessionGone.emit(JSON.parse(event.data)));
    stream.addEventListener('error', lose);
}

function mute() {
    clearTimeout(timer);
    stream?.close();
    stream = null;
}

async function lose() {
    mute();
    update({ isConnected: false, retryIn: pause });
    // A stream does not have the status of its answer.
    const response = await fetch('/api/sessions').catch(() => null);
    if (response?.status === 403) update({ denial: parsed(await response.text()) });
    else retryIn(pause);
}

// The new stream begins with all sessions.
addEventListener('pagehide', mute);
addEventListener('pageshow', event => { if (event.persisted) listen(); });
addEventListener('visibilitychange', () => (document.hidden ? mute() : listen()));

/** @param {number} seconds */
function retryIn(seconds) {
    update({ retryIn: seconds });
    timer = setTimeout(() => (seconds > 1 ? retryIn(seconds - 1) : listen()), 1000);
}

/** The attribute that loads the page of a screen into its frame. */
export const frameSource = html`src="frame.html"`;
