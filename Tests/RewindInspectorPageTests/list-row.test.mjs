import assert from 'node:assert/strict';
import test from 'node:test';

// The modules below expect a browser.
const anything = new Proxy(() => anything, { get: (_, name) => (name === Symbol.iterator ? undefined : anything) });
Object.assign(globalThis, {
    addEventListener() {},
    document: anything,
    location: { hash: '' },
    requestAnimationFrame() {},
});
const page = '../../Sources/RewindInspectorPage/Page';
const { choose } = await import(`${page}/core/session.js`);
const { update } = await import(`${page}/core/store.js`);
const { keep } = await import(`${page}/core/rows.js`);
const { entryRow, heightOf, heights } = await import(`${page}/list/list-row.js`);

const session = { id: 0, generation: 0, file: 'a', first: 0, last: 40, slices: [], bookmarks: [], recording: 'closed',
    runs: [{ from: 1, to: 40, parent: 0, depth: 1 }] };
choose(session);
keep(Array.from({ length: 40 }, (_, i) => ({ seq: i + 1, parent: i, type: 'A', slices: [] })));
const way = { has: () => true };
const entry = { fold: { from: 24, to: 28, count: 5, types: [{ type: 'A', values: [] }], slices: [] } };

/** Returns the ranges and rows of the entry, in order. */
function parts(at, opened = new Set(), of = entry) {
    update({ at });
    const { text } = entryRow(of, 0, 1, way, opened);
    const found = [...text.matchAll(/class="range">([^<]*)|id="row-(\d+)"|class="seq">(\d+)<\/span>not loaded/g)]
        .map(([, range, row, lost]) => range ?? row ?? `${lost} not loaded`);
    const count = name => [...text.matchAll(new RegExp(`class="${name}[ "]`, 'g'))].length;
    const height = heights.fold * count('fold-row') + heights.row * count('row');
    assert.equal(heightOf(of, opened), height);
    return found;
}

test('The selected action of a fold stands once, between the lines of what is before and after it', () => {
    assert.deepEqual(parts(10), ['24–28']);
    assert.deepEqual(parts(24), ['24', '25–28']);
    assert.deepEqual(parts(26), ['24–25', '26', '27–28']);
    assert.deepEqual(parts(27), ['24–26', '27', '28']);
    assert.deepEqual(parts(28), ['24–27', '28']);
    assert.deepEqual(parts(26, new Set(['fold 24'])), ['24–28', '24', '25', '26', '27', '28']);
    assert.deepEqual(parts(24, new Set(), { fold: { ...entry.fold, to: 24, count: 1 } }), ['24']);
});

test('Without the server, an action that was not read has a row that says so', () => {
    choose({ ...session, generation: 1 });
    assert.deepEqual(parts(26), ['24–25', '27–28']);
    update({ isConnected: false });
    assert.deepEqual(parts(26), ['24–25', '26 not loaded', '27–28']);
});
