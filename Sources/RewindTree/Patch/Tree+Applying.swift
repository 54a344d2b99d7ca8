extension Tree {
    /// Returns the value after a patch (RFC 6902).
    ///
    /// Containers on the path to a change are copied, once; all others are the same nodes as before.
    /// - Complexity: O(operations × tokens), and O(members) for each changed container.
    package func applying(_ patch: Patch) throws(PatchError) -> Tree {
        var result = self
        var index = 0
        var measured = 0
        while index < patch.operations.count {
            if let parent = patch.operations[index].path.parent, PatchRun.isWorthwhile(for: result[parent]),
                let run = PatchRun(patch.operations[index...])
            {
                try result.apply(run, at: index)
                index += run.edits.count
                continue
            }
            do {
                try result.apply(patch.operations[index], measured: &measured)
            } catch {
                throw PatchError(index: index, reason: error)
            }
            index += 1
        }
        return result
    }

    private mutating func apply(_ run: PatchRun, at index: Int) throws(PatchError) {
        guard let container = self[run.container] else {
            throw PatchError(index: index, reason: .noValue(run.container))
        }
        let changed: Tree
        do {
            changed = try run.apply(to: container)
        } catch {
            throw PatchError(index: index + (error.index ?? 0), reason: error.reason)
        }
        do {
            try edit(run.container) { (target) throws(PatchError.Reason) in target = changed }
        } catch {
            throw PatchError(index: index, reason: error)
        }
    }

    /// - Parameter measured: The number of values that the patch has moved deeper or copied until now.
    private mutating func apply(_ operation: Patch.Operation, measured: inout Int) throws(PatchError.Reason) {
        switch operation {
        case .add(let pointer, let value):
            guard value.fits(at: pointer.tokens.count) else { throw .tooLarge(pointer) }
            try add(value, at: pointer)
        case .remove(let pointer):
            _ = try remove(at: pointer)
        case .replace(let pointer, let value):
            guard self[pointer] != nil else { throw .noValue(pointer) }
            guard value.fits(at: pointer.tokens.count) else { throw .tooLarge(pointer) }
            try edit(pointer) { (target) throws(PatchError.Reason) in target = value }
        case .move(let from, let to):
            if from.isPrefix(of: to), from != to { throw .moveIntoItself(from: from, to: to) }
            guard let value = self[from] else { throw .noValue(from) }
            guard to.tokens.count <= from.tokens.count || value.fits(at: to.tokens.count, counted: &measured)
            else { throw .tooLarge(to) }
            if from != to { try add(try remove(at: from), at: to) }
        case .copy(let from, let to):
            guard let value = self[from] else { throw .noValue(from) }
            guard value.fits(at: to.tokens.count, counted: &measured) else { throw .tooLarge(to) }
            try add(value, at: to)
        case .test(let pointer, let value):
            guard let found = self[pointer] else { throw .noValue(pointer) }
            guard found.isNumericallyEqual(to: value) else { throw .testFailed(pointer) }
        }
    }

    private mutating func add(_ value: Tree, at pointer: Pointer) throws(PatchError.Reason) {
        guard let token = pointer.tokens.last else {
            self = value
            return
        }
        try edit(Pointer(pointer.tokens.dropLast())) { (target) throws(PatchError.Reason) in
            switch target {
            case .object(var node):
                target = .null
                ObjectNode.update(&node) { keys, values in
                    let position = ObjectNode.position(of: token, in: keys)
                    if position.isPresent {
                        values[position.index] = value
                    } else {
                        keys.insert(token, at: position.index)
                        values.insert(value, at: position.index)
                    }
                }
                target = .object(node)
            case .array(var node):
                let count = node.count
                guard let index = token == "-" ? count : Pointer.index(of: token), index <= count else {
                    throw .invalidIndex(pointer)
                }
                target = .null
                ArrayNode.update(&node) { $0.insert(value, at: index) }
                target = .array(node)
            case .null, .bool, .integer, .double, .number, .string:
                throw .notAContainer(pointer)
            }
        }
    }

    private mutating func remove(at pointer: Pointer) throws(PatchError.Reason) -> Tree {
        guard let removed = self[pointer] else { throw .noValue(pointer) }
        guard let token = pointer.tokens.last else {
            self = .null
            return removed
        }
        try edit(Pointer(pointer.tokens.dropLast())) { (target) throws(PatchError.Reason) in
            switch target {
            case .object(var node):
                target = .null
                ObjectNode.update(&node) { keys, values in
                    let index = ObjectNode.position(of: token, in: keys).index
                    keys.remove(at: index)
                    values.remove(at: index)
                }
                target = .object(node)
            case .array(var node):
                guard let index = Pointer.index(of: token) else { throw .invalidIndex(pointer) }
                target = .null
                ArrayNode.update(&node) { _ = $0.remove(at: index) }
                target = .array(node)
            case .null, .bool, .integer, .double, .number, .string:
                throw .notAContainer(pointer)
            }
        }
        return removed
    }

    /// Changes the value at a pointer, copying the shared containers on its path.
    private mutating func edit(
        _ pointer: Pointer,
        _ change: (inout Tree) throws(PatchError.Reason) -> Void
    ) throws(PatchError.Reason) {
        try edit(pointer, depth: 0, change)
    }

    private mutating func edit(
        _ pointer: Pointer,
        depth: Int,
        _ change: (inout Tree) throws(PatchError.Reason) -> Void
    ) throws(PatchError.Reason) {
        guard depth < pointer.tokens.count else { return try change(&self) }
        let token = pointer.tokens[depth]
        // The node is taken out while it is edited, to keep its reference unique.
        switch self {
        case .object(var node):
            let position = node.position(of: token)
            guard position.isPresent else { throw .noValue(pointer) }
            self = .null
            defer { self = .object(node) }
            try ObjectNode.update(&node) { (_, values) throws(PatchError.Reason) in
                try values[position.index].edit(pointer, depth: depth + 1, change)
            }
        case .array(var node):
            guard let index = Pointer.index(of: token), index < node.count else { throw .noValue(pointer) }
            self = .null
            defer { self = .array(node) }
            try ArrayNode.update(&node) { (elements) throws(PatchError.Reason) in
                try elements[index].edit(pointer, depth: depth + 1, change)
            }
        case .null, .bool, .integer, .double, .number, .string:
            throw .notAContainer(pointer)
        }
    }
}
