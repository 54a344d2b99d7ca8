// The row of buttons above the timeline: play, speed, where we are, the axis.
import { clock, number, span } from '../parts/format.js';
import { solid } from '../parts/icons.js';
import { element, html, put } from '../parts/markup.js';
import { details, rowShown } from '../core/details.js';
import { player, playing, setCondition, speeds } from './player.js';
import { current, grew, isEmpty } from '../core/session.js';
import { looked, view } from '../core/view.js';
import { label } from '../parts/values.js';

let isAsking = false;
let complaint = '';

/** Starts it: the buttons are made once, so that none loses its focus. */
export function startTransport() {
    const button = (name, text, key) => html`<button class="ib" data-nav="${name}" aria-label="${text}" title="${text}  ${key}">${solid(name)}</button>`;
    put(element('transport'), html`${button('first', 'First', 'Home')}${button('back', 'Back', '←')}<button class="play" id="play"
        data-nav="play"></button>${button('forward', 'Forward', '→')}${button('last', 'Last', 'End')}<div class="seg sp" role="group"
        aria-label="Speed">${speeds.map(([key, text]) => html`<button data-speed="${key}">${text}</button>`)}</div><div class="readout"
        id="readout"></div><form class="stopform" id="stopform" hidden><input id="stop" class="mono" aria-label="Stop when"
        placeholder="at('/home/pageNumber') > 3" spellcheck="false" autocomplete="off"><span class="complaint" id="complaint"
        role="alert"></span></form><div class="r"><button class="tb opt" id="stopwhen" data-do="ask-stop"
        title="Play, forward or in reverse, stops where this holds"></button><div class="seg opt" role="group" aria-label="Axis"><button
        data-axis="actions" title="One step an action">Actions</button><button data-axis="time"
        title="Real time, long pauses folded">Time</button></div><button class="tb opt" id="fit" data-do="fit" title="Show all  0">Fit</button></div>`);
    element('stopform').addEventListener('submit', submitted);
    element('stopform').addEventListener('focusout', event => { if (!event.relatedTarget || !element('stopform').contains(event.relatedTarget)) closeStop(); });
    draw();
}

async function submitted(event) {
    event.preventDefault();
    try {
        await setCondition(element('stop').value.trim());
        closeStop();
        element('list').focus();
    } catch (error) {
        complaint = error.message;
        draw();
    }
}

/** Asks for the condition. */
export function askStop() {
    isAsking = !isAsking;
    complaint = '';
    draw();
    if (!isAsking) return;
    element('stop').value = player.condition;
    element('stop').focus();
}

/** Leaves the field; true when it was open. */
export function closeStop() {
    if (!isAsking) return false;
    isAsking = false;
    complaint = '';
    draw();
    return true;
}

function draw() {
    const isPlayed = player.direction !== 0;
    const play = element('play');
    put(play, solid(isPlayed ? 'pause' : 'play'));
    play.setAttribute('aria-label', isPlayed ? 'Pause' : 'Play');
    play.title = `${isPlayed ? 'Pause' : 'Play'}  Space`;
    for (const each of element('transport').querySelectorAll('[data-speed]')) each.setAttribute('aria-pressed', String(each.dataset.speed === player.speed));
    for (const each of element('transport').querySelectorAll('[data-axis]')) each.setAttribute('aria-pressed', String(each.dataset.axis === view.axis));
    for (const each of element('transport').querySelectorAll('.ib,.play')) each.disabled = isEmpty();
    element('fit').disabled = !view.zoom;
    element('stopform').hidden = !isAsking;
    element('readout').hidden = isAsking;
    element('complaint').textContent = complaint;
    const shown = player.condition.replace(/at\('.*\/(.*?)'\)/, '$1');
    put(element('stopwhen'), player.condition && !isAsking ? html`⏸ ${label(shown.length > 20 ? `${shown.slice(0, 20)}…` : shown)}` : html`Stop when…`);
    element('stopwhen').setAttribute('aria-pressed', String(isAsking || Boolean(player.condition)));
    drawReadout();
}

function drawReadout() {
    const { session } = current;
    if (isEmpty()) return put(element('readout'), html``);
    const shown = details.row;
    const isThis = shown?.seq === view.at;
    return put(element('readout'), html`<span><b>#${view.at}</b> of ${number(session.last)}</span>${isThis ? html`<span
        class="x">${clock(shown.at)}</span>` : html`<span class="x dim">${shown ? clock(shown.at) : ''}</span>`}${shown && startOf(session) !== undefined
        ? html`<span class="x dim">+${span(shown.at - startOf(session))}</span>` : ''}`);
}

/** The session's start in microseconds, which comes as text. */
function startOf(session) {
    const start = Number(session.startedAt ?? NaN);
    return Number.isFinite(start) ? start : undefined;
}

playing.on(draw);
looked.on(changed => (changed.has('axis') || changed.has('zoom') || changed.has('session') ? draw() : drawReadout()));
rowShown.on(drawReadout);
grew.on(draw);
