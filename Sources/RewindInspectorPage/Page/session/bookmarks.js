// Bookmarks, set, edited and removed, and the cursor, moved: where the session can be changed.
import { asked, closeAsk, note, openAsk, refuse } from '../dialogs/dialog.js';
import { html } from '../parts/markup.js';
import { bookmarksAt, changeSession, current, isEmpty } from '../core/session.js';
import { complain, toast } from '../dialogs/toast.js';
import { label } from '../parts/values.js';
import { go, view } from '../core/view.js';

/** Whether bookmarks and cursor can be changed. */
export const canChange = () => Boolean(current.session?.changes) && !isEmpty();

/** Why they cannot be, in a sentence. */
export const whyNot = () => (!current.canWrite ? 'Opened without --write: bookmarks and the cursor stay as they are.'
    : 'While its app records, bookmarks and the cursor stay as they are.');

const marks = () => current.session.bookmarks ?? [];

/** Opens the dialog for a bookmark of that name; without one, for the first at the action that is looked at, or a new one. */
export function openBookmark(name) {
    if (!canChange()) { toast(whyNot()); return; }
    const seq = view.at;
    const old = name === undefined ? bookmarksAt(seq)[0] : marks().find(each => each.name === name);
    const at = old?.seq ?? seq;
    const told = () => {
        const same = marks().find(each => each.name === asked('name').trim() && each !== old);
        note(same ? `That one is at #${same.seq}, and moves here.` : `At #${at}.`);
    };
    openAsk(old ? `Bookmark at #${at}` : `Bookmark #${at}`, html`<label>Name<input name="name" class="mono" required maxlength="200"
        autocomplete="off" spellcheck="false" value="${old?.name ?? ''}"></label><label>Note<textarea name="note" rows="3"
        maxlength="10000">${old?.note ?? ''}</textarea></label>${old ? html`<button type="button" class="link remove" data-unmark="${
        old.name}">Remove this bookmark</button>` : ''}`, html`Save <kbd>Ctrl Enter</kbd>`, async () => {
        const mark = { name: asked('name').trim(), seq: at, note: asked('note').trim() };
        await changeSession('bookmark', old ? { ...mark, was: old.name } : mark);
        toast(`⚑ ${mark.name} is at #${at}`);
    }, () => ['bookmark', current.session.file, asked('name').trim() || 'NAME', at, ...(asked('note').trim()
        ? ['--note', asked('note').trim()] : [])]);
    told();
    document.getElementById('ask').oninput = told;
}

/** Removes a bookmark. */
export async function removeBookmark(name) {
    try {
        await changeSession('bookmark/remove', { name });
        closeAsk();
        toast(`Removed ⚑ ${label(name)}`);
    } catch (error) {
        refuse(error);
    }
}

async function move(order) {
    if (!canChange()) { toast(whyNot()); return; }
    try {
        const { cursor } = await changeSession('cursor', order);
        go(cursor);
        toast(`The cursor is at #${cursor}`);
    } catch (error) {
        complain(error);
    }
}

/** Moves the cursor to the action that is looked at. */
export const cursorHere = () => move({ to: view.at });
export const cursorBack = () => move({ verb: 'undo' });
export const cursorOn = () => move({ verb: 'redo' });
