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
    const count = isEmpty() ? 'no actions' : plural(actions, 'action');
    const what = session.app ? `${session.app} · ${count}` : count;
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
    put(pill, html`<i></i>${pillText(session)}`);
}

/** @param {Session | null} session */
function pillText(session) {
    if (!isConnected) return 'Disconnected';
    if (!session) return '';
    if (session.gone) return 'Gone';
    if (session.recording === 'crashed') return 'Ended by a crash';
    if (session.recording !== 'live') return 'Recorded';
    if (isEmpty()) return 'Waiting';
    return view.at >= session.last || view.at === session.position ? 'Live' : 'Live, in the past';
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
    const items = sessions.map(each => html`
        <button role="menuitemradio" aria-checked="${each.id === current.session?.id}" data-session="${each.id}">
            <b>${fileName(each.file)}</b>
            <span class="dim">${each.gone ? each.gone.error : summary(each)}</span>
        </button>
    `);
    openMenu(button, 'Sessions', html`${items}`);
}

/** @param {Session} session */
function summary({ app, first, last, recording }) {
    const suffix = { live: ' · live', crashed: ' · crashed', closed: '' }[recording];
    return `${app ?? ''} · ${plural(Math.max(0, last - first), 'action')}${suffix}`;
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
