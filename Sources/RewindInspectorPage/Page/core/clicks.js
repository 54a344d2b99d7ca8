// What clicks do. An element says by a data attribute what it is for, so that whatever draws it need not listen.
import { askWho, closeBlame, copyValue } from '../dialogs/value-popover.js';
import { clearFilter, setFilter, toggleSlice } from '../list/filter.js';
import { closeAsk } from '../dialogs/dialog.js';
import { cursorBack, cursorHere, cursorOn, openBookmark, removeBookmark } from '../session/bookmarks.js';
import { openDeeds } from '../session/action-menu.js';
import { exportPart, exportState, exportTest } from '../session/exports.js';
import { leaveWhatIf, toDifference, toggleSkipped } from '../session/what-if.js';
import { closeDispatch, openDispatch } from '../session/dispatch.js';
import { closeHelp, openHelp } from '../dialogs/help.js';
import { closeMenu } from '../dialogs/menu.js';
import { closeSearch } from '../toolbar/search.js';
import { context, copyView, explainCompare, leaveComparison } from '../panes/action-header.js';
import { copy } from '../dialogs/toast.js';
import { current } from './session.js';
import { element } from '../parts/markup.js';
import { forgetTree, moreOf, toggleNode } from '../panes/state-tree.js';
import { moreHistory } from '../panes/history.js';
import { nextTheme } from '../toolbar/theme.js';
import { openBranches, openSessions, retry } from '../toolbar/toolbar.js';
import { redrawBody } from '../panes/main-pane.js';
import { setSpeed, togglePlay } from '../timeline/player.js';
import { along, go, look, openSession, view, way } from './view.js';
import { showPane } from '../panes/narrow-panes.js';
import { askStop } from '../timeline/transport.js';
import { toggleFold } from '../list/actions-list.js';
import { redo, toggleLock, travelHere, undo } from '../screen/steering.js';
import { togglePin } from '../timeline/pins.js';
import { toggleWhole } from './details.js';

/** Moves along the branch that is shown, by name. */
export const moves = {
    first: () => go(way().at(way().start)),
    back: () => go(along(-1)),
    play: () => togglePlay(),
    forward: () => go(along(1)),
    last: () => go(way().at(way().length)),
};

function fromMenu(deed) {
    closeMenu();
    deed();
}

const deeds = {
    'ask-stop': askStop,
    bookmark: () => fromMenu(() => openBookmark()),
    branches: openBranches,
    'close-ask': closeAsk,
    'close-blame': closeBlame,
    'close-dispatch': closeDispatch,
    'close-help': closeHelp,
    compare: explainCompare,
    context: () => { context.isShown = !context.isShown; look({ tab: view.tab }); redrawBody(); },
    'copy-view': copyView,
    'cursor-back': cursorBack,
    'cursor-here': () => fromMenu(cursorHere),
    'cursor-on': cursorOn,
    deeds: openDeeds,
    dispatch: openDispatch,
    'export-part': () => fromMenu(exportPart),
    'export-state': () => fromMenu(exportState),
    'export-test': () => fromMenu(exportTest),
    fit: () => look({ zoom: null }),
    fold: toggleFold,
    help: openHelp,
    leave: leaveComparison,
    'leave-history': () => look({ history: null }),
    'leave-what-if': leaveWhatIf,
    lock: toggleLock,
    'more-history': moreHistory,
    redo,
    retry,
    sessions: openSessions,
    theme: nextTheme,
    'travel-here': travelHere,
    undo,
    'what-if': () => fromMenu(() => toggleSkipped()),
    'what-if-back': () => toDifference(-1),
    'what-if-on': () => toDifference(1),
};

// In the order in which they are looked for; each is told the value of its attribute, the element and the click.
const attributes = {
    do: (name, target) => deeds[name]?.(target),
    copy: text => copy(text),
    value: pointer => copyValue(pointer),
    pin: pointer => togglePin(pointer),
    hist: pointer => { showPane('inspect'); look({ history: pointer, blame: null }); },
    mark: name => openBookmark(name),
    unmark: name => removeBookmark(name),
    skip: seq => toggleSkipped(Number(seq)),
    go: seq => { closeSearch(); closeMenu(); go(Number(seq)); },
    session: id => { closeMenu(); forgetTree(); openSession(Number(id)); },
    full: pointer => toggleWhole(pointer),
    more: pointer => moreOf(pointer),
    tab: name => look({ tab: name, history: null }),
    speed: speed => setSpeed(speed),
    axis: axis => look({ axis, zoom: null }),
    slice: slice => toggleSlice(Number(slice)),
    clear: () => clearFilter(),
    filter: text => { setFilter(text); showPane('actions'); },
    pane: name => showPane(name),
    nav: name => moves[name](),
    p: (pointer, target) => askWho(pointer, target),
    tp: (_, target) => { if (target.hasAttribute('aria-expanded')) toggleNode(target); },
    row: (seq, target, event) => { if (!event.shiftKey) go(Number(seq)); else if (Number(seq) !== view.at) go(Number(seq), view.with ?? view.at); },
};

const selector = Object.keys(attributes).map(name => `[data-${name}]`).join(',');

/** Starts it. */
export function startClicks() {
    document.addEventListener('click', event => {
        const target = event.target.closest(selector);
        if (!event.target.closest('.pop,[data-p]') && !target?.dataset.copy) closeBlame();
        if (!target || !current.session) return;
        // The list takes its own rows, with what is in them.
        if (element('list').contains(target) && target.dataset.row) return;
        const name = Object.keys(attributes).find(each => target.dataset[each] !== undefined);
        attributes[name](target.dataset[name], target, event);
    });
}

