// The menu of branches: a graph, with where each branch starts, and its length.
import { html } from '../core/markup.js';
import { bookmarksIn } from '../core/session.js';
import { state } from '../core/store.js';
import { way } from '../core/view.js';
import { row, rowsOf } from '../core/rows.js';
import { clock, number, plural } from '../parts/format.js';

const most = 200;

/** Returns the number of branches besides the main one. */
export function branchCount() {
    const { paths } = state;
    /** @param {Run} run */
    const startsInside = ({ parent }) => paths.runs[paths.runIndex(parent)].to !== parent;
    return paths.runs.filter((run, index) => paths.lanes[index] > 0 || (index > 0 && startsInside(run))).length;
}

/** Returns the runs' numbers and levels in depth-first order, earlier branches first.
 * @param {Run[]} runs */
function inOrder(runs) {
    /** The runs that start on each run.
     * @type {number[][]} */
    const above = runs.map(() => []);
    runs.forEach((run, index) => { if (index) above[state.paths.runIndex(run.parent)].push(index); });
    /** @type {[index: number, level: number][]} */
    const list = [];
    /** @type {[index: number, level: number][]} */
    const stack = runs.length ? [[0, 0]] : [];
    for (let next = stack.pop(); next && list.length < most; next = stack.pop()) {
        const [index, level] = next;
        list.push(next);
        const children = above[index].filter(child => child !== index)
            .sort((a, b) => runs[a].parent - runs[b].parent);
        for (const child of children.reverse()) {
            const continues = runs[child].parent === runs[index].to;
            stack.push([child, continues ? level : level + 1]);
        }
    }
    return list;
}

/** Returns the graph as the items of a menu, with the first action of each branch. */
export async function branchesMenu() {
    const { runs } = state.paths;
    await rowsOf(inOrder(runs).flatMap(([index]) => (index ? [runs[index].from] : []))).catch(() => {});
    const shown = way();
    const list = inOrder(runs);
    const width = 16 + 12 * Math.min(5, list.reduce((most, [, level]) => Math.max(most, level), 0));
    /** @param {[index: number, level: number]} run @param {number} place */
    const item = ([index, level], place) => {
        const run = runs[index];
        const isShown = shown.has(run.to) || (shown.has(run.from) && index === 0);
        const first = row(run.from);
        const names = bookmarksIn(run).map(({ name }) => name);
        const x = Math.min(level, 5) * 12 + 8;
        const next = list[place + 1];
        const graph = html`
            <svg class="branch-graph" width="${width}" viewBox="0 0 ${width} 30" aria-hidden="true">
                ${Array.from({ length: Math.min(level, 5) }, (_, i) => html`
                    <path class="off" d="M${i * 12 + 8} 0V30"/>
                `)}
                ${level ? html`
                    <path class="${isShown ? 'on' : 'off'}" d="M${x - 12} 0C${x - 12} 12 ${x} 3 ${x} 15"/>
                ` : ''}
                ${next && next[1] > level ? html`<path class="off" d="M${x} 15V30"/>` : ''}
                <circle class="${isShown ? 'here' : 'off'}" cx="${x}" cy="15" r="4"/>
            </svg>
        `;
        return html`
            <button role="menuitemradio" aria-checked="${isShown && shown.parts.at(-1)?.from === run.from}"
                data-go="${run.to}" class="branch">
                ${graph}
                <span>
                    <b>${index ? `#${run.from}–${run.to}` : 'main'}</b> <span class="dim">
                        ${index ? `from #${run.parent} · ${first ? `${first.type} ${clock(first.at).slice(0, 8)} · ` : ''}` : ''}
                        ${plural(run.to - run.from + 1, 'action')}
                        ${names.length ? ` · ⚑ ${names.slice(0, 2).join(', ')}` : ''}
                    </span>
                </span>
            </button>
        `;
    };
    return html`
        ${list.map(item)}
        ${runs.length > list.length ? html`
            <p class="dim foot">
                ${number(runs.length - list.length)} more are in the list, each after the action where it starts.
            </p>
        ` : ''}
    `;
}
