// The dialog that exports a story: moments with their notes, changes and screens, as one page to read.
import { onCommand } from '../core/controls.js';
import { element, html } from '../core/markup.js';
import { bookmarks, downloadFromSession } from '../core/session.js';
import { state } from '../core/store.js';
import { note, openDialog } from '../dialogs/dialog.js';
import { toast } from '../dialogs/toast.js';
import { commands } from '../parts/commands.js';
import { plural } from '../parts/format.js';
import { baseName } from './exports.js';

const most = 200;

/** Returns the moments that can be chosen, in order: the bookmarks, and the selected actions.
 * @returns {{ seq: Seq, names: string[], type: string, isChosen: boolean }[]} */
function choices() {
    const marked = bookmarks().slice(0, most);
    const rows = [state.row, state.other];
    const selected = state.with === null ? [state.at] : [state.at, state.with];
    const seqs = [...new Set([...marked.map(mark => mark.seq), ...selected])].sort((a, b) => a - b);
    return seqs.map(seq => ({
        seq,
        names: marked.filter(mark => mark.seq === seq).map(mark => mark.name),
        type: rows.find(row => row?.seq === seq)?.type ?? '',
        isChosen: selected.includes(seq) || marked.some(mark => mark.seq === seq),
    }));
}

/** Returns the seqs of the chosen moments. */
const chosen = () => [...element('dialog').querySelectorAll('[name=moment]')]
    .filter(box => /** @type {HTMLInputElement} */ (box).checked)
    .map(box => Number(/** @type {HTMLInputElement} */ (box).value));

/** True if the chosen moments are those that the command takes by default. */
const isDefault = () => String([...new Set(bookmarks().map(mark => mark.seq))].sort((a, b) => a - b)) === String(chosen());

function openStory() {
    openDialog({
        title: 'Export a story',
        fields: html`
            <fieldset class="choices">
                <legend>Moments</legend>
                ${choices().map(({ seq, names, type, isChosen }) => html`
                    <label>
                        <input type="checkbox" name="moment" value="${seq}" ${isChosen ? html`checked` : ''}>
                        <span class="mono">#${seq}</span>
                        ${names.map(name => html`<b>⚑ ${name}</b>`)}
                        <span>${type}</span>
                    </label>
                `)}
            </fieldset>
        `,
        button: 'Download',
        send: async () => {
            if (!chosen().length) throw new Error('Choose at least one moment.');
            toast(`Downloaded ${await downloadFromSession('story', { at: chosen() })}`);
        },
        command: () => commands.story(state.session.file, isDefault() ? [] : chosen(), `${baseName()}-story.html`),
        changed: () => note(chosen().length
            ? `A page of ${plural(chosen().length, 'moment')} to read and print, without scripts.`
            : 'Choose at least one moment.'),
    });
}

onCommand({ 'export-story': openStory });
