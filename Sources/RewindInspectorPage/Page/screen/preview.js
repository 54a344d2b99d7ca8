// A small card for the moment under the pointer: its screen, or what it changed; over a lane, its value.
import { frameSource } from '../core/api.js';
import { element, html, put } from '../core/markup.js';
import { row, rowsLoaded, want } from '../core/rows.js';
import { askSession } from '../core/session.js';
import { onChange, state } from '../core/store.js';
import { gapText } from '../list/list-row.js';
import { statusWords } from '../parts/effects.js';
import { duration, plural, since, span } from '../parts/format.js';
import { brief, typeName } from '../parts/values.js';
import { valueOf } from '../session/pinned.js';
import { morph } from './morph.js';

/**
 * @typedef {object} Moment
 * @property {Seq} seq
 * @property {string} [pin] The pinned value to show instead of the screen.
 * @property {{ id: number, name: string, status?: EffectStatus, took: number }} [effect] The effect to show instead.
 * @property {{ count: number, failed: number, canceled: number }} [effects] The effects to count instead.
 * @property {DOMRect} box What the pointer is on.
 * @property {number} [x] Where the pointer is, for a card above the box; without it, the card is beside the box.
 */

const delay = 250;
const mostKept = 60;
/** @type {Map<string, AppScreen | Value | EffectAnswer>} */
const known = new Map();
/** @type {Moment | null} */
let moment = null;
let timer = 0;
let abort = new AbortController();

/** @param {Moment} moment */
const keyOf = ({ seq, pin, effect, effects }) => (
    `${state.key} ${seq} ${pin} ${effect?.id} ${effects && JSON.stringify(effects)}`);

/** Shows a moment after a while; its name at once where the card is above.
 * @param {Moment} next */
export function preview(next) {
    const isSame = moment && keyOf(moment) === keyOf(next);
    moment = next;
    if (isSame) return void place();
    clearTimeout(timer);
    abort.abort();
    if (next.x !== undefined) draw();
    timer = setTimeout(read, element('preview').hidden || !known.has(keyOf(next)) ? delay : 0);
}

/** Hides the card. */
export function hidePreview() {
    clearTimeout(timer);
    abort.abort();
    moment = null;
    element('preview').hidden = true;
}

async function read() {
    if (!moment || moment.effects) return;
    const key = keyOf(moment);
    const { seq: at, pin, effect } = moment;
    if (!known.has(key)) {
        abort = new AbortController();
        try {
            known.set(key, effect ? await askSession('effect', { id: effect.id }, abort.signal)
                : pin === undefined ? await askSession('screen', { at }, abort.signal)
                    : await valueOf(pin, at, abort.signal));
        } catch {
            // The pointer has moved on, or the state cannot be read, which the page says when it is selected.
            return;
        }
        for (const oldest of known.keys()) if (known.size > mostKept) known.delete(oldest);
    }
    if (moment && keyOf(moment) === key) draw();
}

function draw() {
    if (!moment) return;
    const { seq } = moment;
    const answer = known.get(keyOf(moment));
    if (moment.effect || moment.effects) return drawEffect(moment, answer);
    const shown = row(seq);
    if (!shown) want(seq);
    put(element('preview-name'), html`
        <b>${shown ? typeName(shown.type) : ''}</b> #${seq}
        <small>
            ${shown?.after === undefined ? '' : html`${since(shown.after)} · `}
            ${shown && (shown.gap ? gapText(shown.gap) : shown.trouble === 'crash' ? 'crash' : duration(shown.duration))}
        </small>
    `);
    const screen = answer && !('kind' in answer) && !('effect' in answer) ? answer : null;
    element('preview-screen').hidden = screen?.html === undefined;
    if (screen?.html !== undefined) drawScreen(screen.html);
    put(element('preview-values'), answer && 'kind' in answer ? html`<p>${brief(answer, 140)}</p>`
        : screen ? html`
            ${screen.lastKnown === undefined ? '' : html`<p class="dim">State unknown. The last known one:</p>`}
            ${screen.text !== undefined ? html`<pre>${screen.text}</pre>` : summary(screen)}
        ` : html``);
    element('preview').hidden = false;
    place();
}

