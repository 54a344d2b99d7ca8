// With the stream of changes, the only module that sends requests. In an exported page, `offline/recorded-api.js`
// replaces it: it has the same names, and answers from the recording in the page.
import { acceptKey, authorization, onNewKey, refuseKey } from '../connection/key.js';
import { join, leave } from '../connection/stream.js';
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
        if (state.isConnected) return await send(url, request);
    } catch (error) {
        if (error.name === 'AbortError') throw error;
        if (state.isConnected) lose();
    }
    if (known !== undefined) return new Response(known);
    throw new Refusal(0, 'Not loaded.', 'The inspector’s server does not answer.');
}

/** Sends a request with the token. Throws an error of `fetch`.
 * @param {string} url @param {RequestInit} request @returns {Promise<Response>} */
async function send(url, request) {
    const response = await fetch(url, { ...request, headers: { ...request.headers, ...authorization() } });
    if (response.status === 403) return refuseKey() ? send(url, request) : response;
    acceptKey();
    return response;
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

/** Opens the stream of changes, or tries again. A page that nobody sees has none: it would keep one of the few connections
 * that browsers allow, even as a page that one can go back to. */
export function listen() {
    if (!document.hidden) join(received);
}

/** @param {StreamMessage} message */
function received(message) {
    if (message.name === 'connection') update(message.data);
    // Another server may have other sessions under the same numbers, which are read first.
    else if (state.streamRun !== state.run) return;
    else if (message.name === 'session') sessionChanged.emit(message.data);
    else sessionGone.emit(message.data);
}

function lose() {
    update({ isConnected: false, retryIn: 0 });
    listen();
}

// The stream begins with all sessions.
addEventListener('pagehide', leave);
addEventListener('pageshow', event => { if (event.persisted) listen(); });
addEventListener('visibilitychange', () => (document.hidden ? leave() : listen()));
onNewKey(listen);

/** The attribute that loads the page of a screen into its frame. */
export const frameSource = html`src="frame.html"`;
