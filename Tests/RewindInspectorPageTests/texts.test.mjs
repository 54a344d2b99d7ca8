import assert from 'node:assert/strict';
import test from 'node:test';
import { withSeeds } from './random.mjs';
import {
    clock, cut, dayAndTime, duration, number, plural, quoted, since, span,
} from '../../Sources/RewindInspectorPage/Page/parts/format.js';
import { child, isInside, lastToken, tokens } from '../../Sources/RewindInspectorPage/Page/core/pointer.js';
import { html, visible } from '../../Sources/RewindInspectorPage/Page/core/markup.js';
import { brief } from '../../Sources/RewindInspectorPage/Page/parts/values.js';
import { changedWords } from '../../Sources/RewindInspectorPage/Page/panes/word-diff.js';

const characters = [
    'a', 'Z', '0', '/', '~', '~1', ' ', '\n', '<', '>', '&', '"', "'", '`', '${', 'é', '日', '👩‍👩‍👧', '\u202e', '\u0000',
];
const word = (random, most = 8) => random.list(random.below(most), () => random.pick(characters)).join('');

test('A pointer gives back the tokens it was made of', () => withSeeds(200, random => {
    const path = random.list(random.below(5), () => word(random));
    const pointer = path.reduce(child, '');
    assert.deepEqual(tokens(pointer), path);
    assert.equal(lastToken(pointer), path.at(-1) ?? '(whole state)');
    assert.ok(isInside(pointer, pointer) && isInside(child(pointer, 'x'), pointer));
    assert.ok(!isInside(`${pointer}x`, pointer) || pointer === '');
}));

test('Texts cannot leave their place in a template', () => withSeeds(200, random => {
    const [content, attribute] = [word(random, 30), word(random, 30)];
    const { text } = html`<p title="${attribute}">${content}</p>`;
    const [, inTag, inside] = /^<p title="([^"<>]*)">([^<>"]*)<\/p>$/.exec(text);
    const unescaped = escaped => escaped.replace(/&(amp|lt|gt|quot|#39);/g, entity => (
        { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }[entity]));
    assert.equal(unescaped(inTag), attribute);
    assert.equal(unescaped(inside), visible(content));
    assert.doesNotMatch(inside, /[\u0000-\u0008\u202e]/);
}));

test('A template takes other templates, lists and conditions', () => {
    assert.equal(html`<ul>${['a', html`<b>${'<'}</b>`]}</ul>`.text, '<ul>a<b>&lt;</b></ul>');
    assert.equal(html`${null}${undefined}${false}${0}${''}`.text, '0');
    assert.equal(html`<p hidden="${false}" data-at="${0}">`.text, '<p hidden="false" data-at="0">');
});

test('The line breaks of a template add nothing, those of a text stay', () => {
    const { text } = html`
        <pre>
            ${'a\n  b'}
        </pre>
    `;
    assert.equal(text, '<pre>a\n  b</pre>');
});

test('A line break between attributes is a space', () => {
    assert.equal(html`
        <p id="a"
            class="${'b'}"
            title="c">
            d
        </p>
    `.text, '<p id="a" class="b" title="c">d</p>');
});

test('Changed words are those between the equal ones', () => withSeeds(300, random => {
    const words = ['one', 'two', '三', ' ', ', ', '2026-01-02T03:04:05Z', '\n', '👩‍👩‍👧'];
    const before = random.list(random.below(12), () => random.pick(words)).join('');
    const after = random.below(3) ? before.replace(random.pick(words), random.pick(words))
        : random.list(random.below(12), () => random.pick(words)).join('');
    const [old, now] = changedWords(before, after);
    const joined = pieces => pieces.map(piece => piece.text).join('');
    const same = pieces => joined(pieces.filter(piece => !piece.isChanged));
    assert.equal(joined(old), before);
    assert.equal(joined(now), after);
    assert.equal(same(old), same(now));
    for (const pieces of [old, now]) {
        pieces.forEach((piece, i) => assert.ok(piece.text && piece.isChanged !== pieces[i - 1]?.isChanged));
    }
    if (before === after) assert.ok(old.every(piece => !piece.isChanged));
}));

test('A change of a date or of an identifier is marked as one', () => {
    assert.deepEqual(changedWords('2026-01-02T03:04:05Z', '2026-01-02T04:00:00Z')[0].filter(piece => piece.isChanged),
        [{ text: '03:04:05', isChanged: true }]);
    assert.deepEqual(changedWords('https://a.example/1', 'https://a.example/2')[0],
        [{ text: 'https://a.example/1', isChanged: true }]);
});

test('Durations, spans and numbers', () => {
    assert.deepEqual([undefined, 0, 999, 1500, 2_500_000, 3e9].map(duration),
        ['—', '—', '999 ns', '1.5 µs', '2.5 ms', '3.00 s']);
    assert.deepEqual([undefined, 5, 1250, 25_000, 2_400_000, 61e6, 3.7e9, -5, 3e11, 1e14].map(span),
        ['', '5 µs', '1.25 ms', '25.0 ms', '2.40 s', '1 min 1 s', '1 h 1 min', '−5 µs', '3 days', '3.2 years']);
    assert.deepEqual([5, -5].map(since), ['+5 µs', '−5 µs']);
    assert.equal(number(1234567), '1,234,567');
    assert.deepEqual([plural(1, 'action'), plural(2000, 'action')], ['1 action', '2,000 actions']);
    assert.equal(clock(1_800_000_000_123_456), '08:00:00.123');
    assert.equal(dayAndTime(1_800_000_000_000_000), '2027-01-15 08:00:00.000 UTC');
});

test('A cut text has at most the wanted characters, and no half of one', () => withSeeds(200, random => {
    const text = random.list(random.below(30), () => random.pick(['a', '日', '😀', ' '])).join('');
    const limit = 1 + random.below(20);
    const shown = cut(text, limit);
    if (shown === text) return;
    assert.ok(shown.endsWith('…') && [...shown].length <= limit + 1);
    assert.ok(text.startsWith(shown.slice(0, -1)) && shown.isWellFormed?.() !== false);
}));

test('A quoted word is one word to a shell', () => {
    assert.equal(quoted('demo.rewind'), 'demo.rewind');
    assert.equal(quoted("it's"), `'it'\\''s'`);
    assert.equal(quoted('$(rm) `x`'), "'$(rm) `x`'");
    assert.equal(quoted(''), "''");
});

test('A value in a line', () => {
    const values = [{ kind: 'string', text: 'a"b' }, { kind: 'number', text: '1e99' }, { kind: 'array', count: 1 },
        { kind: 'object', count: 2 }, { kind: 'object', count: 2, label: 'Title' },
        { kind: 'object', count: 2, label: '' }, { kind: 'masked', text: 'ab12' }, undefined];
    assert.deepEqual(values.map(value => brief(value)),
        ['"a\\"b"', '1e99', '[1 item]', '{2 keys}', '{ Title }', '{2 keys}', '•••• ab12', 'absent']);
    assert.equal(brief({ kind: 'string', text: 'abc', length: 10 }), '"abc…"');
});
