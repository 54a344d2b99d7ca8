import assert from 'node:assert/strict';
import test from 'node:test';

// The modules below expect a browser.
Object.assign(globalThis, { addEventListener() {}, location: { hash: '' }, requestAnimationFrame() {} });
const page = '../../Sources/RewindInspectorPage/Page';
const { choose } = await import(`${page}/core/session.js`);
const { isExpression, looksLikeExpression, sliceOfPin, valueOf } =
    await import(`${page}/session/pinned.js`);

test('Expressions are told from pointers and words', () => {
    for (const pin of ['', '/a', '/a/at(x)']) assert.equal(isExpression(pin), false);
    for (const pin of ["at('/a')", 'seq % 2']) assert.equal(isExpression(pin), true);
    for (const text of ["at('/a') > 3", 'max(seq,\n2)']) assert.equal(looksLikeExpression(text), true);
    for (const text of ['', 'loading', 'at(', '/a(b)', ') (']) assert.equal(looksLikeExpression(text), false);
});

test('The value of an expression at an action is the end of its series', async () => {
    const requests = [];
    let series;
    globalThis.fetch = async address => {
        requests.push(String(address));
        return new Response(JSON.stringify(series));
    };
    choose({ id: 2, generation: 0, first: 0, last: 9, slices: ['a', 'b'],
        runs: [{ from: 1, to: 9, parent: 0, depth: 1 }] });
    series = { values: [[6, { kind: 'number', text: '1' }], [7, { kind: 'number', text: '2.5' }]], exact: true };
    assert.deepEqual(await valueOf("at('/b')", 7), { kind: 'number', text: '2.5' });
    assert.deepEqual(requests, ['/api/2/series?expr=at%28%27%2Fb%27%29&tip=7&from=7&points=2']);
    series = { values: [[7, { kind: 'absent' }]], exact: true };
    assert.deepEqual(await valueOf("at('/b')", 7), { kind: 'absent' });
    series = { values: [[7, { kind: 'string', text: 'a' }]], exact: true };
    assert.deepEqual(await valueOf("at('/b')", 7), { kind: 'string', text: 'a' });
    // An array, which an expression has as its JSON, is a count as a pin of its pointer is.
    series = { values: [[6, { kind: 'string', text: '["home"]' }], [7, { kind: 'string', text: '["home","a"]' }]], exact: true };
    assert.deepEqual(await valueOf("at('/b')", 7), { kind: 'number', text: '2' });
    series = { values: [[7, { kind: 'string', text: '[home' }]], exact: true };
    assert.deepEqual(await valueOf("at('/b')", 7), { kind: 'string', text: '[home' });
    series = { value: { kind: 'number', text: '1' }, children: [], total: 0 };
    assert.deepEqual(await valueOf('/b', 7), { kind: 'number', text: '1' });
    assert.equal(requests.at(-1), '/api/2/state?at=7&pointer=%2Fb&from=0&count=1');
});

test('The slice of an expression is that of its first pointer', () => {
    assert.deepEqual(['/b/x', "max(at('/b/x'), at('/a'))", 'seq'].map(sliceOfPin), [1, 1, -1]);
});
