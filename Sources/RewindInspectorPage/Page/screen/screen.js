// The app's screen at the selected state; in a comparison, at both states.
import { ask } from '../core/api.js';
import { element, html, put } from '../core/markup.js';
import { child } from '../core/pointer.js';
import { newest } from '../core/request-queue.js';
import { rowsLoaded } from '../core/rows.js';
import { askSession, isEmpty } from '../core/session.js';
import { onChange, state } from '../core/store.js';
import { from, isBeside } from '../core/view.js';
import { screenshotLoaded, screenshotMarkup } from '../effects/screenshot.js';
import { shows, showsNone } from '../parts/behind.js';
import { errorText, fileName, number } from '../parts/format.js';
import { glyph } from '../parts/icons.js';
import { emptyNote } from '../parts/notes.js';
import { askable } from '../parts/values.js';
import { otherSeq } from '../session/alignment.js';
import { changedPointers } from '../session/details.js';
import { isWhatIf, question } from '../what-if/what-if.js';
import { fitPhones, glow, phones, shownPhones } from './phone.js';
import { openPopover } from './value-popover.js';

/** @type {ShownScreen[] | null} */
let shown = null;

/** @typedef {{ session: number, seqs: Seq[], other?: ReturnType<typeof question>,
 * beside?: { id: number, name: string, at: Seq } }} Asked */

const read = newest(
    async (/** @type {Asked} */ { seqs, other, beside }, abort) => {
        /** @type {Promise<AppScreen>[]} */
        const requests = seqs.map(at => askSession('screen', { at }, abort));
        if (beside) requests.push(screenBeside(beside, abort));
        if (other) requests.push(askSession('whatif/screen', { ...other, at: seqs[0] }, abort));
        const screens = await Promise.all(requests);
        return screens.map((screen, i) => (
            { ...screen, seq: seqs[i] ?? seqs[0], name: nameOf(screens.length, i, seqs, { other, beside }) }));
    },
    (screens, { session }) => {
        if (session !== state.session.id) return;
        shown = screens;
        draw();
    },
    error => {
        drawInstead(emptyNote('No screen', errorText(error)));
    },
);

/** Returns the caption of a screen beside another one.
 * @param {number} count @param {number} index @param {Seq[]} seqs @param {Pick<Asked, 'other' | 'beside'>} asked */
function nameOf(count, index, seqs, { other, beside }) {
    if (count < 2) return '';
    if (beside) return index ? `B · ${beside.name} #${beside.at}` : `A · #${seqs[0]}`;
    if (other) return index ? `What if · #${seqs[0]}` : `Recorded · #${seqs[0]}`;
    return `${index ? 'B' : 'A'} · #${seqs[index]}`;
}

/** Returns the screens to show; that of a what-if as soon as the re-run has come so far. */
function screensToShow() {
    const isReady = isWhatIf() && (state.whatIf.answer?.at ?? -1) >= state.at;
    const seqs = state.with === null ? [state.at] : [from(), state.at];
    return { session: state.session.id, seqs, other: isReady ? question() : undefined, beside: askedBeside() };
}

/** Returns the state of the session beside that is compared. */
function askedBeside() {
    const session = state.sessions.find(each => each.id === state.beside);
    if (!session || !state.alignment) return undefined;
    return { id: session.id, name: fileName(session.file), at: otherSeq(state.alignment, state.at) };
}

/** Returns a screen of another session, with its time.
 * @param {NonNullable<Asked['beside']>} beside @param {AbortSignal} abort */
async function screenBeside({ id, at }, abort) {
    const [screen, { rows }] = await Promise.all([
        ask(`${id}/screen`, { at }, abort), ask(`${id}/actions`, { from: at, count: 1 }, abort),
    ]);
    return { ...screen, at: rows[0]?.seq === at ? rows[0].at : undefined };
}

function drawHead() {
    const { session } = state;
    const what = isWhatIf() ? `recorded and what if, #${state.at}`
        : state.beside !== null ? `#${state.at} in both sessions`
        : state.with !== null ? `#${from()} beside #${state.at}`
        : session.screen === 'none' ? `summary after #${state.at}` : `after #${state.at}`;
    element('screen-state').textContent = isEmpty() ? '' : what;
}

/** @param {Markup} markup */
function drawInstead(markup) {
    drawBeside(undefined);
    showsNone(element('stage'));
    element('stage').classList.remove('phones');
    put(element('stage'), markup);
}

function drawEmpty() {
    drawInstead(state.session.recording === 'live' ? emptyNote('No screen yet', 'It is drawn from the state after the first action.')
        : emptyNote('No screen', 'The session has no actions.'));
}

