import RewindTree

extension Timeline {
    /// Returns a patch of the whole state that changes the value at `pointer` in the state at `from` into that in the
    /// state at `to`; nil if neither state has a value there.
    ///
    /// - Throws: `SessionError`.
    package func patch(from: Int, to: Int, at pointer: Pointer = .root) throws -> Patch? {
        let old = try value(at: from, pointer)
        let new = try value(at: to, pointer)
        switch (old, new) {
        case (nil, nil): return nil
        case (nil, let new?): return Patch([.add(pointer, new)])
        case (.some, nil): return Patch([.remove(pointer)])
        case (let old?, let new?):
            return Patch(
                new.patch(from: old).operations.map { operation in
                    operation.map(pointers: { Pointer(pointer.tokens + $0.tokens) }, values: { $0 })
                }
            )
        }
    }

    /// Returns the difference between the values at `pointer` in two states; nil if neither state has a value there.
    ///
    /// - Throws: `SessionError`.
    package func difference(from: Int, to: Int, at pointer: Pointer = .root) throws -> StateDifference? {
        let (old, new) = (try value(at: from, pointer), try value(at: to, pointer))
        return old == nil && new == nil ? nil : StateDifference(from: old, to: new, at: pointer)
    }
}
