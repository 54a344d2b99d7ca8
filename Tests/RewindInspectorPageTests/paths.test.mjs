import assert from 'node:assert/strict';
import test from 'node:test';
import { withSeeds } from './random.mjs';
import { Paths } from '../../Sources/RewindInspectorPage/Page/core/paths.js';

/** A random session: the parent of each action, and its runs. */
function session(random) {
    const first = random.below(3) ? 0 : random.below(50);
    const parents = new Map();
    const depths = new Map([[first, 0]]);
    const runs = [];
    const last = first + 1 + random.below(60);
    for (let seq = first + 1; seq <= last; seq++) {
        const parent = seq > first + 1 && !random.below(6) ? first + random.below(seq - first) : seq - 1;
        parents.set(seq, parent);
        depths.set(seq, depths.get(parent) + 1);
        if (parent === seq - 1 && runs.length) runs.at(-1).to = seq;
        else runs.push({ from: seq, to: seq, parent, depth: depths.get(seq) });
    }
    const way = seq => (seq === first ? [] : [...way(parents.get(seq)), seq]);
    return { first, last, parents, depths, runs, way };
}

test('Parents, depths and ways are those of a walk from action to action', () => withSeeds(200, random => {
    const { first, last, parents, depths, runs, way } = session(random);
    const paths = new Paths(runs);
    assert.equal(paths.longest, Math.max(...depths.values()));
    for (let seq = first + 1; seq <= last; seq++) {
        assert.equal(paths.parent(seq), parents.get(seq));
        assert.equal(paths.depth(seq), depths.get(seq));
        const shown = paths.wayTo(seq);
        const expected = way(seq);
        assert.equal(shown.length, expected.length);
        for (let other = first + 1; other <= last; other++) assert.equal(shown.has(other), expected.includes(other));
        for (let depth = 1; depth <= expected.length; depth++) assert.equal(shown.at(depth), expected[depth - 1]);
        assert.equal(shown.at(-5), expected[0]);
        assert.equal(shown.at(10_000), seq);
    }
}));

test('The tip of an action is at the end of a way through it, and is its own tip', () => withSeeds(200, random => {
    const { first, last, parents, runs } = session(random);
    const paths = new Paths(runs);
    for (let seq = first + 1; seq <= last; seq++) {
        const tip = paths.tipOf(seq);
        assert.ok(paths.wayTo(tip).has(seq));
        assert.equal(paths.tipOf(tip), tip);
        assert.ok(![...parents.values()].includes(tip), 'nothing follows a tip');
    }
}));

test('Forks and columns', () => withSeeds(100, random => {
    const { first, last, runs } = session(random);
    const paths = new Paths(runs);
    for (let seq = first + 1; seq <= last; seq++) {
        assert.deepEqual(paths.forksAt(seq), runs.filter((run, index) => index > 0 && run.parent === seq));
        assert.ok([0, 1, 2].includes(paths.lane(seq)));
    }
    assert.equal(paths.lane(first + 1), 0);
}));

test('A session without actions has no way', () => {
    const paths = new Paths([]);
    assert.equal(paths.wayTo(0).length, 0);
    assert.equal(paths.longest, 0);
});

test('The part of a way between two numbers is that of its actions', () => withSeeds(200, random => {
    const { last, runs, way } = session(random);
    const shown = new Paths(runs).wayTo(last);
    const from = random.below(last + 3);
    const to = from + random.below(last);
    const expected = way(last).filter(seq => seq >= from && seq <= to);
    assert.deepEqual(shown.within(from, to), expected.length ? [expected[0], expected.at(-1)] : null);
}));
