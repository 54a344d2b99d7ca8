import RewindTree

/// Which value of an earlier tree a value of a later one is, when the tree was written anew as a whole.
enum Correspondence {
    /// The pointer in `old` to what is at `pointer` in `new`; nil when it is an element that was not there.
    ///
    /// Members have the same names. Elements with an `id` are those with the same `id`; of others, those that the ends
    /// of both arrays have in common are the same, and the rest is told by position.
    ///
    /// - Complexity: linear in the arrays on the way.
    static func previousPointer(of pointer: Pointer, in new: Tree, from old: Tree?) -> Pointer? {
        var (old, new) = (old, Optional(new))
        var previous = Pointer.root
        for token in pointer.tokens {
            var oldToken = token
            if case .array(let before) = old, case .array(let after) = new, let index = Pointer.index(of: token),
                index < after.count
            {
                guard let oldIndex = oldIndex(of: index, in: after.elements, from: before.elements) else { return nil }
                oldToken = String(oldIndex)
            }
            previous = previous.appending(oldToken)
            old = old?.child(oldToken)
            new = new?.child(token)
        }
        return previous
    }

    private static func oldIndex(of index: Int, in new: [Tree], from old: [Tree]) -> Int? {
        if let id = new[index].identity { return old.firstIndex { $0.identity == id } }
        if old.count == new.count || (index < old.count && old[index] == new[index]) { return index }
        let fromEnd = new.count - index
        let isAtEnd = fromEnd <= old.count && (1...fromEnd).allSatisfy { new[new.count - $0] == old[old.count - $0] }
        if isAtEnd { return old.count - fromEnd }
        return index < old.count ? index : nil
    }
}
