// Clicks and keys. An element says by a data attribute what a click on it does; features register their handlers here.
import { focusMain } from './markup.js';
import { hasSession, isEmpty } from './session.js';
import { leaveTopmost } from './view.js';

/** @type {Record<string, (value: string, target: HTMLElement, event: MouseEvent) => void>} */
const clicks = {};
/** @type {Record<string, (target: HTMLElement) => void>} */
const commands = {};
/** @type {Record<string, KeyHandler[]>} */
const keys = {};

/** The button that was clicked last.
 * @type {Element | null} */
let clicked = null;

/** Registers what a click does, by the name of the element's data attribute.
 * @param {typeof clicks} handlers */
export function onClick(handlers) { Object.assign(clicks, handlers); }

/** Registers what a click does, by the value of `data-do`.
 * @param {typeof commands} handlers */
export function onCommand(handlers) { Object.assign(commands, handlers); }

/**
 * Registers what keys do; one that returns `false` leaves the key to others.
 *
 * @param {Record<string, (event: KeyboardEvent) => unknown>} handlers By key, with `Ctrl ` in front where it is held.
 * @param {{ isAlways?: boolean, needsActions?: boolean }} options Whether a key works in fields and dialogs, too, and
 *     whether it needs a session with actions.
 */
export function onKey(handlers, { isAlways = false, needsActions = true } = {}) {
    for (const [key, run] of Object.entries(handlers)) (keys[key] ??= []).push({ run, isAlways, needsActions });
}

/** Does what a click on an element with this `data-do` does.
 * @param {string} name */
export const perform = name => commands[name]?.(document.body);

// Keys of one character can be turned off, as speech input and trembling hands press them by accident.
const storage = 'rewind-single-keys';
let hasSingleKeys = true;
try { hasSingleKeys = localStorage.getItem(storage) !== 'off'; } catch { /* They are on. */ }

/** True unless keys of one character are turned off. */
export const singleKeys = () => hasSingleKeys;

/** Turns keys of one character on or off. The browser keeps the choice.
 * @param {boolean} isOn */
export function setSingleKeys(isOn) {
    hasSingleKeys = isOn;
    try { localStorage.setItem(storage, isOn ? 'on' : 'off'); } catch { /* It is forgotten with the page. */ }
}

/** Handles a pressed key, also one from the frame of a screen.
 * @param {KeyboardEvent} event */
export function handleKey(event) {
    const { key } = event;
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.defaultPrevented || event.altKey) return;
    const isInDialog = document.querySelector('dialog[open]') !== null;
    const isField = target.matches?.('input,textarea,select') ?? false;
    if (key === 'Escape' && !isInDialog) return void leave(target, isField);
    const isBusy = isField || isInDialog || !hasSession();
    const hasControl = event.ctrlKey || event.metaKey;
    if (!hasControl && !isBusy) {
        if (key === ' ' || key === 'Enter') {
            // After a click on a button, the space bar plays.
            if (key === ' ' && target === clicked) target.blur();
            else if (target.matches?.('button')) return;
            if (target.matches?.('[role=button]')) { event.preventDefault(); target.click(); return; }
        }
        if (isScrolling(target, key)) return;
    }
    if (!hasSingleKeys && !hasControl && key.length === 1 && key !== ' ') return;
    for (const handler of keys[hasControl ? `Ctrl ${key}` : key] ?? []) {
        if ((isBusy && !handler.isAlways) || (handler.needsActions && isEmpty())) continue;
        if (handler.run(event) === false) continue;
        event.preventDefault();
        return;
    }
}

/** Leaves a field, or else what is on top.
 * @param {HTMLElement} target @param {boolean} isField */
function leave(target, isField) {
    if (!isField) return leaveTopmost();
    target.blur();
    focusMain();
}

/** Returns true for keys that scroll the focused element.
 * @param {HTMLElement} target @param {string} key */
const isScrolling = (target, key) => target.matches?.('#body,#side,.terminal pre')
    && /^(Arrow(Up|Down)|Home|End|Page(Up|Down)| )$/.test(key);

onClick({ do: (name, target) => commands[name]?.(target) });

/** Starts listening. */
export function startControls() {
    const selector = Object.keys(clicks).map(name => `[data-${name}]`).join(',');
    document.addEventListener('click', event => {
        /** @type {HTMLElement | null} */
        const target = /** @type {Element} */ (event.target).closest(selector);
        const name = target && Object.keys(clicks).find(each => target.dataset[each] !== undefined);
        if (name && hasSession()) clicks[name](target.dataset[name] ?? '', target, event);
    });
    document.addEventListener('pointerdown', event => { clicked = event.target?.closest('button') ?? null; });
    document.addEventListener('keydown', handleKey);
}
