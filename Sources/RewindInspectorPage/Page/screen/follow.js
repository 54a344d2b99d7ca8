// Follows the app while the page shows where it is.
import { isEmpty, setPosition } from '../core/session.js';
import { onChange, state } from '../core/store.js';
import { go } from '../core/view.js';
import { refreshScreen } from './screen.js';

// The app's position that its session has not reached yet.
/** @type {{ session: number, position: Seq } | null} */
let pending = null;

/** Goes where the app is, as soon as the session has that action.
 * @param {Seq} position */
export function follow(position) {
    const { session } = state;
    pending = null;
    if (position > session.last) { pending = { session: session.id, position }; return; }
    setPosition(position);
    go(position);
}

onChange(['session'], (changed, { session: before }) => {
    const { session } = state;
    if (changed.has('key')) return;
    if (before.last <= before.first && !isEmpty()) { go(session.last); refreshScreen(); return; }
    if (pending?.session === session.id && session.last >= pending.position) {
        pending = null;
        go(session.position ?? session.last);
    } else if (session.recording === 'live' && state.with === null) {
        // A page that shows where the app is follows it; one that shows the last action follows the recording.
        if (state.at === before.position && session.position !== before.position) go(session.position ?? session.last);
        else if (state.at === before.last) go(session.last);
    }
});
