// On a narrow page one pane is shown at a time.
import { element } from '../parts/markup.js';
import { look, looked, view } from '../core/view.js';

/** Shows a pane. */
export const showPane = pane => look({ pane });

looked.on(changed => {
    if (!changed.has('pane')) return;
    document.body.dataset.pane = view.pane;
    for (const tab of element('mtabs').children) {
        tab.setAttribute('aria-selected', String(tab.dataset.pane === view.pane));
        tab.tabIndex = tab.dataset.pane === view.pane ? 0 : -1;
    }
});
