// The page of a database with the sessions of many users: their numbers, crashes, and a question. A click on a session
// opens it in the inspector.
import { ask, post } from '../core/api.js';
import { errorText, number, plural } from '../parts/format.js';
import { element, html, put } from '../core/markup.js';
import { errorNote } from '../parts/notes.js';
import { nextTheme, startTheme } from '../parts/themes.js';
import { chart } from './fleet-chart.js';
import { changed, found, listed, minute, progress, versionName } from './fleet-data.js';

/** @param {FleetCrashes} group */
const crash = ({ type, pointers, sessions, versions, effects, first_at: first, last_at: last, shortest }) => html`
    <li class="crash-group">
        <b>${plural(sessions, 'session')}</b>
        <div>
            <b class="mono">${type ?? '(before any action)'}</b> <span class="mono">${changed(pointers)}</span>
            <p class="dim">${listed(versions.map(each => `${each.app_version ?? 'unknown'}: ${number(each.sessions)}`), 8)}</p>
            ${effects.length > 0 && html`<p class="dim">under way: ${listed(effects.map(each => `${each.name} (${number(each.sessions)})`), 8)}</p>`}
            <p class="dim">${minute(first)}${last !== first && ` to ${minute(last)}`} UTC</p>
        </div>
        <button class="button" data-open="${shortest.session}">Open the shortest, ${plural(shortest.actions, 'action')}</button>
    </li>
`;

/** @param {FleetSession} session */
const match = session => html`
    <li><button class="match" data-open="${session.session}" data-seq="${session.seq}">
        <b class="mono">${session.session.slice(0, 13)}</b>
        <span class="mono seq">at ${session.seq}</span>
        <span>${minute(session.started_at)}</span>
        <span>${plural(session.actions, 'action')}</span>
        <span class="dim">${versionName(session)}</span>
        <span class="crashed">${session.crashed && 'crashed'}</span>
    </button></li>
`;

async function showOverview() {
    try {
        /** @type {Fleet} */
        const fleet = await ask('fleet');
        const { crashes, groups } = fleet;
        put(element('fleet-total'), html`
            <b>${plural(fleet.sessions, 'session')}</b><span>${number(fleet.crashed)} crashed</span>
        `);
        put(element('days'), chart(fleet));
        put(element('crashes'), crashes.length ? html`
            <ul>${crashes.map(crash)}</ul>
            ${groups > crashes.length && html`<p class="dim">The ${crashes.length} largest of ${number(groups)} groups</p>`}
        ` : html`<p class="dim">No session ended by a crash.</p>`);
    } catch (error) {
        put(element('days'), errorNote(error.message, error.hint));
        put(element('crashes'), html`<p class="dim">Not known.</p>`);
    }
}

/** The maximum number of listed sessions. */
const mostSessions = 200;
let asked = 0;

/** Lists the sessions in which an expression is true. It is kept in the address, so that the list has a link.
 * @param {string} expression */
async function showMatches(expression) {
    asked += 1;
    const mine = asked;
    history.replaceState(null, '', `#${new URLSearchParams({ where: expression })}`);
    /** @type {FleetSession[]} */
    const sessions = [];
    const show = (/** @type {string} */ sentence, canStop = false) => {
        if (asked !== mine) return;
        element('stop').hidden = !canStop;
        put(element('answer'), html`${sentence}`);
        put(element('matches'), sessions.length ? html`<ul>${sessions.map(match)}</ul>` : html``);
    };
    show('Reading sessions…', true);
    try {
        for (let from = 0; asked === mine;) {
            /** @type {FleetMatches} */
            const part = await ask('fleet/watch', { where: expression, from });
            sessions.push(...part.sessions.slice(0, mostSessions - sessions.length));
            const isFull = sessions.length === mostSessions;
            if (isFull || part.done === undefined || part.done <= from) {
                return show(found(isFull ? { sessions, more: true } : { ...part, sessions }));
            }
            from = part.done;
            show(progress({ ...part, sessions }), true);
        }
    } catch (error) {
        show(errorText(error));
    }
}

function stop() {
    asked += 1;
    element('stop').hidden = true;
    element('answer').append(' Stopped.');
}

/** Opens a session in the inspector, at a match or at its end.
 * @param {HTMLButtonElement} button */
async function open(button) {
    button.disabled = true;
    button.parentElement?.querySelector('.note')?.remove();
    try {
        const session = await post('fleet/open', { session: button.dataset.open });
        location.assign(`/#${new URLSearchParams({ session: session.id, at: button.dataset.seq ?? session.last })}`);
    } catch (error) {
        const note = document.createElement('div');
        put(note, errorNote(error.message, error.hint));
        button.after(note);
        note.replaceWith(...note.children);
    }
    button.disabled = false;
}

function readQuestion() {
    const expression = new URLSearchParams(location.hash.slice(1)).get('where');
    if (!expression) return;
    element('expr').value = expression;
    showMatches(expression);
}

element('question').addEventListener('submit', event => {
    event.preventDefault();
    const expression = element('expr').value.trim();
    if (expression) showMatches(expression);
});
document.addEventListener('click', event => {
    const button = /** @type {Element} */ (event.target).closest('button');
    if (button?.dataset.open) open(button);
});
document.addEventListener('keydown', event => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key === 't' && isPlain && event.target !== element('expr')) nextTheme();
});
element('stop').addEventListener('click', stop);
element('theme').addEventListener('click', nextTheme);
addEventListener('hashchange', readQuestion);
startTheme();
showOverview();
readQuestion();
