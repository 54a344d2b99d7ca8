// The state as a tree. A level is read when it is opened; where something changed, the tree opens by itself.
import { onClick } from '../core/controls.js';
import { element, html, put } from '../core/markup.js';
import { child } from '../core/pointer.js';
import { newest } from '../core/request-queue.js';
import { askSession, sliceOf } from '../core/session.js';
import { onChange, state, update } from '../core/store.js';
import { shows, showsNone } from '../parts/behind.js';
import { number } from '../parts/format.js';
import { glyph } from '../parts/icons.js';
import { errorNote, noStatesNote } from '../parts/notes.js';
import { actionLink, askable, brief } from '../parts/values.js';
import { placeOfView, views } from './views.js';

const page = 50;
const opensAlone = 60;
/** The number of children shown before the first change in a long level. */
const before = 5;

/**
 * @typedef {{ path: Pointer, isContainer: boolean } & StateChild & Level} TreeNode
 * @typedef {{ children: TreeNode[] | null, total: number, from: number }} Level
 */

// Nodes that a person opened or closed stay so at other states.
/** @type {Set<Pointer>} */
const opened = new Set();
/** @type {Set<Pointer>} */
const closed = new Set();
/** The numbers of children that are read, from the first one on. Of other long levels, the part with the first change
 * is read.
 * @type {Map<Pointer, number>} */
const counts = new Map();

/** @type {(Level & { at: Seq }) | null} */
let tree = null;
let isShown = false;

/**
 * Reads the open levels from the top down, and returns them as one tree.
 *
 * @param {{ at: Seq, against?: Seq }} question
 * @param {AbortSignal} abort
 */
async function readTree({ at, against }, abort) {
    let budget = opensAlone;
    /** @param {Pointer} pointer @param {number} depth @returns {Promise<Level>} */
    async function level(pointer, depth) {
        const count = counts.get(pointer) ?? page;
        const asked = { at, against, pointer, count };
        let answer = await askSession('state', { ...asked, from: 0 }, abort);
        const from = counts.has(pointer) || (answer.change ?? 0) < count ? 0 : (answer.change ?? 0) - before;
        if (from) answer = await askSession('state', { ...asked, from }, abort);
        const nodes = await Promise.all((answer.children ?? []).map(async ({ key, value, changed, was, inside }) => {
            const path = child(pointer, key);
            const isContainer = (value.kind === 'object' || value.kind === 'array') && value.count > 0;
            /** @type {TreeNode} */
            const node = { key, value, changed, was, inside, path, isContainer, children: null, total: 0, from: 0 };
            const opens = isContainer && isOpen(node, depth, () => budget-- > 0);
            if (opens) Object.assign(node, await level(path, depth + 1));
            return node;
        }));
        if (!pointer && !answer.total) return { children: [rootNode(answer.value)], total: 1, from };
        return { children: nodes, total: answer.total, from };
    }
    return { ...(await level('', 0)), at };
}

/** Returns the node of a state without members: a number, a text, or an empty container.
 * @param {Value} value @returns {TreeNode} */
const rootNode = value => (
    { key: 'whole state', value, path: '', isContainer: false, children: null, total: 0, from: 0 });

/** @param {TreeNode} node @param {number} depth @param {() => boolean} mayOpen */
function isOpen({ path, changed, inside, value }, depth, mayOpen) {
    if (closed.has(path)) return false;
    if (opened.has(path)) return true;
    const hasChange = inside === true && !changed;
    const isSmallSlice = depth === 0 && value.kind === 'object' && value.count <= 8;
    return (hasChange || isSmallSlice) && mayOpen();
}

/** @type {Failure | null} */
let refusal = null;
const read = newest(
    readTree,
    answer => { tree = answer; refusal = null; show(); },
    error => { refusal = error; show(); },
);

let settled = 0;

/** Shows the tree of the selected state; the previous one stays until it was read. */
export function drawTree() {
    isShown = true;
    const asked = { at: state.at, against: state.with ?? undefined };
    clearTimeout(settled);
    // Beside another view, the tree waits until the steps pause, so that it does not slow them down.
    if (views()[0] === 'state') read(asked); else settled = setTimeout(() => read(asked), 80);
}

/** Ignores pending answers. */
export function leaveTree() {
    isShown = false;
    tree = null;
    shownAt = null;
}

