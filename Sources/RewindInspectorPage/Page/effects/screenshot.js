// Pictures of the app's screen, which are read once.
import { html } from '../core/markup.js';
import { newest } from '../core/request-queue.js';
import { askSession } from '../core/session.js';
import { onChange, signal, state } from '../core/store.js';
import { clock } from '../parts/format.js';
import { actionLink } from '../parts/values.js';

const mostKept = 12;
/** The bytes in Base64, by the number of the picture.
 * @type {Map<number, string>} */
const images = new Map();

/** Emits when a picture was read.
 * @type {Signal<[]>} */
export const screenshotLoaded = signal();

const read = newest(
    (/** @type {number} */ id, abort) => askSession('screenshot', { id }, abort),
    ({ jpeg }, id) => {
        images.set(id, jpeg);
        for (const oldest of images.keys()) if (images.size > mostKept) images.delete(oldest);
        screenshotLoaded.emit();
    },
);

/** Returns a picture with its time; an empty frame until it was read.
 * @param {Screenshot} screenshot */
export function screenshotMarkup({ id, seq, at }) {
    const jpeg = images.get(id);
    if (jpeg === undefined) read(id);
    return html`
        <figure class="screenshot">
            ${jpeg === undefined ? html`<div class="skeleton tall"></div>`
                : html`<img src="data:image/jpeg;base64,${jpeg}" alt="The screen at ${clock(at)}">`}
            <figcaption>
                Screenshot at ${clock(at)}, after ${seq < state.session.first ? html`#${seq}` : actionLink(seq)}
            </figcaption>
        </figure>
    `;
}

onChange(['key'], () => images.clear());
