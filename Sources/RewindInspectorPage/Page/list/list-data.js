// The entries of the list by their index, as far as they were read: a bounded part of them around what is in view.
import { askSession } from '../core/session.js';
import { keep } from '../core/rows.js';

const chunk = 100;
const limit = 3000;

export class ListData {
    /** `query` is what `/rows` is asked: filter, hide and fold. `came` is told when entries have come. */
    constructor(query, came, refused) {
        Object.assign(this, { query, came, refused, entries: new Map(), indexOfSeq: new Map() });
        Object.assign(this, { total: null, actions: 0, folded: 0, last: 0, underWay: new Set() });
    }

    take(answer) {
        Object.assign(this, { total: answer.total, actions: answer.actions, folded: answer.folded, last: answer.last });
        answer.rows.forEach((entry, i) => this.set(answer.from + i, entry));
        keep(answer.rows.filter(entry => entry.seq !== undefined));
        this.came(answer);
    }

    set(index, entry) {
        this.entries.delete(index);
        this.entries.set(index, entry);
        if (entry.seq !== undefined) this.indexOfSeq.set(entry.seq, index);
        while (this.entries.size > limit) {
            const [oldest, gone] = this.entries.entries().next().value;
            this.entries.delete(oldest);
            if (this.indexOfSeq.get(gone.seq) === oldest) this.indexOfSeq.delete(gone.seq);
        }
    }

    /** Sees to it that a part of the entries comes. */
    async need(from, count) {
        if (this.total === null) return;
        const end = Math.min(this.total, from + count);
        for (let start = Math.max(0, from) - Math.max(0, from) % chunk; start < end; start += chunk) {
            let isMissing = false;
            for (let i = Math.max(start, from); i < Math.min(start + chunk, end); i++) isMissing ||= !this.entries.has(i);
            if (isMissing) this.read({ from: start, count: chunk });
        }
    }

    /** Asks for a part, unless that is under way. */
    async read(part) {
        const key = JSON.stringify(part);
        if (this.underWay.has(key) || this.underWay.size > 4) return;
        this.underWay.add(key);
        try {
            this.take(await askSession('rows', { ...this.query, ...part }));
        } catch (error) {
            if (error.name !== 'AbortError') this.refused(error);
        } finally {
            this.underWay.delete(key);
        }
    }

    /** The index of the entry that an action is in, if it is here. */
    find(seq) {
        const index = this.indexOfSeq.get(seq);
        if (index !== undefined) return index;
        for (const [i, { fold }] of this.entries) if (fold && seq >= fold.from && seq <= fold.to) return i;
        return undefined;
    }
}
