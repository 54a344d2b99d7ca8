// A narrow page shows one pane at a time.
import { onClick } from '../core/controls.js';
import { update, view, viewChanged } from '../core/view.js';
import { element } from '../parts/markup.js';

onClick({ pane: pane => update({ pane }) });

viewChanged.on(changed => {
    if (!changed.has('pane')) return;
    document.body.dataset.pane = view.pane;
    for (const tab of element('pane-tabs').children) {
        tab.setAttribute('aria-selected', String(tab.dataset.pane === view.pane));
        tab.tabIndex = tab.dataset.pane === view.pane ? 0 : -1;
    }
});
