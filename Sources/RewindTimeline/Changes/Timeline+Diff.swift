import RewindTree

extension Timeline {
    /// What is different at and below `pointer` between the states at `from` and `to`, as a patch of the whole state;
    /// nil when neither state has anything there.
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
                new.patch(from: old).operations.map { $0.map(pointers: { $0.below(pointer) }, values: { $0 }) }
            )
        }
    }

    /// The changes of ``patch(from:to:at:)`` with the values that were there before. An object that the patch replaces
    /// with another is told member by member.
    ///
    /// - Throws: `SessionError`.
    package func changes(from: Int, to: Int, at pointer: Pointer = .root) throws -> [Change]? {
        // What holds the value may be in one of the states only: so the changes are those of the values.
        switch (try value(at: from, pointer), try value(at: to, pointer)) {
        case (nil, nil): return nil
        case (nil, let new?): return [Change(.add, pointer, new: new)]
        case (let old?, nil): return [Change(.remove, pointer, old: old)]
        case (let old?, let new?):
            return try new.patch(from: old).changes(of: old).flatMap(\.inMembers).map { $0.below(pointer) }
        }
    }
}

extension Change {
    fileprivate func below(_ holder: Pointer) -> Change {
        Change(kind, pointer.below(holder), source: source?.below(holder), old: old, new: new)
    }
}

extension Pointer {
    fileprivate func below(_ pointer: Pointer) -> Pointer {
        Pointer(pointer.tokens + tokens)
    }
}
