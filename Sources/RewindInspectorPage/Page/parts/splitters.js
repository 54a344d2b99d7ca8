// The widths of the panes, and whether the screen is open. The browser keeps them.
import { onCommand } from '../core/controls.js';
import { element } from '../core/markup.js';
import { onChange, state } from '../core/store.js';

/** @typedef {'left' | 'right'} Side */

const storage = 'rewind-panes';
const least = { left: 200, right: 220, middle: 320 };
/** The widths that a person chose, and whether the screen is open, with and without one to show.
 * @type {Partial<Record<Side, number>> & { screen?: boolean, summary?: boolean }} */
let kept = {};
try { kept = JSON.parse(localStorage.getItem(storage) ?? '{}'); } catch { /* The page starts with the usual widths. */ }

const grid = element('grid');
const toggle = element('screen-toggle');
/** @param {Side} side */
const pane = side => /** @type {HTMLElement} */ (grid.querySelector(side === 'left' ? '.actions' : '.screen'));

/** Without a screen to show, its pane has only a summary of the state, and is closed until a person opens it. */
const kind = () => (state.session.screen === 'none' && !state.session.steering ? 'summary' : 'screen');
const isOpen = () => kept[kind()] ?? kind() === 'screen';

function keep() {
    try { localStorage.setItem(storage, JSON.stringify(kept)); } catch { /* The widths are forgotten. */ }
    draw();
}

function draw() {
    for (const side of /** @type {Side[]} */ (['left', 'right'])) {
        const width = kept[side];
        if (width) grid.style.setProperty(`--${side}`, `${width}px`); else grid.style.removeProperty(`--${side}`);
    }
    grid.classList.toggle('no-screen', !isOpen());
    toggle.setAttribute('aria-pressed', String(isOpen()));
    for (const splitter of splitters()) {
        const side = sideOf(splitter);
        const width = pane(side).offsetWidth;
        splitter.setAttribute('aria-valuenow', String(width));
        splitter.setAttribute('aria-valuetext', `${width} pixels`);
        splitter.setAttribute('aria-valuemin', String(least[side]));
        splitter.setAttribute('aria-valuemax', String(Math.max(width, mostOf(side))));
    }
}

const splitters = () => /** @type {HTMLElement[]} */ ([...grid.querySelectorAll('[data-splitter]')]);

/** @param {HTMLElement} splitter */
const sideOf = splitter => /** @type {Side} */ (splitter.dataset.splitter);

/** Returns the width of a pane that leaves the others room.
 * @param {Side} side */
function mostOf(side) {
    const other = side === 'left' ? (isOpen() ? pane('right').offsetWidth : 0) : pane('left').offsetWidth;
    return grid.clientWidth - other - least.middle;
}

/** Sets the width of a pane, and leaves the others room.
 * @param {Side} side @param {number} width */
function resize(side, width) {
    kept[side] = Math.round(Math.max(least[side], Math.min(mostOf(side), width)));
    keep();
}

for (const splitter of splitters()) {
    const side = sideOf(splitter);
    const direction = side === 'left' ? 1 : -1;
    let start = 0;
    let width = 0;
    splitter.addEventListener('pointerdown', event => {
        splitter.setPointerCapture(event.pointerId);
        event.preventDefault();
        start = event.clientX;
        width = pane(side).offsetWidth;
    });
    splitter.addEventListener('pointermove', event => {
        if (splitter.hasPointerCapture(event.pointerId)) resize(side, width + direction * (event.clientX - start));
    });
    const reset = () => { delete kept[side]; keep(); };
    splitter.addEventListener('dblclick', reset);
    splitter.addEventListener('keydown', event => {
        if (event.key === 'Enter') { event.preventDefault(); reset(); return; }
        const step = { ArrowLeft: -16, ArrowRight: 16 }[event.key];
        if (!step) return;
        event.preventDefault();
        resize(side, pane(side).offsetWidth + direction * step);
    });
}

onCommand({ screen: () => { kept[kind()] = !isOpen(); keep(); } });
onChange(['session', 'sessions'], draw);