function draw() {
    if (isEmpty() || !shown) return drawEmpty();
    const stage = element('stage');
    shows(stage, shown[shown.length - 1].seq);
    const isPhone = shown.every(screen => screen.html !== undefined);
    stage.classList.toggle('phones', isPhone);
    drawBeside(shown.some(screen => screen.html !== undefined || screen.text !== undefined) && !isBeside()
        ? shown[0].screenshot : undefined);
    if (isPhone) { phones(stage, shown); drawGlow(); return undefined; }
    const cards = shown.map(screen => (screen.text !== undefined ? terminal(screen)
        : screen.screenshot ? screenshotMarkup(screen.screenshot) : summary(screen)));
    put(stage, html`<div class="cards ${cards.length > 1 ? 'two' : ''}">${cards}</div>`);
    fitText();
    return undefined;
}

/** Shows a picture of the screen beside what is drawn.
 * @param {Screenshot | undefined} screenshot */
function drawBeside(screenshot) {
    const place = element('screenshot');
    place.hidden = !screenshot;
    put(place, screenshot ? screenshotMarkup(screenshot) : html``);
}

const largest = 12;
const smallest = 7.5;

/** Makes the text of a terminal screen smaller until it fits, as far as it stays legible. */
function fitText() {
    for (const text of element('stage').querySelectorAll('.terminal pre')) {
        text.style.setProperty('font-size', `${largest}px`);
        const size = largest * text.clientWidth / text.scrollWidth;
        if (size < largest) text.style.setProperty('font-size', `${Math.max(smallest, size)}px`);
    }
}

/** @param {ShownScreen} screen */
const caption = screen => (screen.name ? html`<figcaption>${screen.name}</figcaption>` : '');
/** @param {ShownScreen} screen */
const unknown = screen => (screen.lastKnown === undefined ? '' : html`
    <p class="note error"><span><b>State unknown</b>This is the last known state, after #${screen.lastKnown}.</span></p>
`);

/** Returns the screen of a terminal app.
 * @param {ShownScreen} screen */
function terminal(screen) {
    return html`
        <figure class="terminal">
            ${unknown(screen)}
            <pre tabindex="0" aria-label="The app’s screen">${screen.text}</pre>
            ${caption(screen)}
        </figure>
    `;
}

/** Returns a card for each slice.
 * @param {ShownScreen} screen */
function summary(screen) {
    return html`
        <figure class="summary">
            ${unknown(screen)}
            <p class="dim">
                The tool has no screen for this app, and shows its slices.
            </p>
            ${screen.slices?.map(card)}
            ${caption(screen)}
        </figure>
    `;
}

/** @param {SliceSummary} slice */
function card({ slice, name, members, more, changed }) {
    const isWhole = slice < 0 && name === '';
    const pointer = isWhole ? '' : child('', name);
    return html`
        <section class="card ${changed ? 'changed' : ''}">
            <h3>${glyph(slice)}${isWhole ? 'State' : name || '""'}<span>${changed ? 'just changed' : ''}</span></h3>
            ${members.map(member => html`
                <div class="${member.changed ? 'changed-member' : ''}">
                    ${member.key && html`<span class="key">${member.key}</span>`}
                    ${askable(member.value, member.key ? child(pointer, member.key) : pointer, 36)}
                </div>
            `)}
            ${members.length ? '' : html`<div class="dim">empty</div>`}
            ${more ? html`<div class="dim">… ${number(more)} more</div>` : ''}
        </section>
    `;
}

function drawGlow() {
    const { diff } = state;
    // Only if both are of the same action: the difference may be pending.
    if (isBeside() || !diff || diff.to !== shown?.[0]?.seq || diff.unknown) return;
    if (diff.from > state.session.first) glow(diff.to, changedPointers());
}

onChange(['diff'], () => { if (shown && !isEmpty()) drawGlow(); });

onChange(['at', 'with', 'changes', 'beside', 'alignment'], changed => {
    if (changed.has('key')) {
        shown = null;
        drawInstead(html`<div class="skeleton tall"></div>`);
    }
    drawHead();
    if (isEmpty()) return drawEmpty();
    read(screensToShow());
});

screenshotLoaded.on(() => { if (shown) draw(); });

// Screenshots are known when all actions and effects were read.
onChange(['session'], (_, { session: before }) => {
    const { session } = state;
    if (session.effects && session.indexed >= session.last && before.indexed < before.last) read(screensToShow());
});

// The row has the time of day.
rowsLoaded.on(() => { if (shown && element('stage').classList.contains('phones')) draw(); });

// The re-run brings the second screen.
onChange(['whatIf'], () => {
    if (isEmpty() || !isWhatIf() || (shown?.length === 2 && shown[0].seq === state.at)) return;
    if ((state.whatIf.answer?.at ?? -1) >= state.at) read(screensToShow());
});

/** Draws the screen of a session that has its first action now. */
export function refreshScreen() {
    drawHead();
    if (!isEmpty()) read(screensToShow());
}

new ResizeObserver(() => { if (shownPhones()) fitPhones(element('stage')); fitText(); }).observe(element('stage'));
element('stage').addEventListener('ask', event => {
    const { detail } = /** @type {CustomEvent} */ (event);
    openPopover(detail.pointer, detail.frame, detail.box);
});
