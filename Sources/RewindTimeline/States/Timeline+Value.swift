import RewindSession
import RewindTree

extension Timeline {
    /// The number of operations on a value from which on the whole state is built, whose neighbors are then near.
    private static let mostOperations = 512

    /// The largest number of patches that are read at a time.
    private static let largestPage = 512

    /// The value at `pointer` in the state right after action `seq`, nil when nothing is there: `state(at: seq)[pointer]`,
    /// without the rest of the state.
    ///
    /// - Complexity: the patches since the nearest snapshot, at most 256, of which only those are read that concern the
    ///   value, and the chunks on the way to it.
    /// - Throws: `SessionError`, `TimelineError.pruned`, as ``state(at:)``.
    package func value(at seq: Int, _ pointer: Pointer) throws -> Tree? {
        try value(at: seq, pointer, isSequential: false)
    }

    /// The value at `pointer` in the state right after action `seq`; with `isSequential`, its neighbors are going to be
    /// asked for.
    func value(at seq: Int, _ pointer: Pointer, isSequential: Bool) throws -> Tree? {
        let way = try way(to: seq)
        let known = cache.state(way.base)
        if pointer == .root || known != nil && (way.base == seq || isSequential && seq - way.base <= StateCache.stride)
        {
            return try state(along: way)[pointer]
        }
        let scope = pointer.scope
        let mostOperations = isSequential ? StateCache.stride : Self.mostOperations
        var steps: [(seq: Int, operation: Patch.Operation)] = []
        var base: StoredTree??
        for page in way.pages(upTo: Self.largestPage) where base == nil {
            for patch in try session.storedPatches(in: page, concerning: scope) where base == nil {
                for operation in (patch.operations ?? []).reversed() where base == nil {
                    guard let part = operation.part(at: scope) else { continue }
                    if !part.path.isPrefix(of: scope), let inner = part.from(scope) {
                        steps.append((patch.seq, inner))
                        continue
                    }
                    switch part {
                    case .add(let path, let value), .replace(let path, let value):
                        base = .some(try session.value(at: scope.from(path) ?? .root, in: StoredTree(value)))
                    case .remove(let path):
                        // The whole state, once removed, is null.
                        base = .some(path == scope && path == .root ? StoredTree(.null) : nil)
                    case .move, .copy, .test:
                        // It came from elsewhere.
                        return try state(along: way)[pointer]
                    }
                }
            }
            if steps.count > mostOperations { return try state(along: way)[pointer] }
        }
        let start = try base ?? session.value(at: scope, in: known.map { StoredTree($0) } ?? storedSnapshot(way.base))
        return try value(at: pointer.from(scope) ?? .root, in: start, after: steps)
    }

    private func storedSnapshot(_ seq: Int) throws -> StoredTree {
        guard let chunk = try session.snapshotChunk(seq) else { throw session.damaged(.noInitialState) }
        return StoredTree(referenceTo: chunk)
    }

    /// Returns the value at `rest` in another one after operations inside that, latest first.
    private func value(
        at rest: Pointer,
        in base: StoredTree?,
        after steps: [(seq: Int, operation: Patch.Operation)]
    ) throws -> Tree? {
        var value = base
        for (seq, operation) in steps.reversed() {
            do {
                // A removal of all that is inside leaves nothing to apply an operation to.
                value = try value.map { try session.applying(operation, to: $0) }
            } catch is PatchError {
                throw session.damaged(.patchDoesNotApply(seq: seq))
            }
            if value == nil { throw session.damaged(.patchDoesNotApply(seq: seq)) }
        }
        return try value.flatMap { try session.value(at: rest, in: $0) }.map(session.tree(of:))
    }
}

extension Patch.Operation {
    /// Returns what the operation does at `scope`, in it or to what holds it: of a move from there to elsewhere, the
    /// removal; nil when it does nothing there.
    fileprivate func part(at scope: Pointer) -> Patch.Operation? {
        switch self {
        case .test: nil
        case .move(let from, let to) where !to.isRelated(to: scope): from.isRelated(to: scope) ? .remove(from) : nil
        default: path.isRelated(to: scope) ? self : nil
        }
    }
}
