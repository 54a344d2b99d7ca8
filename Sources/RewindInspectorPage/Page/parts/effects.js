// The signs and words of effects. Kinds and outcomes differ in shape, never in color alone.
import { html } from '../core/markup.js';

/** @type {Record<EffectStatus, string>} */
export const statusWords = { open: '… under way', done: 'done', failed: '✕ failed', canceled: '⊘ canceled' };

const shapes = {
    effect: 'M0 3h7V0l3 5-3 5V7H0z',
    flow: 'M0 0h4v2h2V0h4v4H7v2h3v4H6V8H4v2H0V6h3V4H0z',
    note: 'M0 0h10v7H5L2 10V7H0z',
    screenshot: 'M3 1h4l1 2h2v6H0V3h2zM5 4a2 2 0 1 0 0 4 2 2 0 0 0 0-4',
};

/** Returns the path of a kind's shape in a square of 10.
 * @param {EffectKind} kind */
export const effectShape = kind => shapes[kind];

/** Returns the sign of an effect.
 * @param {{ kind: EffectKind, status?: EffectStatus }} effect */
export const effectGlyph = ({ kind, status = 'done' }) => html`
    <svg class="glyph effect-sign ${status}" viewBox="0 0 10 10" aria-hidden="true">
        <path fill-rule="evenodd" d="${shapes[kind]}"/>
    </svg>
`;
