// A menu under a button; arrow keys move in it.
import { element, put } from '../core/markup.js';

/** The number of items up to which a menu needs no field to find one. */
const many = 15;

/** @type {HTMLElement | null} */
let opener = null;

/**
 * Opens a menu of `<button role="menuitem…">` under a button, or closes the one that is open there.
 *
 * @param {HTMLElement} button
 * @param {string} name
 * @param {Markup} markup
 * @param {{ left: number, bottom: number }} box What it is under.
 */
export function openMenu(button, name, markup, box = button.getBoundingClientRect()) {
    const menu = element('menu');
    if (opener === button) return closeMenu();
    opener = button;
    put(menu, markup);
    if (menu.querySelectorAll('button').length > many) {
        const field = Object.assign(document.createElement('input'), { placeholder: 'Find', className: 'menu-filter' });
        field.setAttribute('aria-label', `Find in ${name}`);
        menu.prepend(field);
        menu.shown = undefined;
    }
    menu.setAttribute('aria-label', name);
    menu.hidden = false;
    if (button.ariaHasPopup) button.setAttribute('aria-expanded', 'true');
    menu.style.setProperty('left', `${Math.max(8, Math.min(box.left, innerWidth - menu.offsetWidth - 8))}px`);
    menu.style.setProperty('top', `${Math.max(8, Math.min(box.bottom + 6, innerHeight - menu.offsetHeight - 8))}px`);
    (menu.querySelector('input') ?? menu.querySelector('[aria-checked=true]') ?? menu.querySelector('button'))?.focus();
    return undefined;
}

function closeMenu() {
    if (!opener) return;
    element('menu').hidden = true;
    if (opener.ariaHasPopup) opener.setAttribute('aria-expanded', 'false');
    if (element('menu').contains(document.activeElement) || document.activeElement === document.body) opener.focus();
    opener = null;
}

const menu = element('menu');
menu.addEventListener('keydown', event => {
    if (event.key !== 'Escape') event.stopPropagation();
    const isTyping = event.target?.tagName === 'INPUT';
    const items = [...menu.querySelectorAll(':not([hidden]) > button:not(:disabled, [hidden])')];
    if (isTyping && event.key === 'Enter') /** @type {HTMLElement | undefined} */ (items[0])?.click();
    const index = items.findIndex(item => item === document.activeElement);
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: items.length - 1 }[event.key];
    if (next === undefined || (isTyping && !event.key.startsWith('Arrow'))) return;
    event.preventDefault();
    items[(next + items.length) % items.length]?.focus();
});
menu.addEventListener('click', event => { if (event.target?.tagName !== 'INPUT') closeMenu(); });
menu.addEventListener('input', event => {
    const wanted = /** @type {HTMLInputElement} */ (event.target).value.toLowerCase();
    for (const item of menu.querySelectorAll('.menu > :is(button, div)')) {
        item.toggleAttribute('hidden', !item.textContent?.toLowerCase().includes(wanted));
    }
});
document.addEventListener('keydown', event => {
    if (event.key !== 'Escape' || !opener) return;
    event.preventDefault();
    closeMenu();
});
document.addEventListener('pointerdown', event => {
    const target = /** @type {Element} */ (event.target);
    if (opener && !target.closest('#menu') && !opener.contains(target)) closeMenu();
});
