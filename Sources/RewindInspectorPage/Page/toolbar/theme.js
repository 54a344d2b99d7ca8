// The theme: light, dark, or that of the system.
import { onCommand, onKey } from '../core/controls.js';
import { icon } from '../parts/icons.js';
import { element, put } from '../parts/markup.js';
import { themePhones } from '../screen/phone.js';
import { recolor } from '../timeline/timeline.js';

const names = { auto: 'follows the system', light: 'light', dark: 'dark' };
const dark = matchMedia('(prefers-color-scheme: dark)');
let theme = 'auto';

// Without storage, the theme is forgotten.
function kept() { try { return localStorage.getItem('rewind-theme'); } catch { return null; } }
function keep() { try { localStorage.setItem('rewind-theme', theme); } catch { /* the page goes on without */ } }

/** Applies the stored theme, or the one that a link names. */
export function startTheme() {
    const named = new URLSearchParams(location.hash.slice(1)).get('theme') ?? kept();
    if (named in names) theme = named;
    dark.addEventListener('change', apply);
    apply();
}

function nextTheme() {
    theme = { auto: 'light', light: 'dark', dark: 'auto' }[theme];
    keep();
    apply();
}

function apply() {
    const shown = theme === 'auto' ? (dark.matches ? 'dark' : 'light') : theme;
    document.documentElement.dataset.theme = shown;
    put(element('theme'), icon({ auto: 'auto', light: 'sun', dark: 'moon' }[theme]));
    element('theme').title = `Theme: ${names[theme]}  t`;
    element('theme').setAttribute('aria-label', `Theme: ${names[theme]}`);
    themePhones(shown);
    recolor();
}

onCommand({ theme: nextTheme });
onKey({ t: nextTheme }, { needsActions: false });
