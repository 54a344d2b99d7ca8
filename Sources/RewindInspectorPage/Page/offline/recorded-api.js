// Replaces `core/api.js` in an exported page: answers from the recording in the page, without requests.
import { signal } from '../core/store.js';
import { html } from '../core/markup.js';
import { Refusal } from '../core/request-queue.js';
import { effect, screenshot, spans, why } from './recorded-effects.js';
import { actions, place, rows, timeline } from './recorded-list.js';
import { search } from './recorded-search.js';
import { action, diff, raw, state, value } from './recorded-states.js';
import { blame, history, series } from './recorded-writes.js';
import { data, screen, session } from './recording.js';

/** @type {Record<string, (parameters: any) => unknown>} */
const answers = {
    action, actions, diff, effect, place, raw, rows, screen, screenshot, series, spans, state, timeline, value,
    'answers/blame': blame, 'answers/history': history, 'answers/search': search, 'answers/why': why,
};

/**
 * Answers a request as the server does. Throws a `Refusal`.
 *
 * @param {string} path
 * @param {Record<string, unknown>} parameters
 * @param {AbortSignal} [abort]
 * @returns {Promise<any>}
 */
export async function ask(path, parameters = {}, abort = undefined) {
    if (path === 'sessions') return { sessions: [session], version: data.version, canWrite: false };
    const answer = answers[path.slice(path.indexOf('/') + 1)];
    if (!answer) throw new Refusal(404, 'No such request.', '');
    // Answers are asynchronous, as those of a server; canceled requests have none.
    await new Promise(done => { setTimeout(done); });
    abort?.throwIfAborted();
    const given = Object.entries(parameters)
        .filter(([name, each]) => each !== undefined && each !== null && (each !== '' || name === 'pointer'));
    // Undefined members are left out, as in JSON.
    return JSON.parse(JSON.stringify(answer(Object.fromEntries(given))));
}

/** Refuses every change. */
export const post = async () => { throw new Refusal(405, 'This page is read-only.', ''); };

/** Refuses every file. */
export const upload = post;
export const download = post;
export const askText = post;

// Nothing changes in an exported page.
export const sessionChanged = signal();
export const sessionGone = signal();
export const listen = () => {};

/** The attribute that holds the page of a screen for its frame. */
export const frameSource = html`srcdoc="${data.frame}"`;
