// The tabs Action and Raw: everything about one action.
import { html, put } from '../core/markup.js';
import { newest } from '../core/request-queue.js';
import { askSession, isOfNoState, sliceOfRow } from '../core/session.js';
import { state } from '../core/store.js';
import { fieldsOf } from '../effects/payload.js';
import { shows, showsNone } from '../parts/behind.js';
import { dayAndTime, duration, number, plural, span } from '../parts/format.js';
import { colorClass } from '../parts/icons.js';
import { emptyNote, errorNote } from '../parts/notes.js';
import { placeOfView } from './views.js';

/** @type {Answers['action'] | null} */
let shown = null;
/** @type {Failure | null} */
let refusal = null;

const read = newest(
    (seq, abort) => askSession('action', { seq }, abort),
    answer => { shown = answer; refusal = null; drawAction(false); },
    error => { refusal = error; drawAction(false); },
);

/** Shows the selected action; the previous one stays until it was read.
 * @param {boolean} asks */
export function drawAction(asks = true) {
    const isAction = state.at > state.session.first;
    if (asks && isAction && (shown?.row.seq !== state.at || shown.row.status === 'began')) read(state.at);
    const body = placeOfView('action');
    if (!body) return;
    if (!isAction) showsNone(body);
    if (!isAction) return void put(body, emptyNote('The first state', 'No action led to it.'));
    if (!shown || refusal) showsNone(body);
    if (refusal) return void put(body, errorNote(refusal.message, refusal.hint));
    if (!shown) return;
    put(body, actionMarkup(shown));
    shows(body, shown.row.seq);
}

/** @param {Answers['action']} action */
function actionMarkup({ row, payload, error, origin, decodable, durations }) {
    const isCrash = row.trouble === 'crash';
    const isSkipped = row.trouble === 'skipped';
    const title = isCrash ? 'The process ended while this reducer ran' : 'The reducer reported an error';
    const fields = fieldsOf(payload);
    /** @param {string} name @param {Part} value */
    const fact = (name, value) => html`<dt>${name}</dt><dd>${value}</dd>`;
    return html`
        ${isCrash || (error && !isSkipped) ? errorNote(title, html`<span class="lines">${error}</span>`, isCrash ? 'crash' : 'error') : ''}
        <dl class="fields">
            ${fact('Time', dayAndTime(row.at))}
            ${row.after === undefined ? '' : fact('Since the last', span(row.after))}
            ${row.duration === undefined ? '' : fact('In the reducer', html`
                ${duration(row.duration)} <small>${rank(durations)}</small>
                ${strip(durations, row)}
            `)}
            ${fact('Applied to', html`
                <button class="value number" data-go="${row.parent}">#${row.parent}</button>
                ${row.parent === row.seq - 1 ? '' : html` <small>starts a branch</small>`}
            `)}
            ${isOfNoState(row) ? '' : fact('Status', isSkipped ? 'skipped' : row.status)}
            ${origin ? fact('Dispatched at', html`<span class="origin">${origin}</span>`) : state.session.os === undefined ? '' : fact('Dispatched at', html`
                <small>not recorded. Pass <code>file: #fileID</code> to record it</small>
            `)}
            ${decodable === false ? fact('Can be re-run', html`
                <small>no: this tool does not know the type, or it is not Codable</small>
            `) : ''}
        </dl>
        <h2>Payload</h2>
        ${fields ? html`<section class="group payload">${fields}</section>` : html`<p class="dim">No fields.</p>`}
    `;
}

/** @param {Answers['action']['durations']} durations */
function rank(durations) {
    if (!durations) return '';
    if (durations.rank === 1 && durations.of > 1) return `slowest of ${number(durations.of)} of this type`;
    return `number ${number(durations.rank)} of ${number(durations.of)} of this type`;
}

/**
 * Returns the durations of all actions in gray, those of the type in its slice's color, and this one in front, on a
 * logarithmic scale.
 *
 * @param {Answers['action']['durations']} durations
 * @param {Row} row
 */
function strip(durations, row) {
    const all = (durations?.ofAll ?? []).filter(ns => ns > 0);
    if (!row.duration || all.length < 2) return '';
    const low = Math.log(Math.min(all[0], row.duration));
    const high = Math.log(Math.max(all[all.length - 1], row.duration));
    /** @param {number} ns */
    const x = ns => (4 + 492 * (Math.log(ns) - low) / (high - low || 1)).toFixed(1);
    /** @param {number[]} list @param {number} y @param {number} height @param {number} width @param {string} name */
    const each = (list, y, height, width, name) => list.map(ns => html`
        <rect class="${name}" x="${x(ns)}" y="${y}" width="${width}" height="${height}"/>
    `);
    return html`
        <svg class="strip" viewBox="0 0 500 30" preserveAspectRatio="none" role="img"
            aria-label="Durations of all actions, and of this type">
            ${each(all, 12, 10, 1.5, 'all')}
            ${each((durations?.ofType ?? []).filter(ns => ns > 0), 8, 14, 2, colorClass(sliceOfRow(row)))}
            ${each([row.duration], 2, 26, 4, 'here')}
        </svg>
    `;
}

// Raw: the row as JSON.

const lineLimit = 2000;
/** @type {(Answers['raw'] & { seq: Seq }) | null} */
let text = null;

const readText = newest(
    async (seq, abort) => ({ ...(await askSession('raw', { seq }, abort)), seq }),
    answer => { text = answer; drawRaw(false); },
    error => {
        const body = placeOfView('raw');
        if (body) put(body, errorNote(error.message, error.hint));
    },
);

/** Shows the selected action's row as JSON.
 * @param {boolean} asks */
export function drawRaw(asks = true) {
    if (asks && state.at > state.session.first && text?.seq !== state.at) readText(state.at);
    const body = placeOfView('raw');
    if (!body || !text) return;
    const lines = text.text.split('\n');
    shows(body, text.seq);
    const isCut = lines.length > lineLimit || (text.length ?? 0) > text.text.length;
    put(body, html`
        <pre class="raw">
            ${lines.slice(0, lineLimit).map(line => html`<span class="raw-line">${colored(line)}</span>`)}
        </pre>
        ${isCut ? html`
            <p class="dim">
                Cut. The command below prints all of its ${plural(text.length ?? text.text.length, 'character')}.
            </p>
        ` : ''}
    `);
}

const jsonLine = /^(\s*)("(?:[^"\\]|\\.)*")?(: )?(.*?)(,?)$/s;

/** Returns a line of indented JSON with colors.
 * @param {string} line */
function colored(line) {
    const [, indent, first, colon, rest, comma] = jsonLine.exec(line) ?? [];
    /** @param {string} part */
    const value = part => (/^"/.test(part) ? html`<span class="value string">${part}</span>` : /^-?\d/.test(part)
        ? html`<span class="value number">${part}</span>` : /^(true|false|null)$/.test(part) ? html`
            <span class="value boolean">${part}</span>
        ` : part);
    if (indent === undefined) return line;
    if (colon) return html`${indent}<span class="dim">${first}</span>: ${value(rest)}${comma}`;
    return html`${indent}${first ? value(first) : ''}${value(rest)}${comma}`;
}
