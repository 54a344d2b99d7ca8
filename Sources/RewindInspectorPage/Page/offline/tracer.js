// What a path in a patch means for a pointer, and how a value is followed back through patches, as elements of arrays on
// the way to it come, go and move.
import { ElementPairs, childOf, indexOf, valueAt } from './tree.js';
import { child } from '../pointer.js';

/** A pointer by its tokens. */
export const pointerText = tokens => tokens.reduce(child, '');

/** Whether a pointer leads to what another one leads to, or to what holds that. */
export const isPrefix = (prefix, tokens) => prefix.length <= tokens.length && prefix.every((token, i) => token === tokens[i]);
const isRelated = (a, b) => isPrefix(a, b) || isPrefix(b, a);

/** Whether a token could mean an element of an array. */
export const mayBeIndex = token => token === '-' || indexOf(token) !== undefined;

/** Whether a path may be an element of an array that holds what is at a pointer, the element there or another one. */
const isBesideHolder = (changed, pointer) => changed.length > 0 && changed.length <= pointer.length && mayBeIndex(changed.at(-1))
    && isPrefix(changed.slice(0, -1), pointer) && mayBeIndex(pointer[changed.length - 1]);

/** Whether what is written at a path can change which value is at a pointer, or the value. */
export function touches(changed, pointer) {
    if (isRelated(changed, pointer)) return true;
    return isBesideHolder(changed, pointer) && !(indexOf(changed.at(-1)) > indexOf(pointer[changed.length - 1]));
}

/** Where a value was before the operations that are gone back over, and whether one of them wrote it. */
export class Tracer {
    constructor(pointer, isIndex) { Object.assign(this, { pointer, isIndex, isWritten: false }); }

    /** Goes back over operations; `around` gives the states around the one with an index. */
    goBack(list, around) {
        this.isWritten = false;
        for (let i = list.length - 1; i >= 0 && this.pointer; i--) this.goBackOver(list[i], () => around(i));
    }

    goBackOver({ op, path: to, from }, around) {
        const { pointer } = this;
        if (op === 'replace') {
            if (isRelated(to, pointer)) this.isWritten = true;
            this.rewrite(to, around);
        } else if (op === 'remove') {
            this.note(to);
            this.restore(to, around);
        } else if (op === 'add' || op === 'copy') {
            this.note(to);
            if (this.isAppended(to, around)) this.pointer = null;
            else if (!isPrefix(to, pointer)) this.pointer = this.withoutElement(to);
            else if (this.isElement(to)) this.pointer = null;
            else this.rewrite(to, around);
        } else if (op === 'move' && pointerText(from) !== pointerText(to)) {
            this.note(to);
            if (this.isAppended(to, around) || (isPrefix(to, pointer) && this.isElement(to))) {
                // In its array an element is followed; what comes from elsewhere is put there.
                const isSameArray = pointerText(from.slice(0, -1)) === pointerText(to.slice(0, -1)) && from.length === to.length;
                this.pointer = isSameArray ? [...from, ...pointer.slice(to.length)] : null;
            } else if (isPrefix(to, pointer)) this.rewrite(to, around);
            else {
                this.pointer = this.withoutElement(to);
                this.note(from);
                this.restore(from, around);
            }
        }
    }

    note(changed) {
        if (isRelated(changed, this.pointer) && !this.indices(changed)) this.isWritten = true;
    }

    /** Goes back over the write of what is at a path as a whole. */
    rewrite(at, around) {
        const { pointer } = this;
        if (!isPrefix(at, pointer) || !pointer.slice(at.length).some(mayBeIndex)) return;
        const states = around();
        const old = valueAt(states.before, at);
        const now = valueAt(states.after, at);
        let rest = [];
        if (now !== undefined) {
            const previous = previousTokens(pointer.slice(at.length), now, old);
            if (!previous) { this.pointer = null; return; }
            this.pointer = [...at, ...previous];
            rest = previous;
        } else rest = pointer.slice(at.length);
        this.isIndex = [...this.isIndex.slice(0, at.length), ...indexFlags(rest, old)];
    }

    /** Goes back over the removal of what was at a path. */
    restore(at, around) {
        const { pointer } = this;
        const found = this.indices(at);
        if (found) {
            if (found.index <= found.own) this.pointer = pointer.with(found.depth, String(found.own + 1));
            return;
        }
        if (!isPrefix(at, pointer) || !pointer.slice(at.length).some(mayBeIndex)) return;
        this.isIndex = [...this.isIndex.slice(0, at.length), ...indexFlags(pointer.slice(at.length), valueAt(around().before, at))];
    }

    withoutElement(at) {
        const found = this.indices(at);
        return found && found.index < found.own ? this.pointer.with(found.depth, String(found.own - 1)) : this.pointer;
    }

    isElement(at) { return at.length > 0 && this.isIndex[at.length - 1]; }

    /** Whether the value is in the element that was appended with a path that ends with "-". */
    isAppended(at, around) {
        if (at.at(-1) !== '-' || !isBesideHolder(at, this.pointer) || !this.isElement(at)) return false;
        const array = valueAt(around().between, at.slice(0, -1));
        return Array.isArray(array) && this.pointer[at.length - 1] === String(array.length);
    }

    /** The depth of an array on the way of which a path is an element, its index, and that of the element on the way. */
    indices(at) {
        if (!isBesideHolder(at, this.pointer) || !this.isElement(at)) return undefined;
        const [index, own] = [indexOf(at.at(-1)), indexOf(this.pointer[at.length - 1])];
        return index === undefined || own === undefined ? undefined : { depth: at.length - 1, index, own };
    }
}

/** For each token of a pointer into a value whether what holds it is an array. */
export function indexFlags(tokens, value) {
    let holder = value;
    return tokens.map(token => {
        const isArray = Array.isArray(holder);
        holder = childOf(holder, token);
        return isArray;
    });
}

/** The pointer in an old value to what a pointer leads to in the new one that took its place; undefined when it is new. */
function previousTokens(tokens, now, old) {
    const previous = [];
    for (const token of tokens) {
        let own = token;
        const index = indexOf(token);
        if (Array.isArray(old) && Array.isArray(now) && index < now.length) {
            const found = new ElementPairs(old, now).source(index);
            if (found === undefined) return undefined;
            own = String(found);
        }
        previous.push(own);
        old = childOf(old, own);
        now = childOf(now, token);
    }
    return previous;
}
