// The app's screen at the state that is looked at; both, in a comparison.
import { newest } from '../core/api.js';
import { openPopover } from '../dialogs/value-popover.js';
import { changedPointers, details, diffShown } from '../core/details.js';
import { glyph } from '../parts/icons.js';
import { element, html, put } from '../parts/markup.js';
import { child } from '../core/pointer.js';
import { fitPhones, glow, phones, shownPhones } from './phone.js';
import { askSession, current, isEmpty } from '../core/session.js';
import { askable } from '../parts/values.js';
import { from, hasAny, isBeside, to, view, viewChanged } from '../core/view.js';
import { isWhatIf, question, whatIf, whatIfChanged } from '../session/what-if.js';

let shown = null;

const read = newest(
    async ({ seqs, other }, abort) => {
        const asked = seqs.map(at => askSession('screen', { at }, abort));
        if (other) asked.push(askSession('whatif/screen', { ...other, at: seqs[0] }, abort));
        const screens = await Promise.all(asked);
        return screens.map((screen, i) => ({ ...screen, seq: seqs[i] ?? seqs[0], name: nameOf(screens.length, i, seqs, other) }));
    },
    (screens, { session }) => {
        if (session !== current.session?.id) return;
        shown = screens;
        draw();
    },
    error => {
        element('stage').classList.remove('phones');
        put(element('stage'), html`<div class="empty"><b>No screen</b>${error.message} ${error.hint}</div>`);
    },
);

/** What is said under a screen that stands beside another one. */
function nameOf(count, index, seqs, other) {
    if (count < 2) return '';
    if (other) return index ? `What if · #${seqs[0]}` : `Recorded · #${seqs[0]}`;
    return `${index ? 'B' : 'A'} · #${seqs[index]}`;
}

/** The screens to show; that of a what-if once the re-run has come so far. */
function wanted() {
    const isReady = isWhatIf() && whatIf.answer?.at >= view.at;
    return { session: current.session.id, seqs: view.with === null ? [view.at] : [from(), to()], other: isReady ? question() : undefined };
}

function drawHead() {
    const { session } = current;
    const what = isWhatIf() ? `as recorded, and what if, after #${view.at}` : view.with !== null ? `#${from()} beside #${to()}`
        : session?.screen === 'none' ? `summary of the state after #${view.at}` : `from the state after #${view.at}`;
    element('screen-state').textContent = isEmpty() ? '' : what;
}

function drawEmpty() {
    element('stage').classList.remove('phones');
    put(element('stage'), html`
        <div class="empty"><b>No screen yet</b>It is drawn from the state alone, once there is one.</div>
    `);
}

function draw() {
    if (isEmpty()) return drawEmpty();
    const stage = element('stage');
    const isPhone = shown.every(screen => screen.html !== undefined);
    stage.classList.toggle('phones', isPhone);
    if (isPhone) { phones(stage, shown); drawGlow(); return undefined; }
    const cards = shown.map(screen => (screen.text !== undefined ? terminal(screen) : summary(screen)));
    put(stage, html`<div class="cards ${cards.length > 1 ? 'two' : ''}">${cards}</div>`);
    fitText();
    return undefined;
}

const largest = 12;
const smallest = 7.5;

/** A screen as wide as a terminal is made smaller, as far as it can be read. */
function fitText() {
    for (const text of element('stage').querySelectorAll('.terminal pre')) {
        text.style.setProperty('font-size', `${largest}px`);
        const size = largest * text.clientWidth / text.scrollWidth;
        if (size < largest) text.style.setProperty('font-size', `${Math.max(smallest, size)}px`);
    }
}

const caption = screen => (screen.name ? html`<figcaption>${screen.name}</figcaption>` : '');
const unknown = screen => (screen.lastKnown === undefined ? '' : html`
    <p class="note error"><span><b>State unknown</b>This is the last known one, after #${screen.lastKnown}.</span></p>
`);

/** A screen of a terminal. */
function terminal(screen) {
    return html`
        <figure class="terminal">
            ${unknown(screen)}
            <pre tabindex="0" aria-label="The app’s screen">${screen.text}</pre>
            ${caption(screen)}
        </figure>
    `;
}

/** A card for each slice. */
function summary(screen) {
    return html`
        <figure class="summary">
            ${unknown(screen)}
            <p class="dim">
                This app gives no screen. Its slices stand here; <code>screen:</code> in the tool draws one.
            </p>
            ${screen.slices.map(card)}
            ${caption(screen)}
        </figure>
    `;
}

function card({ slice, members, changed }) {
    const number = typeof slice === 'number' ? slice : current.session.slices.indexOf(slice);
    const name = current.session.slices[number] ?? String(slice);
    return html`
        <section class="card ${changed ? 'changed' : ''}">
            <h3>${glyph(number)}${name}<span>${changed ? 'just changed' : ''}</span></h3>
            ${members.map(member => html`
                <div class="${member.changed ? 'changed-member' : ''}">
                    <span class="key">${member.key}</span>
                    ${askable(member.value, member.key === undefined || member.key === '' ? child('', name) : child(child('', name), member.key), 36)}
                </div>
            `)}
        </section>
    `;
}

function drawGlow() {
    const { diff } = details;
    // Only when both are of the same action: the difference may still be on its way.
    if (isBeside() || !diff || diff.to !== shown?.[0]?.seq || diff.unknown || !(diff.from > current.session.first)) return;
    glow(diff.to, changedPointers());
}

diffShown.on(() => { if (shown && !isEmpty()) drawGlow(); });

viewChanged.on(changed => {
    if (changed.has('session')) { shown = null; put(element('stage'), html`<div class="skeleton tall"></div>`); element('stage').classList.remove('phones'); }
    if (!hasAny(changed, 'session', 'at', 'with', 'skip')) return;
    drawHead();
    if (isEmpty()) return drawEmpty();
    read(wanted());
});

// The second screen comes with the re-run.
whatIfChanged.on(() => {
    if (isEmpty() || !isWhatIf() || (shown?.length === 2 && shown[0].seq === view.at)) return;
    if (whatIf.answer?.at >= view.at) read(wanted());
});

/** Starts it: the phones keep to the size of their stage. */
export function startScreen() {
    new ResizeObserver(() => { if (shownPhones()) fitPhones(element('stage')); fitText(); }).observe(element('stage'));
    element('stage').addEventListener('ask', (/** @type {CustomEvent} */ event) => openPopover(event.detail.pointer, event.detail.frame, event.detail.box));
}

/** Draws again what depends on the session, as when its first action has come. */
export function refreshScreen() {
    drawHead();
    if (!isEmpty()) read(wanted());
}
