// The page goes where the app goes, while it is looked at.
import { current, isEmpty, sessionGrew, setPosition } from '../core/session.js';
import { refreshScreen } from './screen.js';
import { go, view } from '../core/view.js';

// Where the app was told to go, while its session has not grown as far.
let wanted = null;

/** Goes where the app is, at once or as soon as the action is here that led there. */
export function follow(position) {
    const { session } = current;
    wanted = null;
    if (position > session.last) { wanted = { session: session.id, position }; return; }
    setPosition(position);
    go(position);
}

sessionGrew.on((session, before) => {
    if (before.last <= before.first && !isEmpty()) { go(session.last); refreshScreen(); return; }
    if (wanted?.session === session.id && session.last >= wanted.position) {
        wanted = null;
        go(session.position ?? session.last);
    } else if (session.recording === 'live' && view.with === null) {
        // Whoever looks at where the app is, stays with it; whoever looks at the last action, with the live edge.
        if (view.at === before.position && session.position !== before.position) go(session.position ?? session.last);
        else if (view.at === before.last) go(session.last);
    }
});
