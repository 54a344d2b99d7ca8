/** The folder of the page's modules. */
export const page = new URL('../../Sources/RewindInspectorPage/Page/', import.meta.url);

/** Random numbers from a seed: SplitMix32. */
export class Random {
    constructor(seed) { this.state = seed; }

    /** Returns an integer from 0 to `limit` - 1. */
    below(limit) {
        this.state = (this.state + 0x9e3779b9) | 0;
        let bits = Math.imul(this.state ^ (this.state >>> 16), 0x21f0aaad);
        bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
        return ((bits ^ (bits >>> 15)) >>> 0) % limit;
    }

    pick(list) { return list[this.below(list.length)]; }

    list(count, make) { return Array.from({ length: count }, (_, i) => make(i)); }
}

/** Calls a function with random numbers from each of some seeds. */
export function withSeeds(count, body) {
    for (let seed = 1; seed <= count; seed++) {
        try {
            body(new Random(seed));
        } catch (error) {
            error.message = `seed ${seed}: ${error.message}`;
            throw error;
        }
    }
}
