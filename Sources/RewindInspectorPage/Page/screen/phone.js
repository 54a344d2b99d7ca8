// A phone around the app's screen. The page draws the bezel, the status bar and the home indicator; the app's content
// is in a sandboxed frame, where no script runs and nothing is fetched.
import { frameSource } from '../core/api.js';
import { handleKey } from '../core/controls.js';
import { html, put } from '../core/markup.js';
import { isInside, tokens } from '../core/pointer.js';
import { row } from '../core/rows.js';
import { clock } from '../parts/format.js';
import { themeChanged } from '../parts/themes.js';
import { morph } from './morph.js';

const width = 375;
const height = 770;

let count = 0;
const scrolls = new Map();
const glowed = new WeakMap();
/** @type {(name: string, canAsk: boolean) => boolean} */
let tapped = () => false;

/**
 * Sets the handler of taps. It returns false for a click that opens a popover instead.
 *
 * @param {typeof tapped} handler
 */
export function onTap(handler) { tapped = handler; }

export const shownPhones = () => count;

const status = html`
    <svg class="signs" viewBox="0 0 66 12" aria-hidden="true">
        <path d="M0 8h3v4H0zM5 6h3v6H5zM10 3h3v9h-3zM15 0h3v12h-3z"/>
        <path d="M25 4.500a11 11 0 0 1 15 0l-2 2.200a8 8 0 0 0-11 0zM29 8.500a5 5 0 0 1 7 0L32.500 12z"/>
        <path d="M46 1h17v10H46zM64.500 4v4h1.500V4z" opacity=".4"/>
        <path d="M47.500 2.500h13v7h-13z"/>
    </svg>
`;

/** @param {Element} stage @param {number} number */
function build(stage, number) {
    put(stage, html`
        ${Array.from({ length: number }, (_, i) => html`
            <figure class="phone-place">
                <div class="phone">
                    <div class="glass">
                        <div class="status-bar"><span class="clock"></span>${status}</div>
                        <iframe ${frameSource} sandbox="allow-same-origin"
                            title="The app’s screen${number > 1 ? i ? ', B' : ', A' : ''}"></iframe>
                        <div class="home-indicator"></div>
                        <div class="veil" hidden></div>
                    </div>
                </div>
                <figcaption></figcaption>
            </figure>
        `)}
    `);
    count = number;
    for (const frame of stage.querySelectorAll('iframe')) frame.addEventListener('load', () => ready(frame));
    fitPhones(stage);
}

/** @param {HTMLIFrameElement} frame */
function ready(frame) {
    const page = frame.contentDocument;
    // The server did not answer.
    if (!page) { setTimeout(() => { frame.src = 'frame.html'; }, 4000); return; }
    frame.isReady = true;
    page.documentElement.dataset.theme = document.documentElement.dataset.theme;
    page.documentElement.dataset.use = use;
    frame.style.setProperty('visibility', 'inherit');
    /** @param {MouseEvent | KeyboardEvent} event */
    const ask = event => {
        const key = event.target?.closest('[data-tap]');
        const target = event.target?.closest('[data-p]');
        if (key?.dataset.tap !== undefined && !event.altKey && tapped(key.dataset.tap, target !== null)) return;
        if (target) askAbout(target, frame);
    };
    // A finger has no Alt key: a long press asks instead. Its release is no click.
    let press = 0;
    let isLong = false;
    page.addEventListener('click', event => {
        event.preventDefault();
        if (isLong) event.stopPropagation(); else ask(event);
        isLong = false;
    });
    page.addEventListener('touchstart', event => {
        const target = event.target?.closest('[data-p]');
        isLong = false;
        press = setTimeout(() => {
            if (!target) return;
            isLong = true;
            askAbout(target, frame);
        }, 550);
    }, { passive: true });
    for (const name of ['touchend', 'touchmove', 'touchcancel']) page.addEventListener(name, () => clearTimeout(press));
    page.addEventListener('submit', event => event.preventDefault());
    page.addEventListener('keydown', event => {
        const isTap = event.target?.dataset.tap !== undefined && page.documentElement.dataset.use === 'tap';
        const isKey = event.key === ' ' && isTap;
        if (event.key === 'Enter' || isKey) { event.preventDefault(); ask(event); }
        // The other keys scroll the screen.
        else if (!/^(Arrow(Up|Down)|Page(Up|Down)|Tab)$/.test(event.key)) handleKey(event);
    });
    page.addEventListener('scroll', () => remember(frame), { capture: true, passive: true });
    if (frame.waiting) fill(frame, frame.waiting);
}

/** @param {HTMLElement} target @param {HTMLIFrameElement} frame */
function askAbout(target, frame) {
    const detail = { pointer: target.dataset.p, frame, box: () => boxOf(target, frame) };
    frame.dispatchEvent(new CustomEvent('ask', { bubbles: true, detail }));
}

/** Returns the place on the page of an element in a frame.
 * @param {Element} target @param {HTMLIFrameElement} frame */
function boxOf(target, frame) {
    const outer = frame.getBoundingClientRect();
    const scale = outer.width / frame.offsetWidth;
    const inner = target.getBoundingClientRect();
    const y = (/** @type {number} */ inside) => outer.top + inside * scale;
    return { left: outer.left + inner.left * scale, top: y(inner.top), bottom: y(inner.bottom) };
}

// `data-scroll` marks the element that scrolls, and `data-screen` names the screen; the defaults are the page and the
// class of its first element.

