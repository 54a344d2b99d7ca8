// What keys do.
import { canChange, cursorBack, cursorHere, cursorOn, openBookmark } from '../session/bookmarks.js';
import { bookmarkAfter } from '../toolbar/branches.js';
import { closeBlame, goToWriter, pointerInMind } from '../dialogs/value-popover.js';
import { closeMenu } from '../dialogs/menu.js';
import { closeSearch } from '../toolbar/search.js';
import { closeStop } from '../timeline/transport.js';
import { current, isEmpty } from './session.js';
import { element } from '../parts/markup.js';
import { canExport, exportState } from '../session/exports.js';
import { isWhatIf, leaveWhatIf, toDifference, toggleSkipped } from '../session/what-if.js';
import { leaveComparison, showTab, stepTab } from '../panes/action-header.js';
import { moves } from './clicks.js';
import { nextTheme } from '../toolbar/theme.js';
import { onKeyInPhone } from '../screen/phone.js';
import { openHelp } from '../dialogs/help.js';
import { rowsAway, toggleFold } from '../list/actions-list.js';
import { stepSpeed, togglePlay } from '../timeline/player.js';
import { togglePin } from '../timeline/pins.js';
import { canSteer, redo, undo } from '../screen/steering.js';
import { toast } from '../dialogs/toast.js';
import { treeKey } from '../panes/state-tree.js';
import { along, go, look, view } from './view.js';

const byRows = async steps => go(await rowsAway(steps));

function toggleHistory() {
    const pointer = pointerInMind();
    if (pointer === null) toast('Click a value first, then press h');
    else look({ history: view.history === null ? pointer : null, blame: null });
}

function toNextBookmark() {
    const seq = bookmarkAfter(view.at);
    if (seq === undefined) toast('This session has no bookmark'); else go(seq);
}

const pageful = () => Math.max(1, Math.floor(element('list').clientHeight / 41) - 1);

const keys = {
    ArrowLeft: event => go(along(event.shiftKey ? -10 : -1)),
    ArrowRight: event => go(along(event.shiftKey ? 10 : 1)),
    ArrowUp: event => byRows(event.shiftKey ? -10 : -1),
    ArrowDown: event => byRows(event.shiftKey ? 10 : 1),
    k: () => byRows(-1),
    j: () => byRows(1),
    PageUp: () => byRows(-pageful()),
    PageDown: () => byRows(pageful()),
    Home: moves.first,
    End: moves.last,
    ' ': event => togglePlay(event.shiftKey ? -1 : 1),
    '/': () => element('filter').focus(),
    '?': openHelp,
    '[': () => goToWriter(-1),
    ']': () => goToWriter(1),
    b: toNextBookmark,
    B: () => openBookmark(),
    c: cursorHere,
    e: () => { if (canExport('state')) exportState(); },
    x: () => toggleSkipped(),
    '{': () => { if (isWhatIf()) toDifference(-1); },
    '}': () => { if (isWhatIf()) toDifference(1); },
    w: () => togglePin(pointerInMind()),
    h: toggleHistory,
    '.': toggleFold,
    t: nextTheme,
    0: () => look({ zoom: null }),
    '+': () => stepSpeed(1),
    '=': () => stepSpeed(1),
    '-': () => stepSpeed(-1),
    1: () => showTab(0),
    2: () => showTab(1),
    3: () => showTab(2),
    4: () => showTab(3),
};

// As in Redux DevTools, and wherever the focus is.
const withControl = {
    k: () => { element('find').focus(); element('find').select(); },
    j: () => togglePlay(),
    '[': () => go(along(-1)),
    ']': () => go(along(1)),
};

// Those of the app, where there is no text whose own they would be.
const ofTheApp = { z: undo, Z: redo };
// Where no app runs, they are the cursor's.
const ofTheCursor = { z: cursorBack, Z: cursorOn };

/** Leaves what is on top. */
function escape(target) {
    if (closeMenu()) return;
    if (target.matches?.('input')) {
        closeSearch();
        closeStop();
        target.blur();
        element('list').focus();
    } else if (closeBlame()) return;
    else if (view.history !== null) look({ history: null });
    else if (view.with !== null) leaveComparison();
    else if (isWhatIf()) leaveWhatIf();
}

function inField(event) {
    if (event.target.id !== 'filter' || (event.key !== 'Enter' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    element('list').focus();
}

/** Keys that scroll what has the focus, and are not taken from it. */
const scrolls = (target, key) => target.matches?.('#body,.terminal pre') && /^(Arrow(Up|Down)|Home|End|Page(Up|Down)| )$/.test(key);

function pressed(event) {
    const { key, target } = event;
    const hasControl = event.ctrlKey || event.metaKey;
    const take = deed => { event.preventDefault(); deed(event); };
    if (hasControl && withControl[key] && !event.altKey) return take(withControl[key]);
    const isAsked = document.querySelector('dialog[open]') !== null;
    if (key === 'Escape' && !isAsked) return escape(target);
    if (target.matches?.('input,textarea,select')) return inField(event);
    if (hasControl && ofTheApp[key] && !event.altKey && !isAsked && canSteer()) return take(ofTheApp[key]);
    if (hasControl && ofTheCursor[key] && !event.altKey && !isAsked && canChange()) return take(ofTheCursor[key]);
    if (hasControl || event.altKey || isAsked || target.closest?.('#menu') || !current.session) return undefined;
    const node = target.closest?.('.tn');
    if (node && target === node && (/^Arrow/.test(key) || key === 'Enter') && treeKey(node, key)) return event.preventDefault();
    const tab = target.closest?.('[role=tab][data-tab]');
    if (tab && (key === 'ArrowLeft' || key === 'ArrowRight')) return take(() => stepTab(key === 'ArrowRight' ? 1 : -1));
    if (key === ' ' || key === 'Enter') {
        if (target.matches?.('button')) return undefined;
        if (target.matches?.('[role=button]')) return take(() => target.click());
    }
    if (isEmpty() && !['?', 't', '/'].includes(key)) return undefined;
    if (Object.hasOwn(keys, key) && !scrolls(target, key)) return take(keys[key]);
    return undefined;
}

/** Starts it. */
export function startKeys() {
    document.addEventListener('keydown', pressed);
    // In the phone only what the screen does not scroll by is taken.
    onKeyInPhone(event => { if (!/^(Arrow(Up|Down)|Page(Up|Down)|Tab|Enter)$/.test(event.key)) pressed(event); });
}
