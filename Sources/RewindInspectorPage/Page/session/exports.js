// Exports: a state, a part of the session, as a file or a page, a test. Only the browser writes files.
import { onCommand, onKey } from '../core/controls.js';
import { html } from '../core/markup.js';
import { downloadFromSession, isEmpty } from '../core/session.js';
import { state } from '../core/store.js';
import { way } from '../core/view.js';
import { fieldValue, note, openDialog } from '../dialogs/dialog.js';
import { toast, toastError } from '../dialogs/toast.js';
import { commands } from '../parts/commands.js';
import { number, plural } from '../parts/format.js';

/** True if the session can be exported so.
 * @param {Export} what */
export const canExport = what => !isEmpty() && (state.session.exports ?? []).includes(what);

/** Downloads the selected state. */
async function exportState() {
    try {
        toast(`Downloaded ${await downloadFromSession('state', { at: state.at })}`);
    } catch (error) {
        toastError(error);
    }
}

/** @param {string} name @param {string} title @param {Seq} value */
function field(name, title, value) {
    const { first, last } = state.session;
    return html`
        <label>
            ${title}
            <input name="${name}" class="mono" type="number" required min="${first + 1}" max="${last}" value="${value}">
        </label>
    `;
}

/** Returns the session's name for an output. */
export const baseName = () => state.session.file.replace(/^.*\//s, '').replace(/\.rewind$/, '');

/** Returns a function for the command that exports a range in a format.
 * @param {string} format @param {string} ending */
const exportCommand = (format, ending) => (/** @type {Seq} */ a, /** @type {Seq} */ b) => (
    commands.export(state.session.file, format, a, b, `${baseName()}-${a}-${b}${ending}`));

/** Returns the compared actions, or the last hundred up to the selected one.
 * @returns {[Seq, Seq]} */
function lastActions() {
    const { at, with: other, session } = state;
    const start = Math.max(session.first + 1, other === null ? at - 99 : Math.min(at, other));
    return [start, Math.max(start, at, other ?? 0)];
}

/** Opens the dialog for a part of the session. */
const exportPart = () => openRangeDialog({
    what: 'part',
    title: 'Export a part',
    range: lastActions(),
    command: (a, b) => commands.cut(state.session.file, a, b, `${baseName()}-${a}-${b}.rewind`),
    noteOf: count => `A session of ${plural(count, 'action')}, with their bookmarks.`,
});

/** Opens the dialog for a part as a page. */
const exportPage = () => openRangeDialog({
    what: 'html',
    title: 'Export a page',
    range: lastActions(),
    command: exportCommand('html', '.html'),
    noteOf: count => `${plural(count, 'action')} in this page, which opens from disk.`,
});

/** Opens the dialog for a test. */
function exportTest() {
    const { paths, at, with: other } = state;
    const depth = other === null ? paths.depth(at) - 20 : paths.depth(Math.min(at, other));
    openRangeDialog({
        what: 'test',
        title: 'Export a test',
        range: [way().at(Math.max(0, depth) + 1), Math.max(at, other ?? 0)],
        command: exportCommand('test', '-Tests.swift'),
        noteOf: () => 'For Swift Testing: it runs the app’s reducer again, and compares each state.',
    });
}

/**
 * Opens a dialog for a range of actions, which is downloaded.
 *
 * @param {object} options
 * @param {Export} options.what
 * @param {string} options.title
 * @param {[Seq, Seq]} options.range The range at first.
 * @param {(from: Seq, to: Seq) => unknown[]} options.command
 * @param {(count: number) => string} options.noteOf
 */
function openRangeDialog({ what, title, range: [start, end], command, noteOf }) {
    const { first, last } = state.session;
    const range = () => /** @type {const} */ ([Number(fieldValue('from')), Number(fieldValue('to'))]);
    openDialog({
        title,
        fields: html`
            <div class="range">${field('from', 'First action', start)}${field('to', 'Last action', end)}</div>
        `,
        button: 'Download',
        send: async () => {
            const [a, b] = range();
            toast(`Downloaded ${await downloadFromSession(what, { from: a, to: b })}`);
        },
        command: () => command(...range()),
        changed: () => {
            const [a, b] = range();
            note(b < a ? 'The last action comes before the first one.' : a <= first || b > last
                ? `The session has the actions from ${number(first + 1)} to ${number(last)}.` : noteOf(b - a + 1));
        },
    });
}

onCommand({
    'export-state': exportState,
    'export-part': exportPart,
    'export-html': exportPage,
    'export-test': exportTest,
});
onKey({ e: () => { if (canExport('state')) exportState(); } });
