// A narrow page shows one pane at a time.
import { onClick } from '../core/controls.js';
import { onChange, state, update } from '../core/store.js';
import { element } from '../parts/markup.js';

onClick({ pane: pane => update({ pane: /** @type {View['pane']} */ (pane) }) });

onChange(['pane'], () => {
    document.body.dataset.pane = state.pane;
    for (const tab of element('pane-tabs').children) {
        tab.setAttribute('aria-selected', String(tab.dataset.pane === state.pane));
        tab.tabIndex = tab.dataset.pane === state.pane ? 0 : -1;
    }
});
