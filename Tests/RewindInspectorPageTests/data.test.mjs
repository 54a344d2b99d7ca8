import assert from 'node:assert/strict';
import test from 'node:test';
import { withSeeds, Random } from './random.mjs';

// The modules below expect a browser.
const frames = [];
const runFrames = () => { while (frames.length) frames.shift()(); };
Object.assign(globalThis, {
    addEventListener() {},
    history: { replaceState() {} },
    location: { hash: '' },
    requestAnimationFrame: task => frames.push(task),
});
const page = '../../Sources/RewindInspectorPage/Page';
const { choose, readSessions } = await import(`${page}/core/session.js`);
const { ListData } = await import(`${page}/list/list-data.js`);
const { row } = await import(`${page}/core/rows.js`);
const { onChange, state, update } = await import(`${page}/core/store.js`);
const { lastIndex, panned, whole, zoomed } = await import(`${page}/timeline/timeline-data.js`);

const count = 5000;
const entries = Array.from({ length: count }, (_, i) => (i % 10 === 3
    ? { fold: { from: 2 * i + 1, to: 2 * i + 2, count: 2, types: [], slices: [] } } : { seq: 2 * i + 1, type: 'A' }));
const session = { id: 0, generation: 0, file: 'a.rewind', first: 0, last: 2 * count, slices: ['a'], recording: 'closed',
    runs: [{ from: 1, to: 2 * count, parent: 0, depth: 1 }] };
const requests = [];

globalThis.fetch = async address => {
    const url = new URL(address, 'http://localhost');
    requests.push(url);
    const [from, part] = ['from', 'count'].map(name => Number(url.searchParams.get(name)));
    const answers = {
        '/api/sessions': () => ({ sessions: [session], version: '1', canWrite: false }),
        '/api/0/rows': () => ({
            total: count, actions: count, folded: 0, last: 2 * count, from, rows: entries.slice(from, from + part),
        }),
    };
    return new Response(JSON.stringify(answers[url.pathname]()), { status: 200 });
};
await readSessions();
choose(session);

test('The list reads what is missing, finds actions, and keeps a bounded number of entries', async () => {
    let loaded = 0;
    const list = new ListData({ filter: '', hide: '', fold: 1 }, () => { loaded++; }, error => { throw error; });
    await list.read({ from: 0, count: 100 });
    assert.equal(list.total, count);
    const random = new Random(1);
    const settled = () => new Promise(done => { setTimeout(done, 20); });
    for (let i = 0; i < 60; i++) {
        const start = random.below(count - 50);
        await list.need(start, 50);
        await settled();
        for (let index = start; index < start + 50; index++) {
            assert.deepEqual(list.entries.get(index), entries[index]);
            assert.equal(list.find(2 * index + 1), index);
            if (entries[index].fold) assert.equal(list.find(2 * index + 2), index);
            else assert.deepEqual(row(2 * index + 1), entries[index]);
        }
        assert.ok(list.entries.size <= 3000);
        const before = requests.length;
        await list.need(start, 50);
        assert.equal(requests.length, before, 'nothing is read twice');
    }
    assert.ok(loaded > 10);
    assert.equal(list.find(-1), undefined);
});

test('A binary search finds what a linear one does', () => withSeeds(200, random => {
    const list = random.list(random.below(30), () => random.below(50)).sort((a, b) => a - b);
    const limit = random.below(55);
    assert.equal(lastIndex(list, each => each <= limit), list.findLastIndex?.(each => each <= limit)
        ?? list.filter(each => each <= limit).length - 1);
}));

test('A zoomed range is inside of the axis, and has the wanted width', () => withSeeds(200, random => {
    update({ axis: 'actions' });
    const [first, last] = whole();
    assert.deepEqual([first, last], [0, 2 * count]);
    const from = random.below(3 * count) - count;
    const width = random.below(3 * count);
    const range = zoomed([from, from + width]);
    if (range === null) return assert.ok(width >= last - first);
    assert.ok(range[0] >= first && range[1] <= last);
    return assert.equal(range[1] - range[0], Math.max(8, width));
}));

test('A range moves to a position that is out of it, and keeps its width', () => {
    const range = [10, 30];
    assert.equal(panned(range, 10), range);
    assert.equal(panned(range, 30), range);
    assert.deepEqual(panned(range, 50), [40, 60]);
    assert.deepEqual(panned(range, 1), [-9, 11]);
});

test('Listeners are called once a frame, with the changed members and the state before', () => {
    const calls = [];
    onChange(['at', 'filter'], (changed, before) => calls.push([[...changed], before.at]));
    runFrames();
    calls.length = 0;
    const { at } = state;
    update({ at: 17 });
    update({ at: 18, filter: state.filter });
    update({ fold: false });
    assert.equal(state.at, 18);
    assert.deepEqual(calls, []);
    runFrames();
    assert.deepEqual(calls, [[['at', 'fold'], at]]);
    update({ fold: true });
    update({ at: 1 });
    update({ at: 18 });
    runFrames();
    assert.equal(calls.length, 1, 'a change that was taken back is none');
});

test('Another session changes everything', () => {
    const seen = [];
    onChange(['pins'], changed => seen.push(changed.has('tab')));
    choose({ ...session, generation: 1 });
    runFrames();
    assert.deepEqual(seen, [true]);
    choose({ ...session, generation: 1, last: session.last + 1 });
    runFrames();
    assert.deepEqual(seen, [true], 'a session that has grown is the same one');
});
