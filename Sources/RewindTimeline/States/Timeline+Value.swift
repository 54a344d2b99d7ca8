import RewindSession
import RewindTree

extension Timeline {
    /// The number of operations on a value from which on the whole state is built, which also helps its neighbors.
    private static let maximumOperations = 512

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
        let maximumOperations = isSequential ? StateCache.stride : Self.maximumOperations
        var steps: [(seq: Int, operation: Patch.Operation)] = []
        var base: StoredTree??
        for page in way.pages(upTo: Self.largestPage) where base == nil {
            for patch in try session.storedPatches(in: page, concerning: scope) where base == nil {
                for operation in (patch.operations ?? []).reversed() where base == nil {
                    switch operation.effect(on: scope) {
                    case nil: continue
                    case .inside(let inner)?: steps.append((patch.seq, inner))
                    case .written(let value, let pointer)?:
                        base = .some(try session.value(at: pointer, in: StoredTree(value)))
                    case .removed?: base = .some(nil)
                    case .elsewhere?: return try state(along: way)[pointer]
                    }
                }
            }
            if steps.count > maximumOperations { return try state(along: way)[pointer] }
        }
        let rest = pointer.from(scope) ?? .root
        if base == nil, let known { return try steps.isEmpty ? known[pointer] : state(along: way)[pointer] }
        return try value(at: rest, in: base ?? session.value(at: scope, in: storedSnapshot(way.base)), after: steps)
    }

    private func storedSnapshot(_ seq: Int) throws -> StoredTree {
        StoredTree(referenceTo: try snapshotChunk(seq))
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
                let stored = operation.map(pointers: { Pointer($0.tokens.map(ChunkKey.stored)) }, values: \.self)
                value = try value.map { try session.applying(stored, to: $0) }
            } catch is PatchError {
                throw session.damaged(.patchDoesNotApply(seq: seq))
            }
            if value == nil { throw session.damaged(.patchDoesNotApply(seq: seq)) }
        }
        return try value.flatMap { try session.value(at: rest, in: $0) }.map(session.tree(of:))
    }
}

extension Timeline {
    /// Returns the values at `pointer` right after each action of `seqs`; nil where there is no value or the state was
    /// pruned.
    ///
    /// - Complexity: Linear in the patches of the actions, of which only those that concern the value are parsed, and
    ///   the cost of reading one value, once and at each start of a branch.
    /// - Throws: `SessionError`.
    func values(at seqs: ClosedRange<Int>, _ pointer: Pointer) throws -> [Tree?] {
        let (scope, lineage) = (pointer.scope, try lineage())
        let rest = pointer.from(scope) ?? .root
        var values: [Tree?] = []
        // Nil after a pruned state; then the next one is read like the first.
        var container = try knownValue(at: seqs.lowerBound, scope)
        values.append(container?.flatMap { $0[rest] })
        guard seqs.count > 1 else { return values }
        for patch in try session.storedPatches(in: seqs.lowerBound + 1...seqs.upperBound, concerning: scope).reversed()
        {
            let isNext = lineage.parent(of: patch.seq) == patch.seq - 1
            if isNext, container != nil, patch.operations?.isEmpty != false {
                values.append(values[values.count - 1])
                continue
            }
            if let before = container, isNext, let after = try applying(patch, to: before, at: scope) {
                container = after
            } else {
                container = try knownValue(at: patch.seq, scope)
            }
            values.append(container?.flatMap { $0[rest] })
        }
        return values
    }

    /// Returns the value at `scope`; nil if the state was pruned.
    private func knownValue(at seq: Int, _ scope: Pointer) throws -> Tree?? {
        try Self.unlessPruned { try value(at: seq, scope) }
    }

    /// Returns the value at `scope` after a patch; nil if it came from elsewhere in the state.
    private func applying(_ patch: StoredPatch, to before: Tree?, at scope: Pointer) throws -> Tree?? {
        var value = before
        for operation in patch.operations ?? [] {
            switch operation.effect(on: scope) {
            case nil: continue
            case .inside(let inner)?:
                let inner = try session.whole(inner)
                guard let changed = try? value?.applying(Patch([inner])) else {
                    throw session.damaged(.patchDoesNotApply(seq: patch.seq))
                }
                value = changed
            case .written(let written, let pointer)?:
                value = try session.value(at: pointer, in: StoredTree(written)).map(session.tree(of:))
            case .removed?: value = nil
            case .elsewhere?: return nil
            }
        }
        return .some(value)
    }
}

/// The effect of an operation on a value.
private enum Effect {
    /// It changes the value, as this operation does.
    case inside(Patch.Operation)
    /// The value is now the one at a pointer in a written value.
    case written(Tree, at: Pointer)
    case removed
    /// The value came from elsewhere in the state.
    case elsewhere
}

extension Patch.Operation {
    /// Returns the effect on the value at `scope`; nil if there is none.
    fileprivate func effect(on scope: Pointer) -> Effect? {
        guard let part = part(at: scope) else { return nil }
        if !part.path.isPrefix(of: scope), let inner = part.from(scope) { return .inside(inner) }
        switch part {
        case .add(let path, let value), .replace(let path, let value):
            return .written(value, at: scope.from(path) ?? .root)
        // The root, once removed, is null.
        case .remove(let path): return path == scope && path == .root ? .written(.null, at: .root) : .removed
        case .move, .copy, .test: return .elsewhere
        }
    }

    /// Returns the part of the operation that affects `scope`, or a value inside or around it; for a move from there to
    /// elsewhere, the removal. Returns nil if nothing is affected.
    private func part(at scope: Pointer) -> Patch.Operation? {
        switch self {
        case .test: nil
        case .move(let from, let to) where !to.isRelated(to: scope): from.isRelated(to: scope) ? .remove(from) : nil
        default: path.isRelated(to: scope) ? self : nil
        }
    }
}
