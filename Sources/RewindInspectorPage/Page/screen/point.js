// A line of a difference, or a value of a state, points to the element of the screen that shows it.
import { element } from '../core/markup.js';
import { isInside, tokens } from '../core/pointer.js';

/** Outlines the element in each frame that shows a value, or that shows what contains it.
 * @param {Pointer | undefined} pointer @param {number[]} frames */
function pointAt(pointer, frames) {
    [...document.querySelectorAll('iframe')].forEach((frame, index) => {
        const page = frame.contentDocument;
        for (const each of page?.querySelectorAll('.rewind-pointed') ?? []) each.classList.remove('rewind-pointed');
        if (pointer === undefined || !frames.includes(index)) return;
        let best = null;
        let depth = 1;
        for (const each of page?.querySelectorAll('[data-p]') ?? []) {
            const own = each.getAttribute('data-p') ?? '';
            const isBetter = own === pointer ? depth < Infinity : isInside(pointer, own) && tokens(own).length > depth;
            if (!isBetter) continue;
            best = each;
            depth = own === pointer ? Infinity : tokens(own).length;
        }
        best?.classList.add('rewind-pointed');
    });
}

/** @param {Event} event */
function point({ target }) {
    const line = target?.closest(':is(#body, #side) :is(.line, .element)');
    const value = line ? line.querySelector('[data-p]') : target?.closest(':is(#body, #side) [data-p]');
    const last = document.querySelectorAll('iframe').length - 1;
    // A screen beside it shows the old values; a single one shows none that is gone.
    const isGone = line?.classList.contains('removed') ?? false;
    pointAt(value?.getAttribute('data-p') ?? undefined, isGone ? (last > 0 ? [0] : []) : [last]);
}

for (const pane of [element('body'), element('side')]) {
    pane.addEventListener('pointerover', point);
    pane.addEventListener('focusin', point);
    pane.addEventListener('pointerleave', () => pointAt(undefined, []));
    pane.addEventListener('focusout', () => pointAt(undefined, []));
}