function show() {
    const body = placeOfView('state');
    if (!isShown || !body) return;
    const focused = document.activeElement?.closest?.('.tree-node')?.dataset.node;
    if (!tree || refusal) showsNone(body);
    if (refusal) return put(body, errorNote(refusal.message, refusal.hint));
    if (!tree) return undefined;
    shows(body, tree.at);
    if (state.session.states === false) return put(body, noStatesNote());
    const lastKnown = state.diff?.unknown?.lastKnown;
    const unknown = lastKnown !== undefined
        && errorNote('State unknown', html`The last known state is after ${actionLink(lastKnown)}.`);
    first = true;
    put(body, html`
        ${unknown}
        <div class="tree" role="tree" aria-label="State after ${tree.at}">
            ${tree.children?.map(node => branch(node, 1))}
        </div>
    `);
    if (shownAt !== tree.at) body.querySelector('.tree-node .was')?.scrollIntoView({ block: 'nearest' });
    shownAt = tree.at;
    return focused !== undefined && focusNode(focused);
}

/** @type {Seq | null} */
let shownAt = null;

let first = true;

/** @param {TreeNode} node @param {number} level @returns {Markup} */
function branch(node, level) {
    const { key, value, changed, was, inside, path, isContainer, children, total, from } = node;
    const isNew = changed && (!was || was.kind === 'absent');
    const names = [changed && 'changed', inside && 'changed-inside', level === 1 && 'top-level'].filter(Boolean)
        .join(' ');
    const canTab = first ? 0 : -1;
    first = false;
    const old = (changed || was) && html`
        <span class="was">${isNew ? 'new' : html`was ${brief(was, 24)}`}</span>
    `;
    /** @param {number} count @param {string} text */
    const more = (count, text) => (count > 0 ? html`
        <button class="unchanged" data-more="${path}">… ${number(count)} ${text}</button>
    ` : '');
    return html`
        <div class="tree-node ${names}" role="treeitem" aria-level="${level}"
            ${isContainer ? html`aria-expanded="${String(Boolean(children))}"` : ''}
            tabindex="${canTab}" data-node="${path}">
            <span class="triangle">
                ${isContainer ? html`<svg viewBox="0 0 8 8" aria-hidden="true"><path d="M2 0l5 4-5 4z"/></svg>` : ''}
            </span>
            ${level === 1 ? glyph(sliceOf(path)) : ''}
            <span class="key">${key}</span>
            ${askable(value, path, 90)}
            ${old}
            ${inside && !children ? html`<span class="dot" title="Changed inside"></span>` : ''}
        </div>
        ${children ? html`
            <div class="children" role="none">
                ${more(from, 'before')}
                ${children.map(each => branch(each, level + 1))}
                ${more(total - from - children.length, 'more')}
            </div>
        ` : ''}
    `;
}

/** @param {Pointer} path */
const focusNode = path => element('views').querySelector(`[data-node="${CSS.escape(path)}"]`)
    ?.focus({ preventScroll: true });

/** Opens or closes a node.
 * @param {HTMLElement} node */
function toggleNode(node) {
    const path = node.dataset.node ?? '';
    const isOpenNow = node.getAttribute('aria-expanded') === 'true';
    (isOpenNow ? opened : closed).delete(path);
    (isOpenNow ? closed : opened).add(path);
    node.focus({ preventScroll: true });
    drawTree();
}

/** Reads the next part of a long level.
 * @param {Pointer} path */
function moreOf(path) {
    counts.set(path, Math.min(5000, (counts.get(path) ?? page) * 4));
    drawTree();
}

/** Moves in the tree by arrow keys; returns true if it used the key.
 * @param {HTMLElement} node @param {string} key */
function treeKey(node, key) {
    const all = [...element('views').querySelectorAll('.tree-node')];
    const index = all.indexOf(node);
    const state = node.getAttribute('aria-expanded');
    const level = Number(node.getAttribute('aria-level'));
    switch (key) {
    case 'ArrowDown': all[index + 1]?.focus(); return true;
    case 'ArrowUp': all[index - 1]?.focus(); return true;
    case 'ArrowRight': if (state === 'false') toggleNode(node); else all[index + 1]?.focus(); return true;
    case 'ArrowLeft':
        if (state === 'true') toggleNode(node);
        else all.slice(0, index).findLast(each => Number(each.getAttribute('aria-level')) < level)?.focus();
        return true;
    case 'Enter': update({ blame: node.dataset.node }); return true;
    default: return false;
    }
}

// Another session's tree starts closed.
onChange(['key'], () => {
    for (const each of [opened, closed, counts]) each.clear();
    tree = null;
});

onClick({
    node: (_, target) => { if (target.hasAttribute('aria-expanded')) toggleNode(target); },
    more: moreOf,
});
element('views').addEventListener('keydown', event => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || !target.matches('.tree-node')) return;
    if (treeKey(target, event.key)) event.preventDefault();
});
