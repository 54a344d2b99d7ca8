// The menu of sessions, and files that are dropped on the page or chosen there: the server opens copies of them.
import { sessionChanged, upload } from '../core/api.js';
import { onClick, onCommand } from '../core/controls.js';
import { element, html } from '../core/markup.js';
import { isEmpty } from '../core/session.js';
import { state } from '../core/store.js';
import { openSession } from '../core/view.js';
import { openMenu } from '../dialogs/menu.js';
import { toast, toastError } from '../dialogs/toast.js';
import { fileName, plural } from '../parts/format.js';
import { label } from '../parts/values.js';

/** Opens the menu of sessions.
 * @param {HTMLElement} button */
function openSessions(button) {
    /** @param {Session} each */
    const canCompare = each => !isEmpty() && each.id !== state.session.id && !each.gone;
    const items = state.sessions.map(each => html`
        <div class="menu-row" role="none">
            <button role="menuitemradio" aria-checked="${each.id === state.session.id}" data-session="${each.id}">
                <b>${fileName(each.file)}</b>
                <span class="dim">${each.gone ? each.gone.error : summary(each)}</span>
            </button>
            ${canCompare(each) ? html`
                <button role="menuitem" class="menu-beside" data-beside="${each.id}"
                    aria-label="Beside ${fileName(each.file)}" title="Compare the shown session with this one">
                    Beside
                </button>
            ` : ''}
        </div>
    `);
    openMenu(button, 'Sessions', html`
        ${items}
        ${state.hasFleet && html`
            <button role="menuitem" class="menu-command" data-do="fleet"><span>Sessions of the fleet</span></button>
        `}
        <button role="menuitem" class="menu-command" data-do="open-file"><span>Open a file…</span></button>
    `);
}

/** @param {Session} session */
function summary({ app, first, last, recording }) {
    const suffix = recording === 'closed' ? '' : ` · ${recording}`;
    return `${app ? `${app} · ` : ''}${plural(Math.max(0, last - first), 'action')}${suffix}`;
}

/** Opens copies of files, one after the other, and shows the last one.
 * @param {File[]} files */
async function openFiles(files) {
    for (const file of files) {
        toast(`Opening ${label(file.name)}…`);
        try {
            const session = await upload('sessions', file);
            sessionChanged.emit(session);
            openSession(session.id);
            toast(session.file === file.name ? `${label(file.name)} is open as a copy, read-only`
                : `${plural(session.last - session.first, 'action')} of ${label(file.name)}, as a session`);
        } catch (error) {
            toastError(error);
        }
    }
}

function chooseFile() {
    const field = Object.assign(document.createElement('input'), { type: 'file', multiple: true });
    field.addEventListener('change', () => openFiles([...field.files ?? []]));
    field.click();
}

/** @param {DragEvent} event */
const hasFiles = ({ dataTransfer }) => !state.session.part && (dataTransfer?.types.includes('Files') ?? false);

onClick({ session: id => openSession(Number(id)) });
onCommand({ sessions: openSessions, 'open-file': chooseFile, fleet: () => location.assign('/fleet.html') });

const over = (/** @type {DragEvent} */ event, /** @type {boolean} */ isOver) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    element('drop').hidden = !isOver;
};
document.addEventListener('dragenter', event => over(event, true));
document.addEventListener('dragover', event => over(event, true));
document.addEventListener('dragleave', event => { if (!event.relatedTarget) over(event, false); });
document.addEventListener('drop', event => {
    over(event, false);
    if (hasFiles(event)) openFiles([...event.dataTransfer?.files ?? []]);
});
