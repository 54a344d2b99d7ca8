import RewindTree

/// Follows a value back in time through patches that insert, remove, and move elements of the arrays that contain it.
///
/// Indices alone suffice for most operations. States are requested only where an operation wrote a whole value in which
/// the value may have had another position.
struct ElementTracer {
    /// The states before and after an operation, or their values at `frame`.
    struct OperationStates {
        let frame: Pointer
        let before: Tree
        /// The state after the source of a move was removed, to which the value is then added.
        let between: Tree
        let after: Tree

        fileprivate func value(_ state: KeyPath<OperationStates, Tree>, at pointer: Pointer) -> Tree? {
            pointer.from(frame).flatMap { self[keyPath: state][$0] }
        }
    }

    /// The value's position before the operations so far; nil if one of them inserted the element that contains it.
    private(set) var pointer: Pointer?
    /// True if one of them may have written the value or a part of it, instead of only moving it.
    private(set) var isWritten = false
    /// For each token of the pointer, true if it is an array index.
    private var isIndex: [Bool]

    /// Starts with the value at `pointer`; `isIndex` marks the tokens that are array indices.
    init(at pointer: Pointer, isIndex: [Bool]) {
        self.pointer = pointer
        self.isIndex = isIndex
    }

    /// Follows the value back over operations. `statesAround` returns the states around the operation at an index.
    ///
    /// - Complexity: O(operations × tokens), plus the calls of `statesAround`.
    /// - Throws: An error of `statesAround`.
    mutating func goBack(over operations: [Patch.Operation], _ statesAround: (Int) throws -> OperationStates) rethrows {
        isWritten = false
        for (index, operation) in operations.enumerated().reversed() {
            guard let current = pointer else { return }
            switch operation {
            case .test: break
            case .replace(let path, _):
                // Also if it replaces a whole element, which moves nothing.
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
                    // An element that moves within its array is followed; one from elsewhere was inserted.
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

    /// Records a write at `path`, unless it only moved the value at `current`.
    private mutating func note(_ path: Pointer, _ current: Pointer) {
        if path.isRelated(to: current), indices(path, current) == nil { isWritten = true }
    }

    /// Follows the value back over a write of the whole value at `path`.
    private mutating func rewrite(_ current: Pointer, at path: Pointer, _ statesAround: () throws -> OperationStates)
        rethrows
    {
        guard let rest = current.from(path), rest.tokens.contains(where: Pointer.mayBeIndex) else { return }
        let states = try statesAround()
        let old = states.value(\.before, at: path)
        if let new = states.value(\.after, at: path) {
            guard let previous = ElementMatching.previousPointer(of: rest, in: new, from: old) else {
                return pointer = nil
            }
            pointer = Pointer(path.tokens + previous.tokens)
        }
        isIndex = isIndex.prefix(path.tokens.count) + (pointer?.from(path)?.indices(in: old) ?? [])
    }

    /// Follows the value back over the removal of the value at `path`.
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

    /// Returns true if the last token of `path`, whose parent contains the followed value, is an array index.
    private func isElement(_ path: Pointer) -> Bool {
        !path.tokens.isEmpty && isIndex[path.tokens.count - 1]
    }

    /// Returns true if `current` is in the element that was appended with `path`, which ends with "-".
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

    /// Returns the depth of an array that contains `current` and of which `path` is an element, the index of that
    /// element, and the index of the element that contains `current`.
    private func indices(_ path: Pointer, _ current: Pointer) -> (depth: Int, index: Int, own: Int)? {
        guard path.isBesideHolder(of: current), isElement(path), let index = path.tokens.last.flatMap(Pointer.index),
            let own = Pointer.index(of: current.tokens[path.tokens.count - 1])
        else { return nil }
        return (path.tokens.count - 1, index, own)
    }
}

extension Pointer {
    /// Returns true for each token that is an array index where the pointer leads into `value`.
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
