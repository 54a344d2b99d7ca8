// The branches of a session. Actions that follow each other are a run; a run starts on an action of another run. The
// way to an action is a list of parts of runs, so that nothing here grows with the number of actions.

/** The way from the first action to another one. */
export class Way {
    /**
     * @param {{ from: Seq, to: Seq, depth: number }[]} parts In the order of the way, which is that of the numbers,
     * too.
     */
    constructor(parts) {
        this.parts = parts;
        const end = parts.at(-1);
        /** The number of actions on the way. */
        this.length = end ? end.depth + end.to - end.from : 0;
        this.start = parts[0] ? parts[0].depth : 1;
    }

    /** Returns the first and the last action of the way between two numbers; null if there is none.
     * @param {number} from @param {number} to @returns {[Seq, Seq] | null} */
    within(from, to) {
        const parts = this.parts.filter(part => part.from <= to && part.to >= from);
        return parts.length ? [Math.max(from, parts[0].from), Math.min(to, parts[parts.length - 1].to)] : null;
    }

    /** True if an action is on the way.
     * @param {Seq} seq */
    has(seq) {
        return this.parts.some(part => seq >= part.from && seq <= part.to);
    }

    /** Returns the action nearest to a depth.
     * @param {number} depth */
    at(depth) {
        const wanted = Math.max(this.start, Math.min(this.length, depth));
        const part = this.parts.findLast(each => each.depth <= wanted) ?? this.parts[0];
        return part ? part.from + wanted - part.depth : 0;
    }
}

export class Paths {
    /** @param {Run[]} runs */
    constructor(runs) {
        this.runs = runs;
        /** The number of actions on the longest way. */
        this.longest = runs.reduce((most, run) => Math.max(most, run.depth + run.to - run.from), 0);
        /** @type {Map<Seq, Way>} */
        this.ways = new Map();
        /** The first run that starts on an action.
         * @type {Map<Seq, number>} */
        this.starts = new Map();
        runs.forEach((run, index) => {
            if (index && !this.starts.has(run.parent)) this.starts.set(run.parent, index);
        });
        this.lanes = runs.map(() => 0);
        runs.forEach((run, index) => { this.lanes[index] = this.laneOfRun(run, index); });
        this.pending = [1, 2].map(lane => merged(runs.filter((_, i) => this.lanes[i] === lane)));
    }

    /** Returns the number of the run that an action is in.
     * @param {Seq} seq */
    runIndex(seq) {
        let low = 0;
        let high = this.runs.length - 1;
        while (low < high) {
            const middle = (low + high + 1) >> 1;
            if (this.runs[middle].from <= seq) low = middle; else high = middle - 1;
        }
        return low;
    }

    /** Returns the number of actions that led to an action, including itself.
     * @param {Seq} seq */
    depth(seq) {
        const run = this.runs[this.runIndex(seq)];
        return run && seq >= run.from ? run.depth + seq - run.from : 0;
    }

    /** Returns the action to whose state an action was applied.
     * @param {Seq} seq */
    parent(seq) {
        const run = this.runs[this.runIndex(seq)];
        return run && seq === run.from ? run.parent : seq - 1;
    }

    /** Returns the way to an action.
     * @param {Seq} seq */
    wayTo(seq) {
        const known = this.ways.get(seq);
        if (known) return known;
        const parts = [];
        let end = seq;
        let index = this.runIndex(end);
        for (;;) {
            const run = this.runs[index];
            if (!run || end < run.from) break;
            parts.unshift({ from: run.from, to: end, depth: run.depth });
            end = run.parent;
            const above = this.runIndex(end);
            if (above >= index) break;
            index = above;
        }
        const way = new Way(parts);
        if (this.ways.size > 20) this.ways.clear();
        this.ways.set(seq, way);
        return way;
    }

    /** Returns the last action of an action's branch; of several branches, the first recorded one.
     * @param {Seq} seq */
    tipOf(seq) {
        let end = this.runs[this.runIndex(seq)]?.to ?? seq;
        for (let next = this.starts.get(end); next !== undefined; next = this.starts.get(end)) end = this.runs[next].to;
        return end;
    }

    /**
     * Returns the column of a run in the list: 0 for the main run and its continuation, 2 for all that are far from it.
     *
     * @param {Run} run
     * @param {number} index
     */
    laneOfRun(run, index) {
        if (!index) return 0;
        const above = this.runIndex(run.parent);
        const continues = this.runs[above].to === run.parent && this.starts.get(run.parent) === index;
        return continues ? this.lanes[above] : Math.min(2, this.lanes[above] + 1);
    }

    /** Returns the column of an action in the list.
     * @param {Seq} seq */
    lane(seq) {
        return this.lanes[this.runIndex(seq)] ?? 0;
    }

    /**
     * True if a branch of a column leaves before an action and begins after it.
     *
     * @param {number} lane
     * @param {Seq} seq
     */
    isPending(lane, seq) {
        return this.pending[lane - 1].some(([from, to]) => from < seq && seq < to);
    }

    /** Returns the runs that start on an action.
     * @param {Seq} seq */
    forksAt(seq) {
        return this.runs.filter((run, index) => index && run.parent === seq);
    }
}

/** @param {Run[]} runs */
function merged(runs) {
    /** @type {[Seq, Seq][]} */
    const spans = [];
    for (const run of [...runs].sort((a, b) => a.parent - b.parent)) {
        const last = spans.at(-1);
        if (last && run.parent <= last[1]) last[1] = Math.max(last[1], run.from);
        else spans.push([run.parent, run.from]);
    }
    return spans;
}
