// Exports: a state, a part of the session, a test. Only the browser writes files.
import { onCommand, onKey } from '../core/controls.js';
import { fieldValue, note, openDialog } from '../dialogs/dialog.js';
import { number, plural } from '../parts/format.js';
import { html } from '../parts/markup.js';
import { current, downloadFromSession, isEmpty } from '../core/session.js';
import { toastError, toast } from '../dialogs/toast.js';
import { from, to, view, way } from '../core/view.js';

/** True if the session can be exported so. @param {'state' | 'part' | 'test'} what */
export const canExport = what => !isEmpty() && (current.session.exports ?? []).includes(what);

/** Downloads the selected state. */
async function exportState() {
    try {
        toast(`Downloaded ${await downloadFromSession('state', { at: view.at })}`);
    } catch (error) {
        toastError(error);
    }
}

const field = (name, title, value, least) => html`
    <label>
        ${title}
        <input name="${name}" class="mono" type="number" required min="${least}" max="${current.session.last}" step="1" value="${value}">
    </label>
`;

const baseName = () => current.session.file.split('/').at(-1).replace(/\.rewind$/, '');

/** Opens the dialog for a part of the session. */
function exportPart() {
    const { first, last } = current.session;
    const start = view.with === null ? Math.max(first + 1, view.at - 99) : Math.max(first + 1, from());
    const end = view.with === null ? Math.max(start, view.at) : to();
    askRange('part', 'Export a part', html`
        ${field('from', 'First action', start, first + 1)}
        ${field('to', 'Last action', end, first + 1)}
    `,
        ([a, b]) => ['cut', current.session.file, `${a}..${b}`, '--output', `${baseName()}-${a}-${b}.rewind`],
        ([a, b]) => (b < a ? 'The last action comes before the first one.' : a < first + 1 || b > last
            ? `The session has the actions from ${number(first + 1)} to ${number(last)}.` : `A session of ${plural(b - a + 1, 'action')}, with their bookmarks.`));
}

/** Opens the dialog for a test. */
function exportTest() {
    const shown = way();
    const depth = current.paths.depth(view.at);
    const before = view.with === null ? Math.max(0, depth - 20) : current.paths.depth(from());
    const start = shown.at(before + 1);
    askRange('test', 'Export a test', html`
        ${field('from', 'First action', start, current.session.first + 1)}
        ${field('to', 'Last action', view.with === null ? view.at : to(), current.session.first + 1)}
    `,
    ([a, b]) => ['export', current.session.file, '--format', 'test', `${a}..${b}`, '--output', `${baseName()}-${a}-${b}-Tests.swift`],
    ([a, b]) => (b < a ? 'The last action comes before the first one.'
        : 'For Swift Testing: it runs the app’s reducer again, and compares each state.'));
}

function askRange(what, title, fields, command, told) {
    const range = () => [Number(fieldValue('from')), Number(fieldValue('to'))];
    const say = () => note(told(range()));
    openDialog(title, html`<div class="range">${fields}</div>`, 'Download', async () => {
        const [a, b] = range();
        toast(`Downloaded ${await downloadFromSession(what, { from: a, to: b })}`);
    }, () => command(range()));
    say();
    document.getElementById('dialog').oninput = say;
}

onCommand({ 'export-state': exportState, 'export-part': exportPart, 'export-test': exportTest });
onKey({ e: () => { if (canExport('state')) exportState(); } });
