import assert from 'node:assert/strict';
import test from 'node:test';

// The module below expects a browser, whose windows share locks.
const queue = [];
let holder = null;
function grant() {
    if (holder || !queue.length) return;
    holder = queue.shift();
    Promise.resolve(holder.run()).then(() => { holder = null; grant(); });
}
const locks = {
    request: (_, { signal }, run) => new Promise((_, refuse) => {
        const entry = { run };
        queue.push(entry);
        signal.addEventListener('abort', () => {
            const index = queue.indexOf(entry);
            if (index >= 0) { queue.splice(index, 1); refuse(signal.reason); }
        });
        queueMicrotask(grant);
    }),
};
Object.assign(globalThis, { location: { search: '', pathname: '/', hash: '' }, addEventListener() {} });
Object.defineProperty(globalThis, 'navigator', { value: { locks }, configurable: true });

const open = new Map();
let isGone = false;
let count = 0;
globalThis.fetch = async (_, { signal }) => {
    count++;
    if (isGone) throw new TypeError('Failed to fetch');
    return new Response(new ReadableStream({
        start(controller) {
            open.set(signal, controller);
            signal.addEventListener('abort', () => { if (open.delete(signal)) controller.error(signal.reason); });
            send('server', { run: 'r' });
            send('session', { id: 0, last: 1 });
        },
    }));
};
const send = (name, data) => {
    const text = `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
    for (const controller of open.values()) {
        // A network cuts anywhere.
        for (const part of [text.slice(0, 9), text.slice(9)]) controller.enqueue(new TextEncoder().encode(part));
    }
};
const settled = () => new Promise(done => { setTimeout(done, 60); });

const path = '../../Sources/RewindInspectorPage/Page/connection/stream.js';
let number = 0;
/** Opens a window, which has modules of its own. */
async function openWindow() {
    const { join, leave } = await import(`${path}?${number++}`);
    const messages = [];
    return { messages, leave, join: () => join(message => messages.push(message)) };
}
const newest = (window, name) => window.messages.findLast(each => each.name === name)?.data;

test('Ten windows share a stream, and the next one reads it when its reader leaves', async () => {
    const windows = await Promise.all(Array.from({ length: 10 }, openWindow));
    for (const window of windows) window.join();
    await settled();
    assert.equal(open.size, 1);
    for (const last of [2, 3]) {
        send('session', { id: 0, last });
        await settled();
        for (const window of windows) {
            assert.equal(newest(window, 'session').last, last);
            assert.equal(newest(window, 'connection').streamRun, 'r');
        }
    }
    send('gone', { id: 0, error: 'gone' });
    await settled();
    const late = await openWindow();
    late.join();
    await settled();
    assert.deepEqual(late.messages.map(each => each.name), ['connection', 'session', 'gone']);
    for (const window of windows) {
        window.leave();
        await settled();
        assert.equal(open.size, 1);
    }
    send('session', { id: 0, last: 9 });
    await settled();
    assert.equal(newest(late, 'session').last, 9);
    assert.equal(newest(windows[3], 'session').last, 1);
    late.leave();
    await settled();
    assert.equal(open.size, 0);
});

test('All windows learn that the server is gone and back, and any of them can hurry', async () => {
    const windows = await Promise.all(Array.from({ length: 3 }, openWindow));
    for (const window of windows) window.join();
    await settled();
    isGone = true;
    for (const [signal, controller] of open) { open.delete(signal); controller.close(); }
    await settled();
    for (const window of windows) assert.deepEqual(newest(window, 'connection'), { isConnected: false, retryIn: 4, denial: null });
    const tried = count;
    windows[2].join();
    await settled();
    assert.equal(count, tried + 1);
    isGone = false;
    windows[1].join();
    await settled();
    for (const window of windows) {
        assert.ok(newest(window, 'connection').isConnected);
        window.leave();
    }
    await settled();
});

test('Without locks, each window has a stream', async () => {
    Object.defineProperty(globalThis, 'navigator', { value: {} });
    const windows = await Promise.all(Array.from({ length: 2 }, openWindow));
    for (const window of windows) window.join();
    await settled();
    assert.equal(open.size, 2);
    for (const window of windows) {
        assert.equal(newest(window, 'session').last, 1);
        window.leave();
    }
    await settled();
    assert.equal(open.size, 0);
});
