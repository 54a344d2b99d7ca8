// Starts the page.
import { connection, listen, sessionChanged } from './api.js';
import { current, readSessions, sessions } from './session.js';
import { details, rowShown } from './details.js';
import { drawOpening, startList } from './actions-list.js';
import { element, html, put } from './markup.js';
import { readHash } from './view.js';
import { startScreen } from './screen.js';
import { say } from './toast.js';
import { startAsk } from './ask.js';
import { startClicks } from './clicks.js';
import { startDispatch } from './dispatch.js';
import { startFilter } from './filter.js';
import { startKeys } from './keys.js';
import { startMenu } from './menu.js';
import { startSearch } from './search.js';
import { startSteering } from './steering.js';
import { startTaps } from './taps.js';
import { startTheme } from './theme.js';
import { startTimeline } from './timeline.js';
import { startTransport } from './transport.js';
import { startBody } from './body.js';
import './command.js';
import './follow.js';
import './panes.js';
import './top.js';
import './what-if-lane.js';

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
    const known = current.session?.id;
    try {
        await readSessions();
    } catch {
        // It went again: the next time that it answers is told, too.
        return;
    }
    isLost = false;
    const again = sessions.find(each => each.id === known);
    if (again) sessionChanged.emit(again); else readHash();
});

startTheme();
startTimeline();
startBody();
startTransport();
startList();
startFilter();
startSearch();
startMenu();
startScreen();
startSteering();
startTaps();
startDispatch();
startAsk();
startClicks();
startKeys();
drawOpening();
open();
