// The commands that change an action of a what-if, at the selected action: left out, edited, followed by a new one, moved.
import { onClick, onCommand, onKey } from '../core/controls.js';
import { html } from '../core/markup.js';
import { askSession } from '../core/session.js';
import { state } from '../core/store.js';
import { leaveWhatIf, tip, way } from '../core/view.js';
import { actionFields, payloadLine, payloadOf, startFields, typedPayload, typedType } from '../dialogs/action-fields.js';
import { fieldValue, note, openDialog } from '../dialogs/dialog.js';
import { announce, toast, toastError } from '../dialogs/toast.js';
import { commands } from '../parts/commands.js';
import { indented, memberText } from '../parts/json-text.js';
import { changesAt, countOf, moved, movedAfter, options, toggledSkip, typeOf } from '../core/changes.js';
import { withEdit, withInsertion, withoutEdit, withoutInsertion, withoutMove } from '../core/changes.js';
import { canChangeHere, checkChanges, setChanges } from './what-if.js';

/** The maximum number of bytes of a payload. */
const longest = 120_000;

/** @param {Seq} seq */
function toggleSkipped(seq = state.at) {
    if (canChangeHere()) setChanges(toggledSkip(state.changes, seq));
}

/** Returns the types that the session has. */
async function knownTypes() {
    const { types } = await askSession('answers/stats', {});
    return Object.keys(types).sort();
}

/** Returns the parts of an action as JSON; null for something else, such as a payload.
 * @param {string} text @returns {{ type: string, payload: string } | null} */
function asAction(text) {
    let action;
    try { action = JSON.parse(text); } catch { return null; }
    const isAction = typeof action?.type === 'string' && Object.keys(action).every(name => name === 'type' || name === 'payload');
    const payload = isAction ? memberText(text, 'payload') : undefined;
    return payload === undefined ? null : { type: action.type, payload };
}

/** Returns an action as JSON; as its payload alone if that is enough.
 * @param {string} type @param {string} payload @param {string} [recorded] The type that goes without saying. */
const actionText = (type, payload, recorded) => (type === recorded && !asAction(payload) ? payload
    : `{"type":${JSON.stringify(type)},"payload":${payload}}`);

/**
 * Opens the dialog for an action.
 *
 * @param {object} form
 * @param {string} form.title
 * @param {string} form.type
 * @param {string | undefined} form.payload
 * @param {string} form.text What is said about the change.
 * @param {(type: string, payload: string) => Changes} form.changed Returns the changes with the action.
 */
async function openChange({ title, type, payload, text, changed }) {
    const types = await knownTypes().catch(() => [type]);
    openDialog({
        title,
        fields: actionFields(types, type),
        button: html`Re-run <kbd>Ctrl Enter</kbd>`,
        send: async () => {
            const text = typedPayload();
            // The server passes it on as a word of a command.
            if (new Blob([text]).size > longest) throw new Error('The payload is too long: at most 120,000 bytes can be re-run here.');
            const next = changed(typedType(), text);
            await checkChanges(next);
            setChanges(next);
        },
        command: () => commands.whatIf(state.session.file, options(changed(typedType(), payloadLine())), tip()),
    });
    note(text);
    startFields(payload);
}

/** Opens the dialog for another payload of an action. */
async function openEdit(seq = state.at) {
    if (!canChangeHere()) return;
    try {
        const { row } = await askSession('action', { seq });
        const edited = state.changes.edit.find(each => each.seq === seq)?.action;
        const before = asAction(edited ?? '');
        const payload = edited === undefined ? await payloadOf(seq) : indented(before?.payload ?? edited);
        if (payload === undefined) throw new Error('The payload is too long to be edited here.');
        await openChange({
            title: `What if #${seq} had been another action?`,
            type: before?.type ?? row.type,
            payload,
            text: 'The recording stays as it is.',
            changed: (type, text) => withEdit(state.changes, seq, actionText(type, text, row.type)),
        });
    } catch (error) {
        toastError(error);
    }
}

/** Opens the dialog for an action after another one, or for one that was inserted.
 * @param {number} [index] */
