import assert from 'node:assert/strict';
import test from 'node:test';

// The modules below expect a browser.
const view = new EventTarget();
Object.assign(globalThis, {
    addEventListener: view.addEventListener.bind(view),
    document: { hidden: false },
    location: { search: '', pathname: '/', hash: '' },
    requestAnimationFrame() {},
});
Object.defineProperty(globalThis, 'navigator', { value: {} });
const page = '../../Sources/RewindInspectorPage/Page/core';
const { ask, listen } = await import(`${page}/api.js`);
const { newest, Refusal } = await import(`${page}/request-queue.js`);
const { state, update } = await import(`${page}/store.js`);

const requests = [];
/** The open streams of changes. */
const streams = new Set();
/** Answers a request; throws if the server is gone. */
let server = () => new Response('{}');

function stream(signal) {
    const body = new ReadableStream({
        start(controller) {
            streams.add(signal);
            controller.enqueue(new TextEncoder().encode('event: server\ndata: {"run": "1"}\n\n'));
            signal.addEventListener('abort', () => { streams.delete(signal); controller.error(signal.reason); });
        },
    });
    return new Response(body);
}

globalThis.fetch = async (address, { signal }) => {
    requests.push(address);
    const response = server(address);
    return address === '/api/events' && response.ok ? stream(signal) : response;
};
const settled = () => new Promise(done => { setTimeout(done, 5); });
const gone = () => { throw new TypeError('Failed to fetch'); };

test('A refused question is not repeated within a second, and another one is sent at once', async () => {
    const sent = [];
    const read = newest(async question => { sent.push(question); throw new Refusal(500, 'No.'); }, () => {});
    for (let i = 0; i < 50; i++) {
        read('a');
        await settled();
    }
    assert.deepEqual(sent, ['a']);
    read('b');
    await settled();
    assert.deepEqual(sent, ['a', 'b']);
    await new Promise(done => { setTimeout(done, 1100); });
    read('b');
    await settled();
    assert.deepEqual(sent, ['a', 'b', 'b']);
});

test('A page that nobody sees has no stream of changes', async () => {
    const expectStreams = async count => {
        await settled();
        assert.equal(streams.size, count);
    };
    listen();
    await expectStreams(1);
    view.dispatchEvent(new Event('pagehide'));
    await expectStreams(0);
    view.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await expectStreams(1);
    for (const hidden of [true, false]) {
        document.hidden = hidden;
        view.dispatchEvent(new Event('visibilitychange'));
        await expectStreams(hidden ? 0 : 1);
    }
    document.hidden = true;
    view.dispatchEvent(new Event('visibilitychange'));
    listen();
    await expectStreams(0);
    assert.ok(state.isConnected);
    document.hidden = false;
});

test('Without the server, what was read is answered, and nothing is requested', async () => {
    server = () => new Response('{"known":1}');
    assert.deepEqual(await ask('0/diff', { to: 1 }), { known: 1 });
    server = gone;
    assert.deepEqual(await ask('0/diff', { to: 1 }), { known: 1 });
    assert.equal(state.isConnected, false);
    await settled();
    const { length } = requests;
    for (let i = 0; i < 20; i++) {
        assert.deepEqual(await ask('0/diff', { to: 1 }), { known: 1 });
        await assert.rejects(ask('0/diff', { to: 2 }), { message: 'Not loaded.' });
    }
    assert.equal(requests.length, length);
});

test('A server that denies access ends the retries', async () => {
    server = () => new Response('{"error":"Open the address.","hint":""}', { status: 403 });
    listen();
    await settled();
    assert.equal(state.denial.error, 'Open the address.');
    const { length } = requests;
    await new Promise(done => { setTimeout(done, 5000); });
    assert.equal(requests.length, length);
    server = () => new Response('{}');
    listen();
    await settled();
    assert.ok(state.isConnected);
    assert.equal(state.denial, null);
    assert.equal(state.streamRun, '1');
});
