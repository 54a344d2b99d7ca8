// Stands in the place of `api.js` in an exported page: it answers from the recording in the page, and asks nobody.
import { actions, rows } from './recorded-list.js';
import { action, diff, raw, screen, state, value } from './recorded-states.js';
import { search } from './recorded-search.js';
import { place, timeline } from './recorded-timeline.js';
import { blame, history, series } from './recorded-writes.js';
import { data, session } from './recording.js';
import { cancelRequests, newest, Refusal } from '../core/request-queue.js';
import { html } from '../parts/markup.js';
import { signal } from '../core/signal.js';

export { cancelRequests, newest, Refusal };

const answers = { action, actions, blame, diff, history, place, raw, rows, screen, search, series, state, timeline, value };

/** Answers a question as the server does. Throws a `Refusal`. */
export async function ask(path, parameters = {}, abort = undefined) {
    if (path === 'sessions') return { sessions: [session], version: data.version, canWrite: false };
    const answer = answers[path.slice(path.indexOf('/') + 1)];
    if (!answer) throw new Refusal(404, 'There is no such question.', '');
    // Answers come later, as from a server; one that is not awaited any more is not viewChanged for.
    await new Promise(done => { setTimeout(done); });
    abort?.throwIfAborted();
    const given = Object.entries(parameters).filter(([name, each]) => each !== undefined && each !== null && (each !== '' || name === 'pointer'));
    // What is absent is left out, as in JSON.
    return JSON.parse(JSON.stringify(answer(Object.fromEntries(given))));
}

/** Has nothing done: the page only shows. */
export const post = async () => { throw new Refusal(405, 'This page only shows.', ''); };

/** Gives no files: this one is what was given. */
export const download = post;

/** Nothing changes here, and nobody is lost. */
export const connection = signal();
export const sessionChanged = signal();
export const sessionGone = signal();
export const retrying = signal();
export const listen = () => {};

/** What the frame of a screen shows at first: the page of screens, without an address. */
export const frameSource = html`srcdoc="${data.frame}"`;
