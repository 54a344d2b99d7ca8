// Marks a found text in the views. The elements stay as they are: the browser paints over ranges of their texts.
import { element } from '../core/markup.js';
import { onChange, state } from '../core/store.js';

const name = 'found';
let wanted = '';
/** @type {Seq | null} */
let at = null;

/** Marks a text in the views of an action, until another one is selected.
 * @param {string} text @param {Seq} seq */
export function markFound(text, seq) {
    wanted = text.toLowerCase();
    at = seq;
    paint();
}

function paint() {
    const { highlights } = CSS;
    if (!highlights) return;
    if (!wanted) { highlights.delete(name); return; }
    const ranges = [];
    const walker = document.createTreeWalker(element('views'), NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.nodeValue?.toLowerCase() ?? '';
        for (let start = text.indexOf(wanted); start >= 0; start = text.indexOf(wanted, start + wanted.length)) {
            const range = new Range();
            range.setStart(node, start);
            range.setEnd(node, start + wanted.length);
            ranges.push(range);
        }
    }
    highlights.set(name, new Highlight(...ranges));
}

onChange(['at'], () => { if (wanted && state.at !== at) { wanted = ''; paint(); } });
new MutationObserver(() => { if (wanted) paint(); }).observe(element('views'), { childList: true, subtree: true });
