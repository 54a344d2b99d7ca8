// The row above the timeline: play, speed, position, axis.
import { onClick, onCommand, onKey } from '../core/controls.js';
import { element, focusMain, html, put } from '../core/markup.js';
import { isEmpty } from '../core/session.js';
import { onChange, state, update } from '../core/store.js';
import { along, go, jump, way } from '../core/view.js';
import { toastError } from '../dialogs/toast.js';
import { clock, number, since } from '../parts/format.js';
import { solid } from '../parts/icons.js';
import { label } from '../parts/values.js';
import { setCondition, setSpeed, speeds, stepSpeed, togglePlay } from './player.js';

let isAsking = false;

/** @param {SubmitEvent} event */
async function submitted(event) {
    event.preventDefault();
    try {
        await setCondition(element('stop').value.trim());
        closeStop();
        focusMain();
    } catch (error) {
        toastError(error);
    }
}

/** Shows or hides the field for the condition. */
function toggleStop() {
    isAsking = !isAsking;
    draw();
    if (!isAsking) return;
    element('stop').value = state.player.condition;
    element('stop').focus();
}

function closeStop() {
    if (isAsking) toggleStop();
}

function draw() {
    const isPlayed = state.player.direction !== 0;
    const play = element('play');
    put(play, solid(isPlayed ? 'pause' : 'play'));
    play.setAttribute('aria-label', isPlayed ? 'Pause' : 'Play');
    play.title = `${isPlayed ? 'Pause' : 'Play'}  Space`;
    for (const [name, value] of [['speed', state.player.speed], ['axis', state.axis]]) {
        for (const each of element('transport').querySelectorAll(`[data-${name}]`)) {
            each.setAttribute('aria-pressed', String(each.dataset[name] === value));
        }
    }
    for (const each of element('transport').querySelectorAll('.icon-button,.play')) each.disabled = isEmpty();
    element('fit').disabled = !state.zoom;
    element('stop-form').hidden = !isAsking;
    element('readout').hidden = isAsking;
    const shown = state.player.condition.replace(/at\('.*\/(.*?)'\)/, '$1');
    put(element('stop-button'), state.player.condition && !isAsking ? html`
        ${solid('pause')} ${label(shown.length > 20 ? `${shown.slice(0, 20)}…` : shown)}
    ` : html`Stop when…`);
    element('stop-button').setAttribute('aria-pressed', String(isAsking || Boolean(state.player.condition)));
    drawReadout();
}

function drawReadout() {
    const { session, row: shown } = state;
    if (isEmpty()) return put(element('readout'), html``);
    const isThis = shown?.seq === state.at;
    const start = startOf(session);
    return put(element('readout'), html`
        <b>#${state.at}</b>
        <span>of ${number(session.last)}</span>
        ${isThis ? html`<span class="optional">${clock(shown.at)}</span>` : html`
            <span class="optional dim">${shown ? clock(shown.at) : ''}</span>
        `}
        ${shown && start !== undefined ? html`<span class="optional dim">${since(shown.at - start)}</span>` : ''}
    `);
}

/** Returns the session's start in microseconds.
 * @param {Session} session */
function startOf(session) {
    const start = Number(session.startedAt ?? NaN);
    return Number.isFinite(start) ? start : undefined;
}

onChange(['session', 'player', 'axis', 'zoom'], draw);
onChange(['at', 'row'], drawReadout);

// Moves along the shown branch.
const toStart = () => jump(way().at(way().start));
const toEnd = () => jump(way().at(way().length));
/** @type {Record<string, () => unknown>} */
const moves = {
    first: toStart,
    back: () => go(along(-1)),
    play: () => togglePlay(),
    forward: () => go(along(1)),
    last: toEnd,
};

onClick({
    nav: name => moves[name](),
    speed: speed => setSpeed(speed),
    axis: axis => update({ axis: axis === 'time' ? 'time' : 'actions', zoom: null }),
});
onCommand({ 'stop-condition': toggleStop, fit: () => update({ zoom: null }) });
onKey({
    ArrowLeft: event => go(along(event.shiftKey ? -10 : -1)),
    ArrowRight: event => go(along(event.shiftKey ? 10 : 1)),
    Home: toStart,
    End: toEnd,
    ' ': event => { togglePlay(event.shiftKey ? -1 : 1); },
    0: () => update({ zoom: null }),
    '+': () => stepSpeed(1),
    '=': () => stepSpeed(1),
    '-': () => stepSpeed(-1),
});
// As in Redux DevTools.
onKey({ 'Ctrl j': moves.play, 'Ctrl [': moves.back, 'Ctrl ]': moves.forward }, { isAlways: true });

// The buttons are made once, so that none loses its focus.
/** @param {'first' | 'back' | 'forward' | 'last'} name @param {string} text @param {string} key */
const button = (name, text, key) => html`
    <button class="icon-button" data-nav="${name}" aria-label="${text}"
        title="${text}  ${key}">${solid(name)}</button>
`;
put(element('transport'), html`
    ${button('first', 'First', 'Home')}
    ${button('back', 'Back', '←')}
    <button class="play" id="play" data-nav="play"></button>
    ${button('forward', 'Forward', '→')}
    ${button('last', 'Last', 'End')}
    <div class="segments speeds" role="group" aria-label="Speed">
        ${speeds.map(([key, text]) => html`<button data-speed="${key}">${text}</button>`)}
    </div>
    <div class="readout" id="readout"></div>
    <form class="stop-form" id="stop-form" hidden>
        <input id="stop" class="mono" aria-label="Stop when" placeholder="at('/home/pageNumber') &gt; 3"
            spellcheck="false" autocomplete="off">
    </form>
    <div class="trailing">
        <button class="text-button optional" id="stop-button" data-do="stop-condition"
            title="Play stops where this condition holds"></button>
        <div class="segments optional" role="group" aria-label="Axis">
            <button data-axis="actions" title="One step per action">Actions</button>
            <button data-axis="time" title="Real time, with long pauses shortened">Time</button>
        </div>
        <button class="text-button optional" id="fit" data-do="fit" title="Show all  0">Fit</button>
    </div>
`);
element('stop-form').addEventListener('submit', submitted);
element('stop-form').addEventListener('keydown', event => { if (event.key === 'Escape') closeStop(); });
element('stop-form').addEventListener('focusout', ({ relatedTarget }) => {
    if (!element('stop-form').contains(/** @type {Node | null} */ (relatedTarget))) closeStop();
});
draw();
