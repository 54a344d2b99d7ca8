// The theme: light, dark, or that of the system.
import { signal } from '../core/store.js';
import { element, put } from '../core/markup.js';
import { icon } from './icons.js';

/** The themes in the order of their button. */
const themes = /** @type {const} */ ([
    { key: 'auto', name: 'follows the system', sign: 'auto' },
    { key: 'light', name: 'light', sign: 'sun' },
    { key: 'dark', name: 'dark', sign: 'moon' },
]);
const dark = matchMedia('(prefers-color-scheme: dark)');
let index = 0;
const theme = () => themes[index];

// Without storage, the theme is forgotten.
function kept() { try { return localStorage.getItem('rewind-theme'); } catch { return null; } }
function keep() { try { localStorage.setItem('rewind-theme', theme().key); } catch { /* the page goes on without */ } }

/** Emits the shown theme.
 * @type {Signal<['light' | 'dark']>} */
export const themeChanged = signal();

/** Applies the stored theme, or the one that a link names. */
export function startTheme() {
    const named = new URLSearchParams(location.hash.slice(1)).get('theme') ?? kept();
    index = Math.max(0, themes.findIndex(each => each.key === named));
    dark.addEventListener('change', apply);
    apply();
}

/** Applies the next theme, and keeps it. */
export function nextTheme() {
    index = (index + 1) % themes.length;
    keep();
    apply();
}

function apply() {
    const { key, name, sign } = theme();
    const shown = key === 'auto' ? (dark.matches ? 'dark' : 'light') : key;
    document.documentElement.dataset.theme = shown;
    put(element('theme'), icon(sign));
    element('theme').title = `Theme: ${name}  t`;
    element('theme').setAttribute('aria-label', `Theme: ${name}`);
    themeChanged.emit(shown);
}
