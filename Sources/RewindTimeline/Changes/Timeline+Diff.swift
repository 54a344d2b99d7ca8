import RewindTree

extension Timeline {
    /// The patch of the whole state that leads from the state at `from` to the one at `to`, at and below `pointer`; nil when
    /// neither state has anything there.
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

    /// The difference between two states at and below `pointer`; nil when neither has anything there.
    ///
    /// - Throws: `SessionError`.
    package func difference(from: Int, to: Int, at pointer: Pointer = .root) throws -> StateDifference? {
        let (old, new) = (try value(at: from, pointer), try value(at: to, pointer))
        return old == nil && new == nil ? nil : StateDifference(from: old, to: new, at: pointer)
    }
}
