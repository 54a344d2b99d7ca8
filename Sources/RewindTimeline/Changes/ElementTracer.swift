import RewindTree

/// Follows a value back in time through the operations of patches, as elements of arrays on the way to it come, go and
/// move.
///
/// Indices alone tell most of that. A state is asked for only where an operation wrote something anew in which the value
/// may have been elsewhere.
struct ElementTracer {
    /// The states around an operation, or what they have at `frame`.
    struct OperationStates {
        let frame: Pointer
        let before: Tree
        /// From which what is moved has been taken, and that gets what is added.
        let between: Tree
        let after: Tree

        fileprivate func value(_ state: KeyPath<OperationStates, Tree>, at pointer: Pointer) -> Tree? {
            pointer.from(frame).flatMap { self[keyPath: state][$0] }
        }
    }

    /// Where the value was before the operations so far; nil when it is in an element that one of them put into its array.
    private(set) var pointer: Pointer?
    /// Whether one of them may have written the value, or in it, rather than only moved it.
    private(set) var isWritten = false
    /// For each token of the pointer whether it is an index: whether what holds it is an array.
    private var isIndex: [Bool]

    /// Begins with the value at `pointer`, for whose tokens `isIndex` tells whether they are indices.
    init(at pointer: Pointer, isIndex: [Bool]) {
        self.pointer = pointer
        self.isIndex = isIndex
    }

    /// Goes back over operations; `statesAround` gives the states around the one with an index.
    ///
    /// - Complexity: O(operations × tokens), without what `statesAround` takes.
    /// - Throws: what `statesAround` throws.
    mutating func goBack(
        over operations: [Patch.Operation],
        _ statesAround: (Int) throws -> OperationStates
    ) rethrows {
        isWritten = false
        for (index, operation) in operations.enumerated().reversed() {
            guard let current = pointer else { return }
            switch operation {
            case .test: break
            case .replace(let path, _):
                // Also where it replaces an element as a whole: that moves nothing.
                if path.isRelated(to: current) { isWritten = true }
                try rewrite(current, at: path) { try statesAround(index) }
            case .remove(let path):
                note(path, current)
                try restore(current, at: path) { try statesAround(index) }
            case .add(let path, _), .copy(_, let path):
                note(path, current)
                if try isAppended(path, current, { try statesAround(index) }) {
                    pointer = nil
                } else if path.isPrefix(of: current) {
                    if isElement(path) {
                        pointer = nil
                    } else {
                        try rewrite(current, at: path) { try statesAround(index) }
                    }
                } else {
                    pointer = withoutElement(addedAt: path, current)
                }
            case .move(let from, let to):
                guard from != to else { break }
                note(to, current)
                if try isAppended(to, current, { try statesAround(index) }) || to.isPrefix(of: current) && isElement(to)
                {
                    // In its array an element is followed; what comes from elsewhere is put there.
                    let rest = current.tokens.dropFirst(to.tokens.count)
                    pointer = from.parent == to.parent ? Pointer(from.tokens + rest) : nil
                } else if to.isPrefix(of: current) {
                    try rewrite(current, at: to) { try statesAround(index) }
                } else {
                    let between = withoutElement(addedAt: to, current)
                    note(from, between)
                    try restore(between, at: from) { try statesAround(index) }
                }
            }
        }
    }

    /// Notes that something was written at `path`, unless that only moved the value at `current`.
    private mutating func note(_ path: Pointer, _ current: Pointer) {
        if path.isRelated(to: current), indices(path, current) == nil { isWritten = true }
    }

    /// Goes back over the write of what is at `path` as a whole.
    private mutating func rewrite(_ current: Pointer, at path: Pointer, _ statesAround: () throws -> OperationStates)
        rethrows
    {
        guard let rest = current.from(path), rest.tokens.contains(where: Pointer.mayBeIndex) else { return }
        let states = try statesAround()
        let old = states.value(\.before, at: path)
        if let new = states.value(\.after, at: path) {
            guard let previous = ElementPairs.previousPointer(of: rest, in: new, from: old) else {
                return pointer = nil
            }
            pointer = Pointer(path.tokens + previous.tokens)
        }
        isIndex = isIndex.prefix(path.tokens.count) + (pointer?.from(path)?.indices(in: old) ?? [])
    }

    /// Goes back over the removal of what was at `path`.
    private mutating func restore(_ current: Pointer, at path: Pointer, _ statesAround: () throws -> OperationStates)
        rethrows
    {
        if let (depth, index, own) = indices(path, current) {
            if index <= own { pointer = current.replacing(depth, with: own + 1) } else { pointer = current }
            return
        }
        pointer = current
        guard let rest = current.from(path), rest.tokens.contains(where: Pointer.mayBeIndex) else { return }
        isIndex = isIndex.prefix(path.tokens.count) + rest.indices(in: try statesAround().value(\.before, at: path))
    }

    private func withoutElement(addedAt path: Pointer, _ current: Pointer) -> Pointer {
        guard let (depth, index, own) = indices(path, current), index < own else { return current }
        return current.replacing(depth, with: own - 1)
    }

    /// Whether the last token of `path`, which leads to what holds the value or beside that, is an index.
    private func isElement(_ path: Pointer) -> Bool {
        !path.tokens.isEmpty && isIndex[path.tokens.count - 1]
    }

    /// Whether `current` is in the element that was appended with `path`, which ends with "-".
    private func isAppended(
        _ path: Pointer,
        _ current: Pointer,
        _ statesAround: () throws -> OperationStates
    ) rethrows -> Bool {
        guard path.tokens.last == "-", path.isBesideHolder(of: current), isElement(path), let array = path.parent,
            case .array(let elements) = try statesAround().value(\.between, at: array)
        else { return false }
        return current.tokens[array.tokens.count] == String(elements.count)
    }

    /// The depth of an array on the way to `current` of which `path` is an element, the index of that, and that of the
    /// element on the way.
    private func indices(_ path: Pointer, _ current: Pointer) -> (depth: Int, index: Int, own: Int)? {
        guard path.isBesideHolder(of: current), isElement(path), let index = path.tokens.last.flatMap(Pointer.index),
            let own = Pointer.index(of: current.tokens[path.tokens.count - 1])
        else { return nil }
        return (path.tokens.count - 1, index, own)
    }
}

extension Pointer {
    /// For each token whether it is an index where the pointer leads into `value`.
    func indices(in value: Tree?) -> [Bool] {
        var holder = value
        return tokens.map { token in
            defer { holder = holder?.child(token) }
            if case .array = holder { return true }
            return false
        }
    }

    fileprivate func replacing(_ depth: Int, with index: Int) -> Pointer {
        var tokens = tokens
        tokens[depth] = String(index)
        return Pointer(tokens)
    }
}
