import assert from 'node:assert/strict';
import test from 'node:test';
import { complaints } from '../../Sources/RewindInspectorPage/Page/list/filter-words.js';

test('Words of a filter that cannot match are named, others are not', () => {
    const slices = ['home', 'articleDetail'];
    for (const [filter, hasMatches, expected] of [
        ['', true, []],
        ['push -loading slice:HOME status:fail touches:/home seq:2..9 payload:x -slice:article', false, []],
        ['slice:zzz push', true, [/No slice has “zzz”/]],
        ['-status:foo', true, [/no status “foo”/]],
        ['touches:home', true, [/touches:\/home/]],
        ['seq:abc', true, [/seq:24\.\.47/]],
        ['slice: seq:', true, [/“slice:” needs/, /“seq:” needs/]],
        // A type may have a colon, quotes or slashes.
        ['user:login "a b" /re/', true, []],
        ['type:x', false, [/no “type:”/]],
        ['"a b"', false, [/without quotes/, /without quotes/]],
        ['/re/i', false, [/no regular expressions/]],
    ]) {
        const found = complaints(filter, slices, hasMatches);
        assert.equal(found.length, expected.length, `${filter}: ${found}`);
        expected.forEach((pattern, i) => assert.match(found[i], pattern));
    }
});
