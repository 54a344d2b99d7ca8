import RewindTree

extension ElementMatching {
    /// Returns the old pointer of a part of a value that was written as a whole; nil for a part of an added element.
    ///
    /// - Complexity: The same as `init(_:_:)` for each array on the path.
    static func previousPointer(of pointer: Pointer, in new: Tree, from old: Tree?) -> Pointer? {
        var (old, new) = (old, Optional(new))
        var previous = Pointer.root
        for token in pointer.tokens {
            var oldToken = token
            if case .array(let before) = old, case .array(let after) = new, let index = Pointer.index(of: token),
                index < after.count
            {
                guard let source = ElementMatching(before, after).source(of: index) else { return nil }
                oldToken = String(source)
            }
            previous = previous.appending(oldToken)
            old = old?.child(oldToken)
            new = new?.child(token)
        }
        return previous
    }
}
