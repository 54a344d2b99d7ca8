import assert from 'node:assert/strict';
import test from 'node:test';
import {
    has, movedMoment, parametersOf, readDraft, withMoment, withNote, withoutMoment,
} from '../../Sources/RewindInspectorPage/Page/story/draft.js';

const session = { first: 0, last: 99 };
const emptyDraft = readDraft(null, session);
const seqs = draft => draft.moments.map(each => each.seq);

assert.deepEqual(emptyDraft, { title: '', moments: [] });

test('Moments are added in order, until a person tells them in another one', () => {
    let draft = [63, 60, 80, 60].reduce(withMoment, emptyDraft);
    assert.deepEqual(seqs(draft), [60, 63, 80]);
    draft = movedMoment(draft, 80, -1);
    draft = movedMoment(draft, 80, -1);
    assert.deepEqual(seqs(draft), [80, 60, 63]);
    assert.equal(movedMoment(draft, 80, -1), draft);
    assert.equal(movedMoment(draft, 63, 1), draft);
    assert.deepEqual(seqs(withMoment(draft, 5)), [80, 60, 63, 5]);
    assert.deepEqual(seqs(withoutMoment(draft, 60)), [80, 63]);
    assert.ok(has(draft, 60) && !has(draft, 61));
});

test('A draft is kept, without what is not of the session', () => {
    const draft = { ...withNote(withNote([9, 4].reduce(withMoment, emptyDraft), 9, ' a: b\n'), 4, ' '), title: ' T ' };
    assert.deepEqual(readDraft(JSON.stringify(draft), session), draft);
    assert.deepEqual(parametersOf(draft), { at: [4, 9], title: 'T', note: ['9:a: b'] });
    const strange = '{"title":3,"moments":[{"seq":100,"note":"x"},{"seq":4},{"seq":4,"note":"y"},null,{"seq":"5"},7]}';
    assert.deepEqual(readDraft(strange, session), { title: '', moments: [{ seq: 4, note: '' }] });
    for (const text of [null, '', '{', 'null', '[]', '3']) assert.deepEqual(readDraft(text, session), emptyDraft);
});