async function openInsert(index) {
    if (!canChangeHere({ isPlace: true })) return;
    const old = state.changes.insert[index ?? -1];
    const after = old?.after ?? state.at;
    const before = old && asAction(old.action);
    const { type = '' } = state.row?.seq === state.at ? state.row : {};
    await openChange({
        title: `What if an action had come after #${after}?`,
        type: before?.type ?? (old ? typeOf(old.action) : type),
        payload: before ? indented(before.payload) : undefined,
        text: 'The recording stays as it is.',
        changed: (name, text) => withInsertion(state.changes, after, actionText(name, text), index),
    });
}

/** Returns the places of the shown branch. */
function places() {
    const { first } = state.session;
    const branch = way();
    return {
        first: branch.start - 1,
        last: branch.length,
        /** @param {number} depth */
        at: depth => (depth < branch.start ? first : branch.at(depth)),
        /** @param {Seq} seq */
        depth: seq => (seq <= first ? branch.start - 1 : state.paths.depth(seq)),
    };
}

/** Opens the dialog that moves the selected action far. */
function openMove() {
    if (!canChangeHere()) return;
    const { at, changes, session } = state;
    const moveTo = () => {
        const after = Number(fieldValue('after'));
        const isThere = after === session.first || way().has(after);
        return isThere && after !== at ? movedAfter({ ...changes, skip: changes.skip.filter(each => each !== at) }, at, after, places()) : null;
    };
    openDialog({
        title: `What if #${at} had come after another action?`,
        fields: html`
            <label>
                Number of the action before it
                <input name="after" class="mono" type="number" required min="${session.first}" max="${session.last}"
                    value="${changes.reorder.find(each => each.seq === at)?.after ?? state.paths.parent(at)}">
            </label>
        `,
        button: 'Re-run',
        send: async () => {
            const next = moveTo();
            if (!next) throw new Error('Choose another action that runs on this branch.');
            setChanges(next);
        },
        command: () => commands.whatIf(session.file, options(moveTo() ?? changes), tip()),
    });
    note('The recording stays as it is.');
}

/** Moves the selected action in the order of the re-run.
 * @param {number} direction */
function move(direction, seq = state.at) {
    if (!canChangeHere()) return;
    if (state.changes.skip.includes(seq)) { toast(`#${seq} is left out.`); return; }
    const next = moved(state.changes, seq, direction, places());
    if (!next) { toast(direction < 0 ? 'It is the first action.' : 'It is the last action.'); return; }
    setChanges(next);
    const place = next.reorder.find(each => each.seq === seq);
    announce(place ? `${seq} runs after ${place.after}` : `${seq} runs where it was recorded`);
}

/** Returns the commands of a what-if for the selected action.
 * @returns {[name: string, text: string, key: string][]} */
export function whatIfCommands() {
    const { changes, at, session } = state;
    const { isSkipped, isEdited } = changesAt(changes, at);
    const isMore = countOf(changes) > 0;
    const isAction = at > session.first;
    return [
        ...isAction ? /** @type {[string, string, string][]} */ ([
            ['what-if', isSkipped ? 'Include it again' : isMore ? 'What if without it, too?' : 'What if without it?', 'x'],
            ['what-if-edit', isEdited ? 'Edit it again…' : 'What if with another payload…', 'm'],
        ]) : [],
        ['what-if-insert', 'What if with an action after it…', 'n'],
        ...isAction && !isSkipped ? /** @type {[string, string, string][]} */ ([
            ['what-if-earlier', 'What if earlier?', '<'], ['what-if-later', 'What if later?', '>'],
            ['what-if-move', 'What if after another one…', ''],
        ]) : [],
    ];
}

onClick({
    skip: seq => toggleSkipped(Number(seq)),
    edit: seq => openEdit(Number(seq)),
    unedit: seq => setChanges(withoutEdit(state.changes, Number(seq))),
    insertion: index => openInsert(Number(index)),
    uninsert: index => setChanges(withoutInsertion(state.changes, Number(index))),
    earlier: seq => move(-1, Number(seq)),
    later: seq => move(1, Number(seq)),
    unmove: seq => setChanges(withoutMove(state.changes, Number(seq))),
});
onCommand({
    'what-if': () => toggleSkipped(),
    'what-if-edit': () => { openEdit(); },
    'what-if-insert': () => { openInsert(); },
    'what-if-move': openMove,
    'what-if-earlier': () => move(-1),
    'what-if-later': () => move(1),
    'leave-what-if': leaveWhatIf,
});
onKey({
    x: () => toggleSkipped(),
    m: () => { openEdit(); },
    n: () => { openInsert(); },
    '<': () => move(-1),
    '>': () => move(1),
});
