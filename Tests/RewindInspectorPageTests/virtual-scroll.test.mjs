import assert from 'node:assert/strict';
import test from 'node:test';
import { withSeeds } from './random.mjs';
import { VirtualScroll } from '../../Sources/RewindInspectorPage/Page/list/virtual-scroll.js';

/** A list with random heights in a scroller without a browser. */
function list(random, count, choices = [22, 30, 41, 41, 41, 500]) {
    const heights = random.list(Math.min(count, 5000), () => random.pick(choices));
    const scroller = { scrollTop: 0, addEventListener() {} };
    const spacer = { style: { setProperty(_, value) { spacer.height = parseFloat(value); } } };
    const height = index => heights[index % heights.length];
    const scroll = new VirtualScroll(scroller, spacer, { count: () => count, height, draw() {} });
    scroll.resize(100 + random.below(900));
    return { scroll, height, scroller, spacer };
}

/** The pixels between the top of the view and the top of an entry. */
function top({ scroll, height }, index) {
    let y = -scroll.offset;
    for (let i = scroll.index; i < index; i++) y += height(i);
    for (let i = index; i < scroll.index; i++) y -= height(i);
    return y;
}

function expectInRange({ scroll, height }) {
    const count = scroll.count();
    assert.ok(scroll.index >= 0 && scroll.index < count);
    assert.ok(scroll.offset >= 0);
    // The view is full, unless the list is shorter.
    let bottom = -scroll.offset;
    for (let i = scroll.index; i < count && bottom < scroll.viewHeight; i++) bottom += height(i);
    assert.ok(bottom >= scroll.viewHeight - 1 || (scroll.index === 0 && scroll.offset === 0), `bottom ${bottom}`);
}

test('Moves, jumps and reveals stay in the list', () => withSeeds(150, random => {
    const shown = list(random, 1 + random.below(random.pick([5, 600, 5000, 1_000_000])));
    const { scroll } = shown;
    for (let i = 0; i < 40; i++) {
        switch (random.below(3)) {
        case 0: scroll.move(random.below(2000) - 1000); break;
        case 1: scroll.jump(random.below(Math.max(1, scroll.shownHeight))); break;
        default: scroll.reveal(random.below(scroll.count()));
        }
        expectInRange(shown);
    }
    clearTimeout(scroll.timer);
}));

test('A revealed entry is in view, as far as it fits', () => withSeeds(150, random => {
    const shown = list(random, 1 + random.below(3000));
    const { scroll, height } = shown;
    for (let i = 0; i < 20; i++) {
        const index = random.below(scroll.count());
        scroll.reveal(index);
        const y = top(shown, index);
        assert.ok(y < scroll.viewHeight && y + height(index) > 0, `entry ${index} at ${y}`);
    }
    clearTimeout(scroll.timer);
}));

test('A move by pixels moves the entries by them, inside of the list', () => withSeeds(100, random => {
    const shown = list(random, 2000);
    const { scroll } = shown;
    scroll.reveal(1000);
    const before = top(shown, 1000);
    const pixels = random.below(4000) - 2000;
    scroll.move(pixels);
    assert.ok(Math.abs(top(shown, 1000) - (before - pixels)) < 0.001);
    clearTimeout(scroll.timer);
}));

test('The scrollbar goes from the start to the end of the list', () => withSeeds(50, random => {
    const shown = list(random, 601 + random.below(100_000), [22, 30, 41, 41, 41]);
    const { scroll, scroller, spacer } = shown;
    scroll.jump(0);
    scroll.settle();
    assert.equal(scroller.scrollTop, 0);
    scroll.jump(spacer.height - scroll.viewHeight);
    scroll.settle();
    assert.ok(scroll.isAtEnd);
    assert.ok(scroller.scrollTop > 0.9 * (spacer.height - scroll.viewHeight));
}));
