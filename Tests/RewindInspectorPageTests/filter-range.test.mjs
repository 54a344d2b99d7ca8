import assert from 'node:assert/strict';
import test from 'node:test';
import { rangeIn, withRange } from '../../Sources/RewindInspectorPage/Page/core/filter-range.js';

test('A range is found among other words, with either end missing', () => {
    assert.deepEqual(rangeIn('seq:24..47'), [24, 47]);
    assert.deepEqual(rangeIn('home seq:24.. -loading'), [24, Infinity]);
    assert.deepEqual(rangeIn('seq:..47'), [0, 47]);
    assert.deepEqual(rangeIn('seq:24'), [24, 24]);
    for (const none of ['', 'seq:', '-seq:1..2', 'seq:x', 'seq:5..2', 'aseq:1..2', 'seq:1..2x']) {
        assert.equal(rangeIn(none), null, none);
    }
});

test('A range replaces the one before, and other words stay', () => {
    assert.equal(withRange('', [24, 47]), 'seq:24..47');
    assert.equal(withRange('home seq:1..2 -loading', [0, 47]), 'seq:..47 home -loading');
    assert.equal(withRange('seq:1..2', [24, Infinity]), 'seq:24..');
    assert.equal(withRange('home seq:1..2', null), 'home');
    assert.equal(withRange('seq:..2 home', null), 'home');
});
