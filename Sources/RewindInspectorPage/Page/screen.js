// The app's screen at the state that is looked at; both, in a comparison.
import { newest } from './api.js';
import { askWho } from './blame.js';
import { changedPointers, details, diffShown } from './details.js';
import { glyph } from './icons.js';
import { element, html, put } from './markup.js';
import { child } from './pointer.js';
import { fitPhones, glow, phones, shownPhones } from './phone.js';
import { askSession, current, isEmpty } from './session.js';
import { askable } from './values.js';
import { from, looked, to, view } from './view.js';

let shown = null;

const read = newest(
    async ({ seqs }, abort) => {
        const screens = await Promise.all(seqs.map(at => askSession('screen', { at }, abort)));
        return screens.map((screen, i) => ({ ...screen, seq: seqs[i] }));
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

function drawHead() {
    const { session } = current;
    const what = view.with !== null ? `#${from()} beside #${to()}`
        : session?.screen === 'none' ? `summary of the state after #${view.at}` : `from the state after #${view.at}`;
    element('swhat').textContent = isEmpty() ? '' : what;
}

function drawEmpty() {
    element('stage').classList.remove('phones');
    put(element('stage'), html`<div class="empty"><b>No screen yet</b>It is drawn from the state alone, once there is one.</div>`);
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

const caption = (screen, index) => (shown.length > 1 ? html`<figcaption>${index ? 'B' : 'A'} · #${screen.seq}</figcaption>` : '');
const unknown = screen => (screen.lastKnown === undefined ? '' : html`<p class="note err"><span><b>State unknown</b>This is the last known one,
    after #${screen.lastKnown}.</span></p>`);

/** A screen of a terminal. */
function terminal(screen) {
    return html`<figure class="terminal">${unknown(screen)}<pre tabindex="0" aria-label="The app’s screen">${screen.text}</pre>${
        caption(screen, shown.indexOf(screen))}</figure>`;
}

/** A card for each slice. */
function summary(screen) {
    return html`<figure class="summary">${unknown(screen)}<p class="dim">This app gives no screen. Its slices stand here; <code>screen:</code> in the
        tool draws one.</p>${screen.slices.map(card)}${caption(screen, shown.indexOf(screen))}</figure>`;
}

function card({ slice, members, changed }) {
    const number = typeof slice === 'number' ? slice : current.session.slices.indexOf(slice);
    const name = current.session.slices[number] ?? String(slice);
    return html`<section class="sc ${changed ? 'chg' : ''}"><h3>${glyph(number)}${name}<span>${changed ? 'just changed' : ''}</span></h3>${
        members.map(member => html`<div class="${member.changed ? 'hot' : ''}"><span class="k">${member.key}</span>${askable(member.value,
            member.key === undefined || member.key === '' ? child('', name) : child(child('', name), member.key), 36)}</div>`)}</section>`;
}

function drawGlow() {
    const { diff } = details;
    // Only when both are of the same action: the difference may still be on its way.
    if (view.with !== null || !diff || diff.to !== shown?.[0]?.seq || diff.unknown || !(diff.from > current.session.first)) return;
    glow(diff.to, changedPointers());
}

diffShown.on(() => { if (shown && !isEmpty()) drawGlow(); });

looked.on(changed => {
    if (changed.has('session')) { shown = null; put(element('stage'), html`<div class="skel tall"></div>`); element('stage').classList.remove('phones'); }
    if (!['session', 'at', 'with'].some(name => changed.has(name))) return;
    drawHead();
    if (isEmpty()) return drawEmpty();
    read({ session: current.session.id, seqs: view.with === null ? [view.at] : [from(), to()] });
});

/** Starts it: the phones keep to the size of their stage. */
export function startScreen() {
    new ResizeObserver(() => { if (shownPhones()) fitPhones(element('stage')); fitText(); }).observe(element('stage'));
    element('stage').addEventListener('ask', event => askWho(event.detail.pointer, event.detail.frame, event.detail.box));
}

/** Draws again what depends on the session, as when its first action has come. */
export function refreshScreen() {
    drawHead();
    if (!isEmpty()) read({ session: current.session.id, seqs: view.with === null ? [view.at] : [from(), to()] });
}
