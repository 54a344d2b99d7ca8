// A list of more rows than fit the largest element that a browser allows.
//
// An anchor says what is in view: the index of the topmost entry, and how many of its pixels are above the edge. The
// scroller contains a spacer of bounded height. Its scrolling is read as steps: a short step moves the anchor by its
// pixels, a long one (the scrollbar was dragged) goes to the same part of the list. When scrolling ends, the
// scrollbar's thumb moves to its exact place. The rows are in a layer that sticks to the view, so that old ones stay
// visible until new ones are there.

const highest = 6_000_000;
const rowGuess = 41;

export class VirtualScroll {
    /**
     * @param {HTMLElement} scroller
     * @param {HTMLElement} spacer
     * @param {{ count: () => number, height: (index: number) => number, draw: () => void }} list The number of entries,
     *     the height of an entry, and a function that draws from the anchor on.
     */
    constructor(scroller, spacer, { count, height, draw }) {
        this.scroller = scroller;
        this.spacer = spacer;
        this.count = count;
        this.height = height;
        this.draw = draw;
        this.index = 0;
        this.offset = 0;
        this.viewHeight = 0;
        /** Where the scroller was last. */
        this.known = 0;
        this.shownHeight = 0;
        this.timer = 0;
        scroller.addEventListener('scroll', () => this.scrolled(), { passive: true });
    }

    /**
     * Sets the height of the view: reading it from the element would lay out the page at each step.
     *
     * @param {number} height
     */
    resize(height) {
        this.viewHeight = height;
        if (!this.count()) return;
        this.clamp();
        this.settle();
    }

    /** True if the list is so short that its height is summed, and the scrollbar is exact. */
    get isSmall() { return this.count() <= 600; }

    /** @param {number} from @param {number} to */
    sum(from, to) {
        let height = 0;
        for (let i = from; i < to; i++) height += this.height(i);
        return height;
    }

    get fullHeight() {
        return this.isSmall ? this.sum(0, this.count()) : Math.min(highest, this.count() * rowGuess);
    }

    /** The position of the scrollbar for the anchor. */
    get anchorTop() {
        if (this.isSmall) return this.sum(0, this.index) + this.offset;
        const rest = this.shownHeight - this.viewHeight;
        const position = this.index + this.offset / this.height(this.index);
        const part = position / Math.max(1, this.count() - this.viewHeight / rowGuess);
        return Math.max(0, Math.min(1, part)) * rest;
    }

    scrolled() {
        const top = this.scroller.scrollTop;
        const step = top - this.known;
        if (Math.abs(step) < 1) return;
        this.known = top;
        if (this.isSmall || Math.abs(step) < this.viewHeight * 3) this.move(step); else this.jump(top);
        this.draw();
        const rest = Math.max(this.shownHeight, this.viewHeight) - this.viewHeight;
        const isStuck = (top <= 0 && this.index > 0) || (top >= rest - 1 && !this.isAtEnd);
        if (isStuck) this.settle(); else this.settleSoon();
    }

    settleSoon() {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.settle(), 160);
    }

    get isAtEnd() {
        let height = -this.offset;
        for (let i = this.index; i < this.count(); i++) {
            height += this.height(i);
            if (height > this.viewHeight + 1) return false;
        }
        return true;
    }

    /** Moves by pixels.
     * @param {number} pixels */
    move(pixels) {
        this.offset += pixels;
        while (this.offset < 0 && this.index > 0) this.offset += this.height(--this.index);
        while (this.index < this.count() - 1 && this.offset >= this.height(this.index)) {
            this.offset -= this.height(this.index++);
        }
        this.clamp();
    }

    /** Goes to the part of the list at a position of the scrollbar.
     * @param {number} top */
    jump(top) {
        const part = top / Math.max(1, this.shownHeight - this.viewHeight);
        const position = part * Math.max(0, this.count() - this.viewHeight / rowGuess);
        this.index = Math.max(0, Math.min(this.count() - 1, Math.floor(position)));
        this.offset = (position - this.index) * this.height(this.index);
        this.clamp();
    }

    /** Keeps the ends of the list at the ends of the state. */
    clamp() {
        if (this.index <= 0) { this.index = 0; this.offset = Math.max(0, this.offset); }
        this.index = Math.max(0, Math.min(this.index, this.count() - 1));
        if (!this.isAtEnd) return;
        let height = 0;
        let i = this.count();
        while (i > 0 && height < this.viewHeight) height += this.height(--i);
        this.index = Math.max(0, i);
        this.offset = Math.max(0, height - this.viewHeight);
    }

    /** Moves the scrollbar to its exact place. */
    settle() {
        clearTimeout(this.timer);
        const full = this.fullHeight;
        if (this.shownHeight !== full) {
            this.shownHeight = full;
            this.spacer.style.setProperty('height', `${full}px`);
        }
        const top = this.anchorTop;
        if (Math.abs(this.known - top) <= 1) return;
        this.scroller.scrollTop = top;
        // The following event reports where the browser scrolled to, which differs by less than a pixel.
        this.known = top;
    }

    /** Shows an entry with two rows around it; in the middle, after a jump.
     * @param {number} index */
    reveal(index) {
        const margin = 2 * rowGuess;
        let y = -this.offset;
        const distance = Math.abs(index - this.index);
        if (distance > 200) y = Infinity;
        else if (index >= this.index) y += this.sum(this.index, index); else y -= this.sum(index, this.index);
        const own = this.height(index);
        const isNear = y > -this.viewHeight * 0.5 && y < this.viewHeight * 1.2;
        if (!isNear) {
            this.index = index;
            this.offset = 0;
            this.move(-(this.viewHeight - own) * 0.4);
        } else if (y < margin) this.move(y - margin);
        else if (y + own > this.viewHeight - margin) this.move(y + own - this.viewHeight + margin);
        this.settleSoon();
        this.draw();
    }
}
