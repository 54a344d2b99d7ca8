// The entries of the list by index, as far as they were read: a bounded number of them, around those in view.
import { keep } from '../core/rows.js';
import { askSession } from '../core/session.js';

const chunk = 100;
const limit = 3000;

export class ListData {
    /**
     * @param {{ filter: string, hide: string, fold: number, group: number }} query The parameters of `rows`.
     * @param {() => void} loaded Called when entries were read.
     * @param {(error: Failure) => void} refused
     */
    constructor(query, loaded, refused) {
        this.query = query;
        this.loaded = loaded;
        this.refused = refused;
        /** @type {Map<number, ListEntry>} */
        this.entries = new Map();
        /** @type {Map<Seq, number>} */
        this.indexOfSeq = new Map();
        /** The number of entries; null until it was read.
         * @type {number | null} */
        this.total = null;
        this.actions = 0;
        this.folded = 0;
        this.last = 0;
        /** The keys of pending requests.
         * @type {Set<string>} */
        this.pending = new Set();
    }

    /** Stores an answer, which may be about an action.
     * @param {Answers['rows']} answer @param {Seq} [around] */
    take(answer, around) {
        Object.assign(this, { total: answer.total, actions: answer.actions, folded: answer.folded, last: answer.last });
        answer.rows.forEach((entry, i) => this.set(answer.from + i, entry));
        keep(/** @type {Row[]} */ (answer.rows.flatMap(entry => (
            entry.seq === undefined ? entry.group?.row ?? [] : entry))));
        this.addMember(around, answer.index);
        this.loaded();
    }

    /** Adds an action to its group, of which only the first ones are known.
     * @param {Seq | undefined} seq @param {number | undefined} index */
    addMember(seq, index) {
        const group = this.entries.get(index ?? -1)?.group;
        if (seq === undefined || !group || seq === group.row?.seq || group.seqs.includes(seq)) return;
        const { row, effect, to } = group;
        if (seq < (row?.seq ?? effect?.began ?? 0) || seq > to) return;
        group.seqs.push(seq);
        group.levels.push(1);
    }

    /** @param {number} index @param {ListEntry} entry */
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

    /** Reads the missing entries of a part.
     * @param {number} from @param {number} count */
    async need(from, count) {
        if (this.total === null) return;
        const end = Math.min(this.total, from + count);
        for (let start = Math.max(0, from) - Math.max(0, from) % chunk; start < end; start += chunk) {
            let isMissing = false;
            for (let i = Math.max(start, from); i < Math.min(start + chunk, end); i++) {
                isMissing ||= !this.entries.has(i);
            }
            if (isMissing) this.read({ from: start, count: chunk });
        }
    }

    /** Reads a part, unless that is pending.
     * @param {{ from: number, count: number }} part */
    async read(part) {
        const key = JSON.stringify(part);
        if (this.pending.has(key) || this.pending.size > 4) return;
        this.pending.add(key);
        try {
            this.take(await askSession('rows', { ...this.query, ...part }));
        } catch (error) {
            if (error.name !== 'AbortError') this.refused(error);
        } finally {
            this.pending.delete(key);
        }
    }

    /** Returns the index of the entry that contains an action, if it was read.
     * @param {Seq} seq */
    find(seq) {
        const index = this.indexOfSeq.get(seq);
        if (index !== undefined) return index;
        for (const [i, { fold, group }] of this.entries) {
            if (fold && seq >= fold.from && seq <= fold.to) return i;
            if (group && (group.row?.seq === seq || group.seqs.includes(seq))) return i;
        }
        return undefined;
    }
}
