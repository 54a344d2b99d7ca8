// The top bar: the session, its branches, and whether it is being recorded; and the banner of a lost server.
import { connection, listen, retrying } from '../core/api.js';
import { onClick, onCommand } from '../core/controls.js';
import { current, isEmpty, sessionGrew, sessions, sessionsListed } from '../core/session.js';
import { openSession, view, viewChanged } from '../core/view.js';
import { openMenu } from '../dialogs/menu.js';
import { number, plural } from '../parts/format.js';
import { icon } from '../parts/icons.js';
import { element, html, put } from '../parts/markup.js';
import { label } from '../parts/values.js';
import { branchCount, branchesMenu } from './branches.js';

let isConnected = true;

const fileName = file => file.split('/').at(-1);

function drawSession() {
    const { session } = current;
    if (!session) return put(element('session-name'), html`<b>Rewind</b>`);
    const actions = session.last - session.first;
    const branches = branchCount();
    const what = isEmpty() ? `${session.app ?? ''} · no actions` : `${session.app ? `${session.app} · ` : ''}${plural(actions, 'action')}`;
    const name = fileName(session.file);
    return put(element('session-name'), html`
        ${sessions.length > 1 ? html`
            <button class="file" data-do="sessions" aria-haspopup="menu" title="${label(session.file)}">
                <b>${name}</b>
                ${icon('down')}
            </button>
        ` : html`<b title="${label(session.file)}">${name}</b>`}
        <span>${what}</span>
        ${branches ? html`
            <button class="link branches" data-do="branches" aria-haspopup="menu" title="Show the branches">
                ${icon('branch')}
                ${branches > 4999 ? '5,000 or more branches' : branches === 1 ? '1 branch' : `${number(branches)} branches`}
            </button>
        ` : ''}
    `);
}

function drawPill() {
    const { session } = current;
    const pill = element('live');
    const isLive = session?.recording === 'live';
    pill.className = `pill ${!isConnected || session?.gone ? 'off' : isLive ? 'on' : ''}`;
    const text = !isConnected ? 'Disconnected' : !session ? '' : session.gone ? 'Gone' : isLive && isEmpty() ? 'Waiting'
        : isLive ? (view.at >= session.last || view.at === session.position ? 'Live' : 'Live, in the past') : session.recording === 'crashed' ? 'Ended by a crash' : 'Recorded';
    put(pill, html`<i></i>${text}`);
}

function drawBanner(seconds) {
    const banner = element('banner');
    const gone = current.session?.gone;
    banner.hidden = isConnected && !gone;
    if (!isConnected) {
        put(banner, html`
            The inspector’s server does not answer. <span>
                What is loaded stays available.${seconds ? ` Trying again in ${seconds} s.` : ' Trying…'}
            </span>
            <button class="button end" data-do="retry">Try now</button>
        `);
    } else if (gone) put(banner, html`${gone.error} <span>${gone.hint} What is loaded stays available.</span>`);
}

/** Tries to reach the server immediately. */
function retry() {
    drawBanner(0);
    listen();
}

/** Opens the menu of sessions. @param {HTMLElement} button */
function openSessions(button) {
    openMenu(button, 'Sessions', html`
        ${sessions.map(each => html`
            <button role="menuitemradio" aria-checked="${each.id === current.session?.id}" data-session="${each.id}">
                <b>${fileName(each.file)}</b>
                <span class="dim">
                    ${each.gone ? each.gone.error : `${each.app ?? ''} · ${ plural(Math.max(0, each.last - each.first), 'action')}${each.recording === 'live' ? ' · live' : each.recording === 'crashed' ? ' · crashed' : ''}`}
                </span>
            </button>
        `)}
    `);
}

/** Opens the menu of branches. @param {HTMLElement} button */
const openBranches = button => openMenu(button, 'Branches', branchesMenu());

connection.on(now => {
    isConnected = now;
    drawPill();
    drawBanner(0);
});
retrying.on(drawBanner);
sessionsListed.on(() => { drawSession(); drawPill(); drawBanner(0); });
sessionGrew.on(() => { drawSession(); requestAnimationFrame(drawPill); });
viewChanged.on(changed => {
    if (changed.has('session')) { drawSession(); drawBanner(0); }
    drawPill();
});

onClick({ session: id => openSession(Number(id)) });
onCommand({ sessions: openSessions, branches: openBranches, retry });