/** Draws an effect with its outcome, or the number of effects.
 * @param {Moment} moment @param {AppScreen | Value | EffectAnswer | undefined} answer */
function drawEffect({ seq, effect, effects }, answer) {
    element('preview-screen').hidden = true;
    const { count = 0, failed = 0, canceled = 0 } = effects ?? {};
    put(element('preview-name'), effect ? html`
        <b>${effect.name}</b>
        <small>${effect.took < 0 ? '' : html`${span(effect.took)} · `}${effect.status ? statusWords[effect.status] : html`after #${seq}`}</small>
    ` : html`
        <b>${plural(count, 'effect')}</b> after #${seq}
        <small>${failed ? html`✕ ${failed} failed ` : ''}${canceled ? html`⊘ ${canceled} canceled` : ''}</small>
    `);
    const read = answer && 'effect' in answer ? answer : undefined;
    const value = read?.outcome ?? (effect?.status ? undefined : read?.input);
    put(element('preview-values'), value ? html`
        ${value.children?.slice(0, 4).map(each => html`
            <p><span class="dim">${each.key}</span> ${brief(each.value, 60)}</p>
        `) ?? html`<p>${brief(value, 140)}</p>`}
    ` : html``);
    element('preview').hidden = false;
    place();
}

/** Returns the members that the action changed.
 * @param {AppScreen} screen */
const summary = ({ slices = [] }) => slices.filter(each => each.changed).flatMap(({ name, members }) => (
    members.filter(each => each.changed).slice(0, 4).map(({ key, value }) => html`
        <p><span class="dim">${key || name}</span> ${brief(value, 40)}</p>
    `)));

/** Draws a screen in the card's frame, as in the phone: no script runs there, and nothing is fetched.
 * @param {string} content */
function drawScreen(content) {
    const place = element('preview-screen');
    put(place, html`
        <iframe ${frameSource} sandbox="allow-same-origin" tabindex="-1" title="The app’s screen there"></iframe>
    `);
    const frame = /** @type {HTMLIFrameElement} */ (place.querySelector('iframe'));
    frame.waiting = content;
    if (frame.isReady) fill(frame); else frame.onload = () => { frame.isReady = true; fill(frame); };
}

/** @param {HTMLIFrameElement} frame */
function fill(frame) {
    const page = frame.contentDocument;
    if (!page) return;
    page.documentElement.dataset.theme = document.documentElement.dataset.theme;
    morph(page.body, frame.waiting ?? '');
}

function place() {
    const card = element('preview');
    if (!moment || card.hidden) return;
    const { box, x } = moment;
    const { offsetWidth: width, offsetHeight: height } = card;
    const left = x === undefined ? box.right + 8 : x - width / 2;
    card.style.setProperty('left', `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`);
    const top = x === undefined ? Math.max(8, Math.min(box.top - 40, innerHeight - height - 8)) : null;
    card.style.setProperty('top', top === null ? 'auto' : `${top}px`);
    card.style.setProperty('bottom', top === null ? `${innerHeight - box.top + 6}px` : 'auto');
}

rowsLoaded.on(() => { if (moment && !element('preview').hidden) draw(); });
onChange(['key'], () => { known.clear(); hidePreview(); });

document.addEventListener('pointerover', event => {
    const target = event.target?.closest('[data-row],circle[data-go],#timeline,.lane canvas');
    if (!target || event.pointerType === 'touch') return hidePreview();
    const seq = Number(target.dataset.row ?? target.dataset.go);
    if (target.tagName === 'CANVAS') return undefined;
    const box = target.getBoundingClientRect();
    // The selected action's screen is there already, and a list over the whole width leaves no place.
    if (seq === state.at || box.right > innerWidth - 120) return hidePreview();
    return preview(target.dataset.row ? { seq, box } : { seq, box, x: box.left });
});
for (const name of ['pointerdown', 'keydown']) document.addEventListener(name, hidePreview, { capture: true });
document.documentElement.addEventListener('pointerleave', hidePreview);
