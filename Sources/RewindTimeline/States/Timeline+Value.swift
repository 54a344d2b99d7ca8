import RewindSession
import RewindTree

extension Timeline {
    /// How many operations in the scope of a value make it worth while to build the whole state, whose neighbours are
    /// then near.
    private static let mostOperations = 512

    /// How many patches are read at first, when the last write of a value may be near; then more at a time.
    private static let firstPage = 8
    private static let largestPage = 512

    /// The value at `pointer` in the state right after action `seq`, nil when nothing is there. The rest of the state is
    /// not built.
    ///
    /// - Complexity: the patches since the nearest snapshot, at most 256, of which only those are read that concern the
    ///   value, and the chunks on the way to it.
    /// - Throws: `SessionError`, `TimelineError.pruned`, as ``state(at:)``.
    package func value(at seq: Int, _ pointer: Pointer) throws -> Tree? {
        try value(at: seq, pointer, isSequential: false)
    }

    /// The value at `pointer` in the state right after action `seq`; with `isSequential`, its neighbours are going to be
    /// asked for.
    func value(at seq: Int, _ pointer: Pointer, isSequential: Bool) throws -> Tree? {
        if let state = cache.state(seq) { return state[pointer] }
        if pointer == .root { return try state(at: seq) }
        if isSequential, let run = try lineage().run(endingWith: seq),
            cache.last(in: max(run.seqs.lowerBound, seq - StateCache.stride)...seq) != nil
        {
            return try state(at: seq)[pointer]
        }
        let scope = Scope(of: session.stored(pointer))
        var lookup = ScopeLookup(seq: seq)
        while lookup.base == nil {
            guard !isPruned(lookup.seq) else { throw TimelineError.pruned(String(seq), through: first) }
            let run = try lineage().run(endingWith: lookup.seq)
            let seqs = (run?.seqs.lowerBound ?? lookup.seq)...lookup.seq
            try follow(scope, in: seqs, isRun: run != nil, &lookup)
            if lookup.isLost || lookup.operations.count > (isSequential ? StateCache.stride : Self.mostOperations) {
                return try state(at: seq)[pointer]
            }
            if lookup.base == nil {
                guard let run else { throw session.damaged(.noInitialState) }
                lookup.seq = run.parent
            }
        }
        guard let base = lookup.base else { return nil }
        return try value(at: scope.rest, in: base.value, after: lookup.operations)
    }

    /// What is known of the value of a scope.
    private enum Base {
        case nothing
        case value(StoredTree)

        init(_ value: StoredTree?) {
            self = value.map(Base.value) ?? .nothing
        }

        var value: StoredTree? {
            switch self {
            case .nothing: nil
            case .value(let value): value
            }
        }
    }

    /// What is known of a scope on the way back.
    private struct ScopeLookup {
        /// Where the way back has come to.
        var seq: Int
        /// Operations inside the scope since then, latest first.
        var operations: [(seq: Int, operation: Patch.Operation)] = []
        /// The scope's value before those operations, nil as long as it is not known.
        var base: Base?
        /// Whether something came from outside of the scope.
        var isLost = false
    }

    /// Goes back in `seqs` until the scope's value is known.
    private func follow(
        _ scope: Scope,
        in seqs: ClosedRange<Int>,
        isRun: Bool,
        _ lookup: inout ScopeLookup
    ) throws {
        // The action itself, which may have written the value, then what is behind it up to the nearest snapshot.
        let own = seqs.upperBound...seqs.upperBound
        if isRun, try follow(scope, back: own, &lookup) { return }
        let snapshot = try session.lastSnapshot(in: seqs)
        if snapshot == seqs.upperBound { lookup.operations.removeAll { own.contains($0.seq) } }
        var upper = seqs.upperBound - 1
        let lower = snapshot.map { $0 + 1 } ?? seqs.lowerBound
        var page = Self.firstPage
        while isRun, upper >= lower {
            if try follow(scope, back: max(lower, upper - page + 1)...upper, &lookup) { return }
            upper -= page
            page = min(Self.largestPage, page * 8)
        }
        guard let snapshot, let state = try session.storedSnapshot(snapshot) else { return }
        lookup.base = Base(try session.value(at: scope.pointer, in: state))
    }

    /// Goes back over all of `seqs`, unless the scope's value is known before or cannot be found this way; gives whether
    /// that is so.
    private func follow(_ scope: Scope, back seqs: ClosedRange<Int>, _ lookup: inout ScopeLookup) throws -> Bool {
        for patch in try session.storedPatches(in: seqs, concerning: scope.pointer) {
            for operation in (patch.operations ?? []).reversed() {
                switch scope.effect(of: operation) {
                case .none: break
                case .inside(let inner): lookup.operations.append((patch.seq, inner))
                case .whole(let value, let rest):
                    lookup.base = Base(try value.flatMap { try session.value(at: rest, in: StoredTree($0)) })
                    return true
                case .fromElsewhere:
                    lookup.isLost = true
                    return true
                }
            }
        }
        return false
    }

    /// The value at `rest` in a scope after operations inside it, latest first.
    private func value(
        at rest: Pointer,
        in base: StoredTree?,
        after operations: [(seq: Int, operation: Patch.Operation)]
    ) throws -> Tree? {
        var scope = base
        for (seq, operation) in operations.reversed() {
            do {
                // A removal of all that is inside leaves nothing to apply an operation to.
                scope = try scope.map { try session.applying(operation, to: $0) }
            } catch is PatchError {
                throw session.damaged(.patchDoesNotApply(seq: seq))
            }
            if scope == nil { throw session.damaged(.patchDoesNotApply(seq: seq)) }
        }
        return try scope.flatMap { try session.value(at: rest, in: $0) }.map { try session.tree(of: $0) }
    }
}
