import assert from 'node:assert/strict';
import test from 'node:test';
import { chart } from '../../Sources/RewindInspectorPage/Page/fleet/fleet-chart.js';
import { changed, found, listed, progress, stacked, versionName } from '../../Sources/RewindInspectorPage/Page/fleet/fleet-data.js';

const fleet = {
    versions: [{ app: 'Shop', app_version: '1.10' }, { app: 'Shop', app_version: '1.9' }, {}],
    days: [
        { day: '2026-11-01', sessions: [0, 3, 1], others: 0, crashed: 0 },
        { day: '2026-11-04', sessions: [5, 1, 0], others: 2, crashed: 1 },
    ],
};

test('Versions are stacked in the order of their numbers, and others last', () => {
    const { series, totals, most } = stacked(fleet);
    assert.deepEqual(series.map(({ name, color, counts }) => [name, color, counts]), [
        ['Shop 1.9', 0, [3, 1]], ['Shop 1.10', 1, [0, 5]], ['unknown app', 2, [1, 0]], ['other versions', -1, [0, 2]],
    ]);
    assert.deepEqual([totals, most], [[4, 8], 8]);
});

test('The heights of a bar’s parts are in proportion to the sessions', () => {
    const { text } = chart(fleet);
    const bars = [...text.matchAll(/<rect class="(slice-\S+)" x="(\d+)" y="([\d.]+)" width="20" height="([\d.]+)"\/>/g)]
        .map(([, ...numbers]) => numbers.join(' '));
    assert.deepEqual(bars, [
        'slice-0 2 75 45', 'slice-2 2 60 15',
        'slice-0 26 105 15', 'slice-1 26 30 75', 'slice-none 26 0 30',
    ]);
    assert.match(text, /2026-11-04: 8 sessions, 1 crashed\nShop 1.9: 1\nShop 1.10: 5\nother versions: 2</);
    assert.match(text, /12 sessions on 2 days, at most 8 on one\. Days without/);
    const days = [fleet.days[0], { ...fleet.days[1], day: '2026-11-02' }];
    assert.doesNotMatch(chart({ ...fleet, days }).text, /Days without/);
    assert.match(chart({ versions: [], days: [] }).text, /No session has/);
});

test('Names of apps are escaped', () => {
    const hostile = { ...fleet, versions: [{ app: '<img src=x>' }, {}, {}] };
    assert.doesNotMatch(chart(hostile).text, /<img/);
    assert.equal(versionName({}), 'unknown app');
});

test('Limits are named', () => {
    const sessions = Array(200).fill({});
    assert.equal(found({ sessions: [{}] }), '1 session, newest first, in UTC');
    assert.match(found({ sessions, more: true }), /^The newest 200\. Use rewind fleet watch/);
    const slow = { sessions: [], done: 30, total: 9000, seconds: 20 };
    assert.match(found(slow), /^0 sessions found in the first 30 of 9,000, .* 20 s was reached/);
    assert.equal(progress(slow), '0 sessions found in the first 30 of 9,000, newest first.');
    assert.equal(found({ sessions: [] }), 'The condition is true in no session.');
    assert.equal(listed(['a', 'b', 'c'], 2), 'a, b, and 1 more');
    assert.deepEqual([undefined, [], ['/a']].map(changed), ['effect unknown', 'changed nothing', '/a']);
});
