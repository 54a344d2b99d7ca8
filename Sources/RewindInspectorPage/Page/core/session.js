// The sessions on the page, and the current one.
import { ask, download, post, sessionChanged, sessionGone } from './api.js';
import { Paths } from './paths.js';
import { tokens } from './pointer.js';
import { signal } from './signal.js';

/** @type {Session[]} */
const list = [];

/** All sessions, in the order of the command line. @type {readonly Session[]} */
export const sessions = list;

/**
 * @typedef {object} Current
 * @property {Session | null} session Null until it was read, as are the paths.
 * @property {Paths | null} paths The ways through the session.
 * @property {string} version The tool's version.
 * @property {boolean} canWrite True if the server runs with `--write`.
 */

/** @type {Current} */
const state = { session: null, paths: null, version: '', canWrite: false };

/** The current session. @type {Readonly<Current>} */
export const current = state;

/** @typedef {Signal<[session: Session, before: Session]>} SessionSignal */

/** Emits the current session when it has changed, and what it was before. @type {SessionSignal} */
export const sessionGrew = signal();

/** Emits the current session when another file replaced it, and what it was before. @type {SessionSignal} */
export const sessionReplaced = signal();

/** Returns the key for caching something about the current session. */
export const sessionKey = () => `${current.session?.id} ${current.session?.generation}`;

/** Emits when the list of sessions has changed, or one of them. @type {Signal<[]>} */
export const sessionsListed = signal();

/** Reads the list of sessions. */
export async function readSessions() {
    const answer = await ask('sessions');
    state.version = answer.version;
    state.canWrite = answer.canWrite;
    list.splice(0, list.length, ...answer.sessions);
    sessionsListed.emit();
}

/** Makes a session the current one. @param {number} id */
export function choose(id) {
    setSession(list.find(each => each.id === id) ?? list[0] ?? null);
}

/** @param {Session | null} session */
function setSession(session) {
    state.session = session;
    state.paths = session && new Paths(session.runs ?? []);
}

sessionChanged.on(session => {
    const index = list.findIndex(each => each.id === session.id);
    if (index < 0) list.push(session); else list[index] = session;
    sessionsListed.emit();
    if (current.session?.id !== session.id) return;
    const before = current.session;
    setSession(session);
    if (session.generation === before.generation) sessionGrew.emit(session, before); else sessionReplaced.emit(session, before);
});

sessionGone.on(gone => {
    const session = list.find(each => each.id === gone.id);
    if (session) session.gone = { error: gone.error, hint: gone.hint };
    sessionsListed.emit();
});

/** Sets where the app is, before the server reports it. @param {Seq} position */
export function setPosition(position) { state.session.position = position; }

/**
 * Asks about the current session.
 *
 * @template {keyof Answers} Name
 * @param {Name} path
 * @param {Record<string, unknown>} parameters
 * @param {AbortSignal} [abort]
 * @returns {Promise<Answers[Name]>}
 */
export const askSession = (path, parameters, abort) => ask(`${current.session.id}/${path}`, parameters, abort);

/**
 * Changes something in the current session.
 *
 * @template {keyof Results} Name
 * @param {Name} path
 * @param {object} body
 * @returns {Promise<Results[Name]>}
 */
export const postToSession = (path, body) => post(`${current.session.id}/${path}`, body);

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
 * @param {'state' | 'part' | 'test'} what
 * @param {object} parameters
 */
export const downloadFromSession = (what, parameters) => download(`${current.session.id}/export/${what}`, parameters);

/** Returns the number of the slice that a pointer is in, -1 for the whole state. @param {Pointer} pointer */
export function sliceOf(pointer) {
    const [name] = tokens(pointer);
    return name === undefined ? -1 : current.session.slices.indexOf(name);
}

/** Returns the first slice that an action changed, -2 if none. @param {Partial<Row>} row */
export const sliceOfRow = row => row.slices?.[0] ?? -2;

/** Returns the bookmarks of an action. @param {Seq} seq */
export const bookmarksAt = seq => (current.session.bookmarks ?? []).filter(bookmark => bookmark.seq === seq);

/** True if the current session has no action. */
export const isEmpty = () => !current.session || current.session.last <= current.session.first;
