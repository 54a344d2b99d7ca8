// The chain of causes of the selected action, from its root.
import { onClick, onCommand } from '../core/controls.js';
import { element, html, put } from '../core/markup.js';
import { newest } from '../core/request-queue.js';
import { askSession, isEmpty } from '../core/session.js';
import { hasAny, onChange, state } from '../core/store.js';
import { goToEffect } from '../core/view.js';
import { effectGlyph, statusWords } from '../parts/effects.js';
import { number, span } from '../parts/format.js';
import { label, typeName } from '../parts/values.js';

/** @type {(Chain & { at: Seq }) | null} */
let chain = null;
let isWhole = false;
let timer = 0;

const limit = 60;
/** The width of a link, and the least number of links beside a gap. */
const linkWidth = 150;
const fewest = 3;

const read = newest(
    (/** @type {Seq} */ at, abort) => askSession('answers/why', { at, limit }, abort),
    (answer, at) => { chain = { ...answer, at }; draw(); },
    () => { chain = null; draw(); },
);

/** Reads the chain when the steps pause, so that it does not slow them down. */
function readSoon() {
    clearTimeout(timer);
    if (!isEmpty() && state.session.causes && state.at > state.session.first) timer = setTimeout(() => read(state.at), 50);
}

/** The words for a cause that is not known. */
const reasons = {
    unknown: ['cause unknown', 'Nothing recorded what caused it'],
    pruned: ['older than the session', 'Its cause was pruned with the oldest part of the session'],
    lost: ['cause lost', 'Its cause was not written to the session'],
    damaged: ['damaged', 'The session is damaged: it was caused by its own result'],
};

/** @param {ChainLink} link */
function linkMarkup(link) {
    if (link.kind === 'action') {
        const { seq, type } = link;
        return seq === state.at ? html`<b class="chain-link" title="${label(type)}">${typeName(type)}</b>` : html`
            <button class="chain-link" data-go="${seq}" title="${label(`${type} #${seq}`)}">${typeName(type)}</button>
        `;
    }
    const { id, name, began, ended, status, duration: took } = link;
    const facts = [name, status && statusWords[status], took === undefined ? '' : span(took / 1000)];
    return html`
        <button class="chain-link ${status === 'done' || !status ? '' : status}" data-effect="${id}"
            data-began="${began}" data-ended="${ended}" aria-pressed="${state.effect === id}"
            title="${label(facts.filter(Boolean).join(', '))}">
            ${effectGlyph(link)}<span>${name}</span>
        </button>
    `;
}

/** Returns the links from the root; null stands for those that do not fit.
 * @param {Chain} chain @returns {(ChainLink | null)[]} */
function shownLinks({ links, omitted = 0 }) {
    const all = [...links].reverse();
    if (isWhole) return omitted ? [all[0], null, ...all.slice(1)] : all;
    const room = Math.max(fewest, Math.floor(element('chain').clientWidth / linkWidth));
    // A gap takes the place of at least two links.
    if (all.length <= room + 1 && !omitted) return all;
    return [all[0], null, ...all.slice(Math.max(1, all.length - room + 1))];
}

function draw() {
    const place = element('chain');
    place.hidden = isEmpty() || !state.session.causes || state.at <= state.session.first || state.with !== null;
    if (place.hidden || !chain || (chain.at !== state.at && !place.shown)) return put(place, html``);
    const { links, omitted = 0, unknown } = chain;
    const shown = shownLinks(chain);
    const hidden = links.length + omitted - shown.filter(Boolean).length;
    const [word, title] = reasons[unknown?.reason ?? 'unknown'];
    place.classList.toggle('whole', isWhole);
    return put(place, html`
        ${unknown ? html`<span class="chain-unknown" title="${title}">? ${word}</span><i>›</i>`
            : links.length === 1 ? html`<span class="chain-root">nothing caused it</span>` : ''}
        ${links.length === 1 && !unknown ? '' : shown.map((each, i) => html`
            ${i ? html`<i>›</i>` : ''}
            ${each ? linkMarkup(each) : html`
                <button class="chain-gap" data-do="whole-chain" title="Show all ${number(links.length + omitted)}">
                    … ${number(hidden)}
                </button>
            `}
        `)}
    `);
}

onClick({
    effect: (id, { dataset: { began, ended } }) => (
        goToEffect(Number(id), Number(began), ended ? Number(ended) : undefined)),
});
onCommand({ 'whole-chain': () => { isWhole = true; draw(); } });

onChange(['at', 'with', 'session', 'effect'], changed => {
    if (hasAny(changed, 'at', 'key')) { isWhole = false; readSoon(); }
    if (changed.has('key')) chain = null;
    draw();
});
new ResizeObserver(() => draw()).observe(element('chain'));
