// Exports: a state, a part of the session, a test. Only the browser writes files.
import { onCommand, onKey } from '../core/controls.js';
import { current, downloadFromSession, isEmpty } from '../core/session.js';
import { from, to, view, way } from '../core/view.js';
import { fieldValue, note, openDialog } from '../dialogs/dialog.js';
import { toast, toastError } from '../dialogs/toast.js';
import { number, plural } from '../parts/format.js';
import { html } from '../parts/markup.js';

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

/** @param {string} name @param {string} title @param {Seq} value */
function field(name, title, value) {
    const { first, last } = current.session;
    return html`
        <label>
            ${title}
            <input name="${name}" class="mono" type="number" required min="${first + 1}" max="${last}" value="${value}">
        </label>
    `;
}

const baseName = () => current.session.file.split('/').at(-1).replace(/\.rewind$/, '');

/** Opens the dialog for a part of the session. */
function exportPart() {
    const { first, last } = current.session;
    const start = Math.max(first + 1, view.with === null ? view.at - 99 : from());
    openRangeDialog({
        what: 'part',
        title: 'Export a part',
        range: [start, view.with === null ? Math.max(start, view.at) : to()],
        command: (a, b) => ['cut', current.session.file, `${a}..${b}`, '--output', `${baseName()}-${a}-${b}.rewind`],
        noteOf: (a, b) => (a < first + 1 || b > last
            ? `The session has the actions from ${number(first + 1)} to ${number(last)}.`
            : `A session of ${plural(b - a + 1, 'action')}, with their bookmarks.`),
    });
}

/** Opens the dialog for a test. */
function exportTest() {
    const depth = view.with === null ? current.paths.depth(view.at) - 20 : current.paths.depth(from());
    openRangeDialog({
        what: 'test',
        title: 'Export a test',
        range: [way().at(Math.max(0, depth) + 1), view.with === null ? view.at : to()],
        command: (a, b) => ['export', current.session.file, '--format', 'test', `${a}..${b}`, '--output',
            `${baseName()}-${a}-${b}-Tests.swift`],
        noteOf: () => 'For Swift Testing: it runs the app’s reducer again, and compares each state.',
    });
}

/**
 * Opens a dialog for a range of actions, which is downloaded.
 *
 * @param {object} options
 * @param {'part' | 'test'} options.what
 * @param {string} options.title
 * @param {[Seq, Seq]} options.range The range at first.
 * @param {(from: Seq, to: Seq) => unknown[]} options.command
 * @param {(from: Seq, to: Seq) => string} options.noteOf
 */
function openRangeDialog({ what, title, range: [start, end], command, noteOf }) {
    const range = () => /** @type {const} */ ([Number(fieldValue('from')), Number(fieldValue('to'))]);
    openDialog({
        title,
        fields: html`<div class="range">${field('from', 'First action', start)}${field('to', 'Last action', end)}</div>`,
        button: 'Download',
        send: async () => {
            const [a, b] = range();
            toast(`Downloaded ${await downloadFromSession(what, { from: a, to: b })}`);
        },
        command: () => command(...range()),
        changed: () => {
            const [a, b] = range();
            note(b < a ? 'The last action comes before the first one.' : noteOf(a, b));
        },
    });
}

onCommand({ 'export-state': exportState, 'export-part': exportPart, 'export-test': exportTest });
onKey({ e: () => { if (canExport('state')) exportState(); } });
