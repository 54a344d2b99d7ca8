import assert from 'node:assert/strict';
import test from 'node:test';
import { onlyThereAfter, otherSeq } from '../../Sources/RewindInspectorPage/Page/session/alignment.js';
import { withSeeds } from './random.mjs';

test('Each action belongs to the last common one of the other session, and to what only that has after it', () => {
    withSeeds(200, random => {
        const sameThrough = random.below(4);
        const [onlyA, onlyB] = [[], []];
        /** The other action of each one, and what only the other session has after it. */
        const expected = [];
        let [a, b] = [sameThrough, sameThrough];
        let after = [];
        for (let i = 0; i < 12; i++) {
            const kind = random.below(4);
            if (kind === 0) {
                onlyA.push(++a);
                expected.push([a, b, null]);
            } else if (kind === 1) {
                onlyB.push(++b);
                after.push(b);
            } else {
                after = [];
                expected.push([++a, ++b, after]);
            }
        }
        const alignment = { sameThrough, onlyA, onlyB, aligned: true };
        let common = sameThrough;
        for (const [seq, other, there] of expected) {
            if (there) common = other;
            assert.equal(otherSeq(alignment, seq), common);
            assert.deepEqual(onlyThereAfter(alignment, seq), there ?? []);
        }
        for (let seq = 0; seq <= sameThrough; seq++) assert.equal(otherSeq(alignment, seq), seq);
        assert.equal(otherSeq({ ...alignment, last: 2 }, 30), 2);
    });
});
