// Which actions lead where. An action belongs to a run, actions that follow each other; a run starts on an action of
// another one. The way to an action is a list of parts of runs, so nothing here grows with the number of actions.

/** The way from the first action to one that it ends at. */
class Way {
    constructor(parts) {
        /** `{from, to, depth}`, in the order of the way, which is that of the numbers too. */
        this.parts = parts;
        const end = parts.at(-1);
        /** How many actions are on it. */
        this.length = end ? end.depth + end.to - end.from : 0;
        this.start = parts[0] ? parts[0].depth : 1;
    }

    /** Whether an action is on the way. */
    has(seq) {
        return this.parts.some(part => seq >= part.from && seq <= part.to);
    }

    /** The action at a depth, the nearest there is. */
    at(depth) {
        const wanted = Math.max(this.start, Math.min(this.length, depth));
        const part = this.parts.findLast(each => each.depth <= wanted) ?? this.parts[0];
        return part ? part.from + wanted - part.depth : 0;
    }
}

export class Paths {
    constructor(runs) {
        this.runs = runs;
        /** How many actions are on the longest way. */
        this.longest = runs.reduce((most, run) => Math.max(most, run.depth + run.to - run.from), 0);
        this.ways = new Map();
        this.starts = new Map();
        runs.forEach((run, index) => {
            if (index && !this.starts.has(run.parent)) this.starts.set(run.parent, index);
        });
        this.lanes = runs.map(() => 0);
        runs.forEach((run, index) => { this.lanes[index] = this.laneOfRun(run, index); });
        this.pending = [1, 2].map(lane => merged(runs.filter((_, i) => this.lanes[i] === lane)));
    }

    /** The number of the run that an action is in. */
    runIndex(seq) {
        let low = 0;
        let high = this.runs.length - 1;
        while (low < high) {
            const middle = (low + high + 1) >> 1;
            if (this.runs[middle].from <= seq) low = middle; else high = middle - 1;
        }
        return low;
    }

    /** How many actions led to an action, itself counted. */
    depth(seq) {
        const run = this.runs[this.runIndex(seq)];
        return run && seq >= run.from ? run.depth + seq - run.from : 0;
    }

    parent(seq) {
        const run = this.runs[this.runIndex(seq)];
        return run && seq === run.from ? run.parent : seq - 1;
    }

    /** The way to an action. */
    wayTo(seq) {
        if (this.ways.has(seq)) return this.ways.get(seq);
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

    /** The last action of the branch that an action is on, of several the first one that was recorded. */
    tipOf(seq) {
        let end = this.runs[this.runIndex(seq)]?.to ?? seq;
        for (let next = this.starts.get(end); next !== undefined; next = this.starts.get(end)) end = this.runs[next].to;
        return end;
    }

    /** The column of a run in the list: 0 for the main one and what goes on at its end, 2 for all that are far from it. */
    laneOfRun(run, index) {
        if (!index) return 0;
        const above = this.runIndex(run.parent);
        const goesOn = this.runs[above].to === run.parent && this.starts.get(run.parent) === index;
        return goesOn ? this.lanes[above] : Math.min(2, this.lanes[above] + 1);
    }

    lane(seq) {
        return this.lanes[this.runIndex(seq)] ?? 0;
    }

    /** Whether a branch of a column, that left at or before an action, begins after it. */
    isPending(lane, seq) {
        return this.pending[lane - 1].some(([from, to]) => from < seq && seq < to);
    }

    /** The runs that start on an action, without the one that goes on at the end of its run. */
    forksAt(seq) {
        return this.runs.filter((run, index) => index && run.parent === seq);
    }
}

function merged(runs) {
    const spans = [];
    for (const run of [...runs].sort((a, b) => a.parent - b.parent)) {
        const last = spans.at(-1);
        if (last && run.parent <= last[1]) last[1] = Math.max(last[1], run.from); else spans.push([run.parent, run.from]);
    }
    return spans;
}
