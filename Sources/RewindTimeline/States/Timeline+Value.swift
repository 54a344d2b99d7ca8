import RewindSession
import RewindTree

extension Timeline {
    /// The number of operations on a value from which on the whole state is built, which also helps its neighbors.
    private static let mostOperations = 512

    /// The maximum number of patches to read at once.
    private static let largestPage = 512

    /// Returns the value at `pointer` in the state right after action `seq`; nil if there is no value. Equals
    /// `state(at: seq)[pointer]`, without building the rest of the state.
    ///
    /// - Complexity: Linear in the patches since the nearest snapshot, at most 256, of which only those that concern
    ///   the value are parsed, and in the chunks on the path to it.
    /// - Throws: `SessionError`, `TimelineError.pruned`, as ``state(at:)``.
    package func value(at seq: Int, _ pointer: Pointer) throws -> Tree? {
        try value(at: seq, pointer, isSequential: false)
    }

    /// Returns the value at `pointer` in the state right after action `seq`. With `isSequential`, expects that
    /// neighboring states are read next.
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
                        // The root, once removed, is null.
                        base = .some(path == scope && path == .root ? StoredTree(.null) : nil)
                    case .move, .copy, .test:
                        // The value came from elsewhere.
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

    /// Returns the value at `rest` in a stored value after operations inside it, latest first.
    private func value(
        at rest: Pointer,
        in base: StoredTree?,
        after steps: [(seq: Int, operation: Patch.Operation)]
    ) throws -> Tree? {
        var value = base
        for (seq, operation) in steps.reversed() {
            do {
                // After the value's removal there is nothing to apply an operation to.
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
    /// Returns the part of the operation that affects `scope`, or a value inside or around it; for a move from there to
    /// elsewhere, the removal. Returns nil if nothing is affected.
    fileprivate func part(at scope: Pointer) -> Patch.Operation? {
        switch self {
        case .test: nil
        case .move(let from, let to) where !to.isRelated(to: scope): from.isRelated(to: scope) ? .remove(from) : nil
        default: path.isRelated(to: scope) ? self : nil
        }
    }
}
