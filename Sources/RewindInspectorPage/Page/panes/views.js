// The views by width: one pane at a time on a narrow page, two views beside each other on a wide one.
import { onClick } from '../core/controls.js';
import { element } from '../core/markup.js';
import { isEmpty } from '../core/session.js';
import { onChange, state, update } from '../core/store.js';
import { isBeside } from '../core/view.js';

/** @typedef {View['tab'] | 'history'} MainView */

const wide = matchMedia('(min-width: 1600px)');
// Two screens take the place of the second view.
const widest = matchMedia('(min-width: 2200px)');

/** Returns the view of the main pane, and the one beside it on a wide page.
 * @returns {MainView[]} */
export function views() {
    const { tab, history } = state;
    if (isEmpty()) return ['state'];
    if (!(isBeside() ? widest : wide).matches) return [history !== null ? 'history' : tab];
    return [tab, history !== null ? 'history' : tab === 'state' ? 'diff' : 'state'];
}

/** Returns the element that a view is in; null while it is not shown.
 * @param {MainView} view */
export function placeOfView(view) {
    const index = views().indexOf(view);
    return index < 0 ? null : element(index ? 'side' : 'body');
}

/** Calls a function when the page gets wide or narrow.
 * @param {() => void} changed */
export function onWidth(changed) {
    for (const query of [wide, widest]) query.addEventListener('change', changed);
}

onClick({ pane: pane => update({ pane: /** @type {View['pane']} */ (pane) }) });

onChange(['pane'], () => {
    document.body.dataset.pane = state.pane;
    for (const tab of element('pane-tabs').children) {
        tab.setAttribute('aria-selected', String(tab.dataset.pane === state.pane));
        tab.tabIndex = tab.dataset.pane === state.pane ? 0 : -1;
    }
});
