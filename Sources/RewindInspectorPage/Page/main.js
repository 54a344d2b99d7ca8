// Starts the page.
import { connection, listen, sessionChanged } from './api.js';
import { current, grew, isEmpty, readSessions, sessions } from './session.js';
import { details, rowShown } from './details.js';
import { drawOpening, startList } from './actions-list.js';
import { element, html, put } from './markup.js';
import { go, readHash, view } from './view.js';
import { refreshScreen, startScreen } from './screen.js';
import { say } from './toast.js';
import { startClicks } from './clicks.js';
import { startFilter } from './filter.js';
import { startKeys } from './keys.js';
import { startMenu } from './menu.js';
import { startSearch } from './search.js';
import { startTheme } from './theme.js';
import { startTimeline } from './timeline.js';
import { startTransport } from './transport.js';
import './body.js';
import './command.js';
import './panes.js';
import './top.js';

// The live edge is followed while the last action is looked at.
grew.on((session, before) => {
    const wasEmpty = before.last <= before.first;
    if (wasEmpty && !isEmpty()) { go(session.last); refreshScreen(); return; }
    if (session.recording === 'live' && view.at === before.last && view.with === null) go(session.last);
});

rowShown.on(() => { if (details.row) say(`${details.row.seq}, ${details.row.type}`); });

async function open() {
    try {
        await readSessions();
        readHash();
        listen();
    } catch (error) {
        put(element('rows'), html`<div class="empty"><b>${error.message}</b>${error.hint}</div>`);
        listen();
    }
}

// A server that came back, or came late, is asked for its sessions again.
let isLost = false;
connection.on(async isConnected => {
    if (!isConnected) { isLost = true; return; }
    if (!isLost) return;
    isLost = false;
    const known = current.session?.id;
    await readSessions();
    const again = sessions.find(each => each.id === known);
    if (again) sessionChanged.emit(again); else readHash();
});

startTheme();
startTimeline();
startTransport();
startList();
startFilter();
startSearch();
startMenu();
startScreen();
startClicks();
startKeys();
drawOpening();
open();
