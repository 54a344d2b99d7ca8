import RewindTree

/// The paired elements of two arrays: by identity if all of them have one; otherwise by position, from the start and,
/// for equal elements at the end, from the end.
package struct ElementPairs {
    enum Kind {
        case identified(IdentifiedElements)
        /// The numbers of equal elements at the start and at the end; zero for arrays of the same length.
        case positional(head: Int, tail: Int)
    }

    let kind: Kind
    private let (oldCount, newCount): (Int, Int)

    /// Pairs the elements of two arrays.
    ///
    /// - Complexity: O(*n* log *n*).
    package init(_ old: ArrayNode, _ new: ArrayNode) {
        (oldCount, newCount) = (old.count, new.count)
        if let elements = IdentifiedElements(old.elements[...], new.elements[...]) {
            kind = .identified(elements)
            return
        }
        var (head, tail) = (0, 0)
        if oldCount != newCount {
            let shorter = min(oldCount, newCount)
            while head < shorter, old[head] == new[head] { head += 1 }
            while tail < shorter - head, old[oldCount - 1 - tail] == new[newCount - 1 - tail] { tail += 1 }
        }
        kind = .positional(head: head, tail: tail)
    }

    /// Returns the old index of a new element; nil for an added one.
    package func source(of index: Int) -> Int? {
        switch kind {
        case .identified(let elements): return elements.sources[index]
        case .positional(_, let tail):
            let fromEnd = newCount - index
            return fromEnd <= tail ? oldCount - fromEnd : index < oldCount - tail ? index : nil
        }
    }

    /// Returns the old pointer of a part of a value that was written as a whole; nil for a part of an added element.
    ///
    /// - Complexity: The same as ``init(_:_:)`` for each array on the path.
    static func previousPointer(of pointer: Pointer, in new: Tree, from old: Tree?) -> Pointer? {
        var (old, new) = (old, Optional(new))
        var previous = Pointer.root
        for token in pointer.tokens {
            var oldToken = token
            if case .array(let before) = old, case .array(let after) = new, let index = Pointer.index(of: token),
                index < after.count
            {
                guard let source = ElementPairs(before, after).source(of: index) else { return nil }
                oldToken = String(source)
            }
            previous = previous.appending(oldToken)
            old = old?.child(oldToken)
            new = new?.child(token)
        }
        return previous
    }
}
