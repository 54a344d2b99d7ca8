// The selected effect: when it began and ended, what it was given, and how it ended.
import { onCommand, onKey } from '../core/controls.js';
import { element, html, put } from '../core/markup.js';
import { newest } from '../core/request-queue.js';
import { askSession, isEmpty } from '../core/session.js';
import { hasAny, onChange, state, update } from '../core/store.js';
import { goToEffect } from '../core/view.js';
import { effectGlyph, statusWords } from '../parts/effects.js';
import { clock, duration, plural } from '../parts/format.js';
import { iconButton } from '../parts/icons.js';
import { errorNote } from '../parts/notes.js';
import { actionLink, label } from '../parts/values.js';
import { fieldsOf } from './payload.js';
import { screenshotMarkup } from './screenshot.js';

/** @type {Failure | null} */
let refusal = null;

const read = newest(
    (/** @type {number} */ id, abort) => askSession('effect', { id }, abort),
    answer => { refusal = null; update({ effectAnswer: answer }); },
    error => { refusal = error; update({ effectAnswer: null }); draw(); },
);

/** @param {EffectAnswer} answer */
function effectMarkup({ effect, input, outcome, actions, effects }) {
    const { id, name, kind, status, began, ended, at, duration: took, origin, cause, outcome_type: type } = effect;
    const hasOutcome = kind === 'effect' || kind === 'flow';
    return html`
        <div class="effect-title">
            ${effectGlyph(effect)}
            <h2 title="${label(name)}">${name}</h2>
            ${status && html`<span class="badge outcome-${status}">${statusWords[status]}</span>`}
            <span class="dim">${kind} ${id}</span>
            ${iconButton('close', 'leave-effect', 'Leave the effect', 'Leave the effect  Esc')}
        </div>
        <div class="facts">
            <span><b>${clock(at)}</b></span>
            ${took !== undefined && html`<span>took <b>${duration(took)}</b></span>`}
            <span>${hasOutcome ? 'began' : ''} after ${actionLink(began)}</span>
            ${ended !== undefined && html`<span>ended after ${actionLink(ended)}</span>`}
            ${cause ? html`<span>in ${'action' in cause ? actionLink(cause.action) : effectLink(cause.effect)}</span>`
                : kind === 'effect' && html`<span>cause unknown</span>`}
            ${effects.length > 0 && html`<span>started ${effects.slice(0, 4).map(effectLink)}</span>`}
            ${actions.length > 0 && html`<span>dispatched ${actions.slice(0, 6).map(actionLink)}${
                actions.length > 6 ? html` and ${plural(actions.length - 6, 'other')}` : ''}</span>`}
            ${origin && html`<span>at <b>${origin}</b></span>`}
        </div>
        <div class="effect-values">
            ${kind === 'screenshot' ? screenshotMarkup({ id, seq: began, at }) : html`
                <div><h3>${hasOutcome ? 'Input' : 'Details'}</h3>${values(input, 'None was recorded.')}</div>
            `}
            ${hasOutcome && html`
                <div>
                    <h3>${status === 'failed' ? 'Error' : 'Outcome'} ${type && html`<span class="dim">${type}</span>`}</h3>
                    ${values(outcome, status === 'open' ? 'It was under way when the recording ended.'
                        : status === 'canceled' ? 'It was canceled.' : 'It has no value, or that was lost.')}
                </div>
            `}
        </div>
    `;
}

/** @param {PayloadNode | undefined} value @param {string} otherwise */
function values(value, otherwise) {
    const fields = fieldsOf(value);
    return fields ? html`<section class="group payload">${fields}</section>` : html`<p class="dim">${otherwise}</p>`;
}

/** @param {number} id */
const effectLink = id => html`<button class="link" data-effect-link="${id}">effect ${id}</button>`;

function draw() {
    const place = element('effect');
    const { effect, effectAnswer: answer } = state;
    place.hidden = isEmpty() || effect === null || (!refusal && !answer);
    if (place.hidden) return put(place, html``);
    if (refusal) return put(place, errorNote(refusal.message, refusal.hint));
    return answer && put(place, effectMarkup(answer));
}

/** Goes to where the selected effect began, or from there to where it ended. */
function goToEnds() {
    const { effectAnswer: answer } = state;
    if (!answer || answer.effect.id !== state.effect) return false;
    goToEffect(answer.effect.id, answer.effect.began, answer.effect.ended);
    return true;
}

onCommand({ 'leave-effect': () => update({ effect: null }) });
onKey({ E: goToEnds });

onChange(['effect', 'effectAnswer'], changed => {
    if (changed.has('key')) update({ effectAnswer: null });
    if (hasAny(changed, 'effect', 'key')) {
        refusal = null;
        if (state.effect === null) update({ effectAnswer: null });
        else if (state.effectAnswer?.effect.id !== state.effect) read(state.effect);
    }
    draw();
});
// An effect under way may have ended.
onChange(['session'], () => {
    if (state.effect !== null && state.effectAnswer?.effect.status === 'open') read(state.effect);
});
element('effect').addEventListener('click', async event => {
    const id = event.target?.closest('[data-effect-link]')?.dataset.effectLink;
    if (id === undefined) return;
    const { effect } = await askSession('effect', { id: Number(id) });
    goToEffect(effect.id, effect.began, effect.ended);
});
