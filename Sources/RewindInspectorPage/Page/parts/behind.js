// Content that is not of the selected action yet is dimmed, and says of which action it is.
import { onChange, state } from '../core/store.js';

const delay = 120;

/** The elements, with the action that each shows.
 * @type {Map<Element, Seq>} */
const shown = new Map();
let timer = 0;

/** Notes the action that an element shows now.
 * @param {Element} element @param {Seq} seq */
export function shows(element, seq) {
    const isSame = shown.get(element) === seq;
    shown.set(element, seq);
    element.setAttribute('data-shows', `#${seq}`);
    if (seq === state.at) element.classList.remove('behind');
    // Answers that keep coming, as while scrubbing, put it off.
    else if (!isSame) { clearTimeout(timer); timer = setTimeout(dim, delay); }
}

/** Notes that an element shows nothing of an action.
 * @param {Element} element */
export function showsNone(element) {
    shown.delete(element);
    element.removeAttribute('data-shows');
    element.classList.remove('behind');
}

function dim() {
    timer = 0;
    for (const [element, seq] of shown) element.classList.toggle('behind', seq !== state.at);
}

onChange(['at'], () => { timer ||= setTimeout(dim, delay); });