/** @param {Document} page */
const scroller = page => page.querySelector('[data-scroll]') ?? page.scrollingElement;

/** @param {Document} page */
function nameOf(page) {
    const named = /** @type {HTMLElement | null} */ (page.querySelector('[data-screen]'));
    return named?.dataset.screen ?? page.body.firstElementChild?.className ?? '';
}

/** @param {HTMLIFrameElement} frame */
function remember(frame) {
    frame.isScrolled = true;
    if (frame.isFilling || !frame.screenName || !frame.contentDocument) return;
    scrolls.set(frame.screenName, scroller(frame.contentDocument)?.scrollTop ?? 0);
}

/** Returns what an element is for.
 * @param {Element | null} element */
const keyOf = element => element?.getAttribute('data-tap') ?? element?.getAttribute('data-p');

/** @param {HTMLIFrameElement} frame @param {string} content */
function fill(frame, content) {
    const page = frame.contentDocument;
    if (!frame.isReady || !page) { frame.waiting = content; return; }
    if (frame.content === content) return;
    frame.isFilling = true;
    frame.content = content;
    const focused = keyOf(page.activeElement);
    // The only place that takes HTML as it is: in this frame it can run nothing and fetch nothing.
    morph(page.body, content);
    // The focus stays on the same control; an element that has become another one loses it.
    const tap = CSS.escape(focused ?? '');
    const same = focused && page.querySelector(`[data-tap="${tap}"],:not([data-tap])[data-p="${tap}"]`);
    if (same) same.focus({ preventScroll: true });
    else if (page.activeElement && keyOf(page.activeElement)) page.activeElement.blur();
    frame.screenName = nameOf(page);
    const top = scrolls.get(frame.screenName) ?? 0;
    // Without this condition, each step would lay out the screen once more.
    if (top || frame.isScrolled) {
        const scrolled = scroller(page);
        if (scrolled) scrolled.scrollTop = top;
        frame.isScrolled = top > 0;
    }
    requestAnimationFrame(() => { frame.isFilling = false; });
}

/** Shows screens in phones.
 * @param {Element} stage @param {ShownScreen[]} screens */
export function phones(stage, screens) {
    if (count !== screens.length || !stage.querySelector('iframe')) build(stage, screens.length);
    [...stage.querySelectorAll('.phone-place')].forEach((figure, i) => {
        const { seq, name, html: content = '', lastKnown, at = row(seq)?.at } = screens[i];
        const isUnknown = lastKnown !== undefined;
        partOf(figure, '.phone').classList.toggle('unknown', isUnknown);
        if (at !== undefined) partOf(figure, '.clock').textContent = clock(at).slice(0, 5);
        partOf(figure, 'figcaption').textContent = name;
        const veil = partOf(figure, '.veil');
        veil.hidden = !isUnknown;
        if (isUnknown) put(veil, html`
            <div><b>State unknown</b>This is the last known screen, after #${lastKnown}.</div>
        `);
        fill(/** @type {HTMLIFrameElement} */ (partOf(figure, 'iframe')), content);
    });
}

/** Returns the part of a phone that a selector names.
 * @param {Element} figure @param {string} selector */
const partOf = (figure, selector) => /** @type {HTMLElement} */ (figure.querySelector(selector));

/** Scales the phones to their stage.
 * @param {Element} stage */
export function fitPhones(stage) {
    const figures = [...stage.querySelectorAll('.phone-place')];
    if (!figures.length) return;
    const box = stage.getBoundingClientRect();
    const wide = (box.width - 32 - (figures.length - 1) * 22) / figures.length;
    const high = box.height - 32 - (figures.length > 1 ? 26 : 0);
    const scale = Math.max(0.2, Math.min(1.75, wide / (width + 10), high / (height + 10)));
    for (const figure of figures) {
        figure.style.setProperty('width', `${width * scale}px`);
        figure.style.setProperty('height', `${height * scale}px`);
        partOf(figure, '.phone').style.setProperty('transform', `scale(${scale})`);
    }
}

let glowing = 0;

/**
 * Highlights the elements that show a change, a moment after the last step.
 *
 * @param {Seq} seq
 * @param {Pointer[]} pointers
 */
export function glow(seq, pointers) {
    const frame = document.querySelector('iframe');
    if (!frame?.isReady || glowed.get(frame) === seq) return;
    glowed.set(frame, seq);
    const hot = frame.contentDocument?.querySelectorAll('.rewind-hot') ?? [];
    for (const each of hot) each.classList.remove('rewind-hot');
    clearTimeout(glowing);
    glowing = setTimeout(() => {
        for (const each of frame.contentDocument?.querySelectorAll('[data-p]') ?? []) {
            const own = each.getAttribute('data-p') ?? '';
            const isElement = tokens(own).length > 2;
            const isHot = pointers.some(pointer => own === pointer || (isElement && isInside(pointer, own)));
            if (isHot) each.classList.add('rewind-hot');
        }
    }, 80);
}

let use = '';

/**
 * Sets what a click does: `tap` uses the app, `ask` opens popovers only; empty where no app runs.
 *
 * @param {string} now
 */
export function usePhones(now) {
    use = now;
    setInFrames('use', now);
}

/** @param {string} name @param {string} value */
function setInFrames(name, value) {
    for (const frame of document.querySelectorAll('iframe')) {
        if (frame.isReady && frame.contentDocument) frame.contentDocument.documentElement.dataset[name] = value;
    }
}

themeChanged.on(theme => setInFrames('theme', theme));
