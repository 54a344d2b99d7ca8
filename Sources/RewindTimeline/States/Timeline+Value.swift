import RewindSession
import RewindTree

extension Timeline {
    /// How many operations in the scope of a value make it worth while to build the whole state, whose neighbours are
    /// then near.
    private static let mostOperations = 512

    /// How many steps are read at first, when the last write of a value may be near; then more at a time.
    private static let firstPage = 8
    private static let largestPage = 512

    /// The value at `pointer` in the state right after action `seq`, nil when nothing is there. The rest of the state is
    /// not built.
    ///
    /// - Complexity: the patches since the nearest snapshot, at most 256, of which only those are read that concern the
    ///   value, and the chunks on the way to it.
    /// - Throws: `SessionError`, `TimelineError.pruned`, as ``state(at:)``.
    package func value(at seq: Int, _ pointer: Pointer) throws -> Tree? {
        try value(at: seq, pointer, isStepping: false)
    }

    /// The value at `pointer` in the state right after action `seq`; with `isStepping`, its neighbours are going to be
    /// asked for.
    func value(at seq: Int, _ pointer: Pointer, isStepping: Bool) throws -> Tree? {
        if let state = memory.state(seq) { return state[pointer] }
        if pointer == .root { return try state(at: seq) }
        if isStepping, let run = try lineage().run(endingWith: seq),
            memory.last(in: max(run.seqs.lowerBound, seq - StateMemory.stride)...seq) != nil
        {
            return try state(at: seq)[pointer]
        }
        let scope = Scope(of: session.stored(pointer))
        var trace = Trace(seq: seq)
        while trace.base == nil {
            guard !isPruned(trace.seq) else { throw TimelineError.pruned(String(seq), through: first) }
            let run = try lineage().run(endingWith: trace.seq)
            let seqs = (run?.seqs.lowerBound ?? trace.seq)...trace.seq
            try follow(scope, in: seqs, isRun: run != nil, &trace)
            if trace.isLost || trace.operations.count > (isStepping ? StateMemory.stride : Self.mostOperations) {
                return try state(at: seq)[pointer]
            }
            if trace.base == nil {
                guard let run else { throw session.damaged(.noInitialState) }
                trace.seq = run.parent
            }
        }
        guard let base = trace.base else { return nil }
        return try value(at: scope.rest, in: base.value, after: trace.operations)
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
    private struct Trace {
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
        _ trace: inout Trace
    ) throws {
        // The action itself, which may have written the value, then what is behind it up to the nearest snapshot.
        let own = seqs.upperBound...seqs.upperBound
        if isRun, try follow(scope, back: own, &trace) { return }
        let snapshot = try session.lastSnapshot(in: seqs)
        if snapshot == seqs.upperBound { trace.operations.removeAll { own.contains($0.seq) } }
        var upper = seqs.upperBound - 1
        let lower = snapshot.map { $0 + 1 } ?? seqs.lowerBound
        var page = Self.firstPage
        while isRun, upper >= lower {
            if try follow(scope, back: max(lower, upper - page + 1)...upper, &trace) { return }
            upper -= page
            page = min(Self.largestPage, page * 8)
        }
        guard let snapshot, let state = try session.storedSnapshot(snapshot) else { return }
        trace.base = Base(try session.value(at: scope.pointer, in: state))
    }

    /// Goes back over all of `seqs`, unless the scope's value is known before or cannot be found this way; gives whether
    /// that is so.
    private func follow(_ scope: Scope, back seqs: ClosedRange<Int>, _ trace: inout Trace) throws -> Bool {
        for step in try session.steps(in: seqs, concerning: scope.pointer) {
            for operation in (step.operations ?? []).reversed() {
                switch scope.effect(of: operation) {
                case .none: break
                case .inside(let inner): trace.operations.append((step.seq, inner))
                case .whole(let value, let rest):
                    trace.base = Base(try value.flatMap { try session.value(at: rest, in: StoredTree($0)) })
                    return true
                case .fromElsewhere:
                    trace.isLost = true
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
