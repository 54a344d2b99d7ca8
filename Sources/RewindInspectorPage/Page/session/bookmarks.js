// Setting, editing and removing bookmarks, and moving the cursor.
import { onClick, onCommand, onKey } from '../core/controls.js';
import { html } from '../core/markup.js';
import { bookmarks, bookmarksAt, changeSession, isEmpty } from '../core/session.js';
import { state } from '../core/store.js';
import { go, jump } from '../core/view.js';
import { closeDialog, fieldValue, note, openDialog, refuse } from '../dialogs/dialog.js';
import { toast, toastError } from '../dialogs/toast.js';
import { commands } from '../parts/commands.js';
import { label } from '../parts/values.js';

/** True if the cursor can be changed. */
export const canChange = () => Boolean(state.session.changes) && !isEmpty();

/** True if bookmarks can be changed; while an app is recording, it does that. */
export const canMark = () => canChange() || (Boolean(state.session.steering) && !isEmpty());

/** Returns the reason why they cannot be changed. */
export const whyNot = () => (!state.canWrite ? 'Opened without --write: bookmarks and the cursor cannot be changed.'
    : canMark() ? 'The cursor cannot be changed while the app is recording.'
        : state.session.recording === 'live' ? 'The app is recording, and does not accept bookmarks.'
            : 'This is a copy: bookmarks and the cursor cannot be changed.');

/**
 * Opens the dialog for a bookmark; without a name, for the selected action's first bookmark, or a new one.
 *
 * @param {string} [name]
 */
function openBookmark(name) {
    if (!canMark()) { toast(whyNot()); return; }
    const seq = state.at;
    const old = name === undefined ? bookmarksAt(seq)[0] : bookmarks().find(each => each.name === name);
    const at = old?.seq ?? seq;
    const [newName, text] = [() => fieldValue('name').trim(), () => fieldValue('note').trim()];
    openDialog({
        title: old ? `Bookmark at #${at}` : `Bookmark #${at}`,
        fields: html`
            <label>
                Name
                <input name="name" class="mono" required maxlength="200" autocomplete="off" spellcheck="false"
                    value="${old?.name}">
            </label>
            <label>
                Note
                <textarea name="note" rows="3" maxlength="10000">${old?.note}</textarea>
            </label>
            ${old && html`
                <button type="button" class="link remove" data-unmark="${old.name}">Remove this bookmark</button>
            `}
        `,
        button: html`Save <kbd>Ctrl Enter</kbd>`,
        send: async () => {
            const mark = { name: newName(), seq: at, note: text() };
            await changeSession('bookmark', old ? { ...mark, was: old.name } : mark);
            toast(`⚑ ${mark.name} is at #${at}`);
        },
        command: () => commands.bookmark(state.session.file, newName() || 'NAME', at, text()),
        changed: () => {
            const same = bookmarks().find(each => each.name === newName() && each !== old);
            note(same ? `It is at #${same.seq}, and moves here.` : `At #${at}.`);
        },
    });
}

/** Removes a bookmark.
 * @param {string} name */
async function removeBookmark(name) {
    try {
        await changeSession('bookmark/remove', { name });
        closeDialog();
        toast(`Removed ⚑ ${label(name)}`);
    } catch (error) {
        refuse(error);
    }
}

/** @param {object} order */
async function move(order) {
    if (!canChange()) { toast(whyNot()); return; }
    try {
        const { cursor = 0 } = await changeSession('cursor', order);
        go(cursor);
        toast(`The cursor is at #${cursor}`);
    } catch (error) {
        toastError(error);
    }
}

// The cursor moves to the selected action, back or forward.
const cursorHere = () => move({ to: state.at });
const cursorBack = () => move({ verb: 'undo' });
const cursorOn = () => move({ verb: 'redo' });

function goToNextBookmark() {
    const seqs = bookmarks().map(each => each.seq).sort((a, b) => a - b);
    const seq = seqs.find(each => each > state.at) ?? seqs[0];
    if (seq === undefined) toast('This session has no bookmark'); else jump(seq);
}

onClick({ mark: openBookmark, unmark: removeBookmark });
onCommand({
    bookmark: () => openBookmark(),
    'cursor-here': cursorHere,
    'cursor-back': cursorBack,
    'cursor-on': cursorOn,
});
onKey({
    b: goToNextBookmark,
    B: () => openBookmark(),
    c: () => { cursorHere(); },
    'Ctrl z': () => (canChange() ? void cursorBack() : false),
    'Ctrl Z': () => (canChange() ? void cursorOn() : false),
});
