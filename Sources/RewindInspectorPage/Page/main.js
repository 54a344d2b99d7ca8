// Starts the page.
import { fileName } from './parts/format.js';
import { emptyNote } from './parts/notes.js';
import './parts/splitters.js';
import { startTheme } from './parts/themes.js';
import { listen, sessionChanged } from './core/api.js';
import { choose, hasSession, readSessions } from './core/session.js';
import { drawOpening } from './list/actions-list.js';
import { element, html, put } from './core/markup.js';
import { readHash, seqMissing } from './core/view.js';
import './screen/preview.js';
import './screen/screen.js';
import { announce, toast } from './dialogs/toast.js';
import './dialogs/dialog.js';
import { startControls } from './core/controls.js';
import { onChange, state, update } from './core/store.js';
import './toolbar/sessions.js';
import './list/filter.js';
import './dialogs/menu.js';
import './toolbar/search.js';
import './screen/steering.js';
import './screen/point.js';
import './screen/taps.js';
import './timeline/timeline.js';
import './timeline/transport.js';
import './panes/main-pane.js';
import './toolbar/help.js';
import './panes/action-header.js';
import './effects/chain.js';
import './effects/effect-pane.js';
import './panes/command.js';
import './session/action-menu.js';
import './session/beside.js';
import './screen/dispatch.js';
import './story/story.js';
import './screen/follow.js';
import './toolbar/toolbar.js';
import './timeline/what-if-lane.js';
import './what-if/change-dialogs.js';
import './what-if/what-if-bar.js';
import './timeline/spans.js';

onChange(['row'], () => { if (state.row) announce(`${state.row.seq}, ${state.row.type}`); });

seqMissing.on(seq => toast(`There is no #${seq}: the session has #${state.session.first} to #${state.session.last}`));

/** Asks for the address with the token. What a link shows is in the hash, which stays. */
function askForKey() {
    element('count').textContent = '';
    element('fold').hidden = true;
    for (const place of ['stage', 'rows']) put(element(place), html``);
    put(element('body'), emptyNote('This page needs its key', html`
        <label class="key-field">
            <span>Paste the address that <code>rewind inspect</code> printed. What this link shows is kept.</span>
            <input id="key" class="mono" autocomplete="off" spellcheck="false" placeholder="${location.origin}/?token=…">
        </label>
    `));
    element('key').addEventListener('input', () => {
        const token = /[?&]token=([^&#\s]+)/.exec(element('key').value)?.[1];
        if (token) location.assign(`/?token=${token}${location.hash}`);
    });
    element('key').focus();
}

async function open() {
    try {
        await readSessions();
        readHash();
        listen();
    } catch (error) {
        put(element('rows'), emptyNote(error.message, error.hint));
        if (error.status === 403) askForKey(); else listen();
    }
}

// When a lost server answers again, or another one on its port, the sessions are read again.
onChange(['isConnected', 'streamRun'], async (_, before) => {
    if (!state.isConnected || (before.isConnected && state.streamRun === state.run)) return;
    const { session } = state;
    try {
        await readSessions();
    } catch {
        // The server is gone again; its next answer changes the state again.
        return;
    }
    // Nothing is known about what happened meanwhile, so everything is read again.
    update({ connection: state.connection + 1 });
    const same = state.sessions.find(each => each.file === session.file && each.startedAt === session.startedAt);
    const again = state.sessions.find(each => each.id === session.id);
    if (!same && hasSession() && session.id >= 0) toast(`The server shows other sessions than ${fileName(session.file)}`);
    if (same && same.id !== session.id) { choose(same); update({ beside: null }); }
    else if (again) sessionChanged.emit(again);
    else readHash();
});

startTheme();
startControls();
drawOpening();
open();
