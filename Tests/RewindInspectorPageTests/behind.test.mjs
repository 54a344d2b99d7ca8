import assert from 'node:assert/strict';
import test from 'node:test';

const frames = [];
Object.assign(globalThis, { requestAnimationFrame: task => frames.push(task) });
const page = '../../Sources/RewindInspectorPage/Page';
const { shows, showsNone } = await import(`${page}/parts/behind.js`);
const { update } = await import(`${page}/core/store.js`);

const waited = ms => new Promise(done => { setTimeout(done, ms); });
/** Selects an action. */
function select(at) {
    update({ at });
    while (frames.length) frames.shift()();
}

test('Content of another action than the selected one is dimmed after a moment, and says of which one it is', async () => {
    const classes = new Set();
    const attributes = {};
    const body = {
        classList: {
            toggle: (name, isOn) => (isOn ? classes.add(name) : classes.delete(name)), remove: name => classes.delete(name),
        },
        setAttribute(name, value) { attributes[name] = value; },
        removeAttribute(name) { delete attributes[name]; },
    };
    select(83);
    shows(body, 83);
    select(82);
    assert.equal(classes.size, 0);
    await waited(180);
    assert.deepEqual([...classes], ['behind']);
    assert.equal(attributes['data-shows'], '#83');
    shows(body, 82);
    assert.equal(classes.size, 0);
    // Answers that keep coming are never dimmed, though each is of an earlier action.
    for (let seq = 81; seq > 72; seq--) {
        select(seq);
        shows(body, seq + 1);
        await waited(40);
        assert.equal(classes.size, 0);
    }
    await waited(180);
    assert.equal(classes.size, 1);
    showsNone(body);
    assert.equal(classes.size, 0);
    assert.deepEqual(attributes, {});
});
