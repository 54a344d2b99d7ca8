// The sessions on the page, and requests about the current one.
import { ask, askText, download, post, sessionChanged } from './api.js';
import { Paths } from './paths.js';
import { tokens } from './pointer.js';
import { cancelRequests } from './request-queue.js';
import { state, update } from './store.js';

/** Reads the list of sessions. */
export async function readSessions() {
    const { sessions, version, canWrite, fleet = false, run = '' } = await ask('sessions');
    update({ sessions, version, canWrite, hasFleet: fleet, run });
}

/** Makes a session the current one. Requests about another one are canceled.
 * @param {Session} session */
export function choose(session) {
    const key = [session.id, session.generation, state.connection].join();
    if (key !== state.key) cancelRequests();
    update({ session, paths: new Paths(session.runs), key });
}

/** Sets where the app is, before the server reports it.
 * @param {Seq} position */
export const setPosition = position => update({ session: { ...state.session, position } });

/**
 * Asks about the current session.
 *
 * @template {keyof Answers} Name
 * @param {Name} path
 * @param {Record<string, unknown>} parameters
 * @param {AbortSignal} [abort]
 * @returns {Promise<Answers[Name]>}
 */
export const askSession = (path, parameters, abort) => ask(`${state.session.id}/${path}`, parameters, abort);

/**
 * Changes something in the current session.
 *
 * @template {keyof Results} Name
 * @param {Name} path
 * @param {object} body
 * @returns {Promise<Results[Name]>}
 */
export const postToSession = (path, body) => post(`${state.session.id}/${path}`, body);

/**
 * Changes the current session, and returns it as it is then.
 *
 * @param {'bookmark' | 'bookmark/remove' | 'cursor'} path
 * @param {object} body
 */
export async function changeSession(path, body) {
    const session = await postToSession(path, body);
    sessionChanged.emit(session);
    return session;
}

/**
 * Downloads a file made from the current session, and returns its name.
 *
 * @param {Export} what
 * @param {Record<string, unknown>} parameters
 */
export const downloadFromSession = (what, parameters) => download(`${state.session.id}/export/${what}`, parameters);

/** Returns the text of such a file.
 * @param {Export} what @param {Record<string, unknown>} parameters */
export const textFromSession = (what, parameters) => askText(`${state.session.id}/export/${what}`, parameters);

/** Returns the number of the slice that a pointer is in, -1 for the whole state.
 * @param {Pointer} pointer */
export function sliceOf(pointer) {
    const [name] = tokens(pointer);
    return name === undefined ? -1 : state.session.slices.indexOf(name);
}

/** Returns the first slice that an action changed, -2 if none.
 * @param {Partial<Row>} row */
export const sliceOfRow = row => row.slices?.[0] ?? -2;

/** True for an action of a session that has only actions: nothing is missing.
 * @param {Row} row */
export const isOfNoState = row => row.trouble === 'unknown' && state.session.states === false;

/** Returns the bookmarks of the current session. */
export const bookmarks = () => state.session.bookmarks ?? [];

/** Returns the bookmarks of an action.
 * @param {Seq} seq */
export const bookmarksAt = seq => bookmarks().filter(bookmark => bookmark.seq === seq);

/** Returns the bookmarks in a run, which name its branch.
 * @param {Run} run */
export const bookmarksIn = ({ from, to }) => bookmarks().filter(({ seq }) => seq >= from && seq <= to);

/** True if a session was read. */
export const hasSession = () => state.sessions.length > 0;

/** True if the current session has no action. */
export const isEmpty = () => state.session.last <= state.session.first;
