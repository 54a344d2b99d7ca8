// The sessions that the page shows, and the one that is looked at.
import { ask, download, sessionChanged, sessionGone, tell } from './api.js';
import { Paths } from './paths.js';
import { signal } from './signal.js';
import { tokens } from './pointer.js';

/** All sessions by number, in the order of the command line. */
export const sessions = [];

/** The session that is looked at, and the ways through it. Both are null until it was read. */
export const current = { session: null, paths: null, version: '', canWrite: false };

/** Told the session that is looked at when it has changed, and what it was before. */
export const grew = signal();

/** Told when another file stands in the place of the session that is looked at, and what that was. */
export const replaced = signal();

/** What is kept of the session that is looked at is kept under this name. */
export const sessionKey = () => `${current.session?.id} ${current.session?.generation}`;

/** Told when the list of sessions has changed, or something in it. */
export const listed = signal();

/** Reads the list. */
export async function readSessions() {
    const answer = await ask('sessions');
    current.version = answer.version;
    current.canWrite = answer.canWrite;
    sessions.splice(0, sessions.length, ...answer.sessions);
    listed.emit();
}

/** Makes a session the one that is looked at. */
export function choose(id) {
    const session = sessions.find(each => each.id === id) ?? sessions[0] ?? null;
    current.session = session;
    current.paths = session ? new Paths(session.runs ?? []) : null;
    return session;
}

sessionChanged.on(session => {
    const index = sessions.findIndex(each => each.id === session.id);
    if (index < 0) sessions.push(session); else sessions[index] = session;
    listed.emit();
    if (current.session?.id !== session.id) return;
    const before = current.session;
    current.session = session;
    current.paths = new Paths(session.runs ?? []);
    if (session.generation === before.generation) grew.emit(session, before); else replaced.emit(session, before);
});

sessionGone.on(gone => {
    const session = sessions.find(each => each.id === gone.id);
    if (session) session.gone = { error: gone.error, hint: gone.hint };
    listed.emit();
});

/** Asks about the session that is looked at. */
export const askSession = (path, parameters, abort) => ask(`${current.session.id}/${path}`, parameters, abort);

/** Has something done in the session that is looked at. */
export const tellSession = (path, body) => tell(`${current.session.id}/${path}`, body);

/** Has the session that is looked at changed, and gives it as it is then. */
export async function changeSession(path, body) {
    const session = await tellSession(path, body);
    sessionChanged.emit(session);
    return session;
}

/** Has the browser keep a file that is made of the session that is looked at, and gives its name. */
export const downloadFromSession = (what, parameters) => download(`${current.session.id}/export/${what}`, parameters);

/** The number of the slice that a pointer is in, -1 for the whole state. */
export function sliceOf(pointer) {
    const [name] = tokens(pointer);
    return name === undefined ? -1 : current.session.slices.indexOf(name);
}

/** The slice that stands for an action: the first that it changed, -2 where it changed nothing. */
export const sliceOfRow = row => row.slices?.[0] ?? -2;

export const bookmarksAt = seq => (current.session.bookmarks ?? []).filter(bookmark => bookmark.seq === seq);

/** Whether there is an action to look at. */
export const isEmpty = () => !current.session || current.session.last <= current.session.first;
