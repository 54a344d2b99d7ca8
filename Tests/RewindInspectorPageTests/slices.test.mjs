import assert from 'node:assert/strict';
import test from 'node:test';

Object.assign(globalThis, { requestAnimationFrame() {} });
const page = '../../Sources/RewindInspectorPage/Page';
const { sliceColor, sliceShape } = await import(`${page}/parts/icons.js`);
const { state, update } = await import(`${page}/core/store.js`);

/** Returns the looks of slices by name, in a session with these slices. */
function looks(slices) {
    update({ session: { ...state.session, slices } });
    return Object.fromEntries(slices.map((name, i) => [name, [sliceColor(i), sliceShape(i)]]));
}

test('A slice looks the same in each session, whatever other slices there are', () => {
    const names = ['articleDetail', 'home', 'loading', 'navigation', 'userArticleDetail', 'userArticleList'];
    const all = looks(names);
    assert.equal(new Set(Object.values(all).map(([color]) => color)).size, 6);
    const some = looks(['a', ...names.slice(2).reverse()]);
    for (const name of names.slice(2)) assert.deepEqual(some[name], all[name]);
    const many = Object.values(looks(Array.from({ length: 600 }, (_, i) => `feature${i}`)));
    assert.equal(new Set(many.map(String)).size, 66);
});
