import assert from 'node:assert/strict';
import test from 'node:test';
import { withSeeds } from './random.mjs';
import {
    changesAt, countOf, moved, movedAfter, noChanges, options, readChanges, toggledSkip, withEdit, withInsertion, withoutEdit,
    withoutInsertion, withoutMove,
} from '../../Sources/RewindInspectorPage/Page/core/changes.js';
import { compact, indented, memberText } from '../../Sources/RewindInspectorPage/Page/parts/json-text.js';

const session = { first: 0, last: 12 };
/** The way of a session without branches. */
const way = { first: 0, last: 12, at: depth => depth, depth: seq => seq };

/** Returns the order in which the actions run, as the re-run plans it. */
function order({ reorder, skip }) {
    const all = [];
    const add = seq => {
        all.push(seq);
        for (const move of reorder) if (move.after === seq) add(move.seq);
    };
    for (let seq = 0; seq <= 12; seq++) if (!reorder.some(move => move.seq === seq)) add(seq);
    return all.filter(seq => !skip.includes(seq));
}

test('A moved action passes one action that runs, wherever the others were moved', () => withSeeds(300, random => {
    let changes = noChanges;
    for (let i = 0; i < 3; i++) if (random.below(2)) changes = toggledSkip(changes, 1 + random.below(12));
    for (let i = 0; i < 8; i++) {
        const seq = 1 + random.below(12);
        if (changes.skip.includes(seq)) continue;
        const direction = random.below(2) ? 1 : -1;
        const before = order(changes);
        const place = before.indexOf(seq);
        const next = moved(changes, seq, direction, way);
        const expected = [...before];
        if (place + direction < 1 || place + direction >= before.length) { assert.equal(next, null); continue; }
        [expected[place], expected[place + direction]] = [expected[place + direction], expected[place]];
        assert.deepEqual(order(next), expected);
        // No action is moved to where it is.
        for (const move of next.reorder) assert.notDeepEqual(order(withoutMove(next, move.seq)), expected);
        changes = next;
    }
}));

test('A move and the one back are no change', () => {
    const there = moved(noChanges, 5, -1, way);
    assert.deepEqual(there.reorder, [{ seq: 5, after: 3 }]);
    assert.deepEqual(moved(there, 5, 1, way), noChanges);
    assert.deepEqual(changesAt(there, 3).added, ['#5']);
    assert.ok(changesAt(there, 5).isMoved);
});

test('An action runs after any other one that runs', () => withSeeds(200, random => {
    let changes = toggledSkip(noChanges, 1 + random.below(12));
    for (let i = 0; i < 5; i++) {
        const [seq, after] = [1 + random.below(12), random.below(13)];
        if (changes.skip.includes(seq) || seq === after) continue;
        const next = movedAfter(changes, seq, after, way);
        if (changes.skip.includes(after)) { assert.equal(next, null); continue; }
        const expected = order(changes).filter(each => each !== seq);
        expected.splice(expected.indexOf(after) + 1, 0, seq);
        assert.deepEqual(order(next), expected);
        changes = next;
    }
}));

test('Changes are read from the address that they are written to', () => {
    let changes = toggledSkip(toggledSkip(noChanges, 9), 2);
    changes = withEdit(changes, 3, '{"a":"1:2,3&"}');
    changes = withInsertion(withInsertion(changes, 0, '{"type":"A"}'), 0, '{"type":"B","payload":[1]}');
    changes = moved(changes, 7, -1, way);
    const address = new URLSearchParams();
    const { skip, ...others } = options(changes);
    address.append('skip', skip);
    for (const [name, values] of Object.entries(others)) for (const value of values) address.append(name, value);
    assert.deepEqual(readChanges(new URLSearchParams(address.toString()), session), changes);
    assert.equal(countOf(changes), 6);
    assert.deepEqual(changesAt(changes, 0).added, ['A', 'B']);
    const wrong = new URLSearchParams('skip=0,x,13,5&edit=3&edit=x:1&edit=4:{&edit=13:1&insert=3:{}&insert=-1:{"type":"A"}&reorder=5&reorder=5:x&reorder=0:1');
    assert.deepEqual(readChanges(wrong, session), { ...noChanges, skip: [5] });
});

test('Each change can be taken back, and an action that is left out has no other', () => {
    const edited = withEdit(toggledSkip(noChanges, 3), 3, '1');
    assert.deepEqual(edited, { ...noChanges, edit: [{ seq: 3, action: '1' }] });
    assert.deepEqual(toggledSkip(edited, 3), { ...noChanges, skip: [3] });
    assert.deepEqual(withoutEdit(withEdit(edited, 3, '2'), 3), noChanges);
    const inserted = withInsertion(noChanges, 4, '{"type":"A"}');
    assert.deepEqual(withInsertion(inserted, 4, '{"type":"B"}', 0).insert, [{ after: 4, action: '{"type":"B"}' }]);
    assert.deepEqual(withoutInsertion(inserted, 0), noChanges);
    assert.deepEqual(withoutMove(moved(noChanges, 5, -1, way), 5), noChanges);
});

test('A payload keeps its digits and its texts', () => {
    const text = '{\n  "type": "A",\n  "payload": {\n    "id": 12345678901234567890,\n    "a : b": "x ,\\"\\n  }",\n    "e": []\n  },\n  "seq": 1.50\n}';
    const payload = '{\n  "id": 12345678901234567890,\n  "a : b": "x ,\\"\\n  }",\n  "e": []\n}';
    assert.equal(memberText(text, 'payload'), payload);
    assert.equal(memberText(text, 'seq'), '1.50');
    assert.equal(memberText(text, 'id'), undefined);
    assert.equal(memberText(text.slice(0, 60), 'payload'), undefined);
    assert.equal(compact(payload), '{"id":12345678901234567890,"a : b":"x ,\\"\\n  }","e":[]}');
    assert.equal(indented(compact(payload)), payload);
    assert.throws(() => compact('{"a":'), /^Error: This is not JSON: /);
});
