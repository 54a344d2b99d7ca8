// The top bar: the session, its branches, whether it is being recorded, and the theme; and the banner of a lost server.
import { listen } from '../core/api.js';
import { onCommand, onKey } from '../core/controls.js';
import { element, html, put } from '../core/markup.js';
import { hasSession, isEmpty } from '../core/session.js';
import { onChange, state, update } from '../core/store.js';
import { openMenu } from '../dialogs/menu.js';
import { toast } from '../dialogs/toast.js';
import { fileName, number, plural } from '../parts/format.js';
import { icon, mark } from '../parts/icons.js';
import { nextTheme } from '../parts/themes.js';
import { label } from '../parts/values.js';
import { branchCount, branchesMenu } from './branches.js';

function drawSession() {
    const { session } = state;
    if (!hasSession()) return put(element('session-name'), html`<b>Rewind</b>`);
    const actions = session.last - session.first;
    const branches = branchCount();
    const count = isEmpty() ? 'no actions' : plural(actions, 'action');
    const what = session.app ? `${session.app} · ${count}` : count;
    const name = fileName(session.file);
    return put(element('session-name'), html`
        ${session.part === undefined ? html`
            <button class="file" data-do="sessions" aria-haspopup="menu" title="${label(session.file)}">
                <b>${name}</b>
                ${icon('down')}
            </button>
        ` : html`<b title="${label(session.file)}">${name}</b>`}
        <span>${what}</span>
        ${branches ? html`
            <button class="link branches" data-do="branches" aria-haspopup="menu" title="Show the branches">
                ${icon('branch')}
                ${branches > 4999 ? '5,000 or more' : number(branches)} ${branches === 1 ? 'branch' : 'branches'}
            </button>
        ` : ''}
    `);
}

let ticking = 0;

function drawPill() {
    const { session } = state;
    const pill = element('live');
    const isLive = session.recording === 'live';
    const isOff = !state.isConnected || session.gone !== undefined || session.absentUntil !== undefined;
    const isCrashed = !isOff && session.recording === 'crashed';
    pill.className = `pill ${isOff ? 'off' : isLive ? 'on' : isCrashed ? 'crashed' : ''}`;
    clearTimeout(ticking);
    // The wait is counted down.
    if (state.isConnected && session.absentUntil !== undefined) ticking = setTimeout(drawPill, 1000);
    put(pill, html`${isCrashed ? mark('crash') : html`<i></i>`}${pillText()}`);
}

function pillText() {
    const { session } = state;
    if (!state.isConnected) return 'Disconnected';
    if (!hasSession()) return '';
    if (session.gone) return 'Unreadable';
    if (session.recording === 'crashed') return 'Ended by a crash';
    if (session.recording === 'suspended') return 'Ended in the background';
    if (session.recording !== 'live') return 'Recorded';
    if (session.absentUntil !== undefined) {
        const seconds = Math.max(0, Math.ceil(session.absentUntil / 1e6 - Date.now() / 1000));
        return `Connection lost, waits ${seconds} s`;
    }
    if (isEmpty()) return 'Waiting';
    return state.at >= session.last || state.at === session.position ? 'Live' : 'Live, in the past';
}

function drawBanner() {
    const { session: { gone }, isConnected, denial, retryIn } = state;
    const loaded = hasSession() ? 'What is loaded stays available.' : '';
    element('banner').hidden = isConnected && !gone;
    put(element('banner'), denial ? html`${denial.error} <span>${denial.hint}</span> <span>${loaded}</span>` : !isConnected ? html`
        The inspector’s server does not answer.${' '}
        <span>${loaded} ${retryIn ? `Trying again in ${retryIn} s.` : 'Trying…'}</span>
        <button class="button end" data-do="retry">Try now</button>
    ` : html`${gone?.error} <span>${gone?.hint}</span> <span>${loaded}</span>`);
}

/** Tries to reach the server immediately. */
function retry() {
    update({ retryIn: 0 });
    listen();
}

/** Opens the menu of branches.
 * @param {HTMLElement} button */
const openBranches = async button => openMenu(button, 'Branches', await branchesMenu());

onChange(['session'], (_, { session: before }) => {
    const { id, generation, file } = state.session;
    if (id !== before.id || generation === before.generation) return;
    toast(`${fileName(file)} was replaced by another recording`);
});
onChange(['sessions', 'session'], drawSession);
onChange(['sessions', 'session', 'at', 'isConnected'], drawPill);
onChange(['session', 'isConnected', 'denial', 'retryIn'], drawBanner);

onCommand({ branches: openBranches, retry, theme: nextTheme });
onKey({ t: nextTheme }, { needsActions: false });
