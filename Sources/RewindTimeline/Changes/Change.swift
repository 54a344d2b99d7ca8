import RewindTree

/// One operation of a patch together with the value that was there before.
package struct Change: Hashable, Sendable {
    package enum Kind: String, Sendable {
        case add
        case remove
        case replace
        case move
    }

    package let kind: Kind
    /// Where the value is afterwards, or was, when it was removed.
    package let pointer: Pointer
    /// Where a moved value was.
    package let source: Pointer?
    package var old: Tree?
    package var new: Tree?

    package init(_ kind: Kind, _ pointer: Pointer, source: Pointer? = nil, old: Tree? = nil, new: Tree? = nil) {
        self.kind = kind
        self.pointer = pointer
        self.source = source
        self.old = old
        self.new = new
    }
}

extension Change {
    /// The change that an operation makes, without the value that was there before; nil for a test.
    package init?(operation: Patch.Operation) {
        switch operation {
        case .add(let pointer, let value): self.init(.add, pointer, new: value)
        case .remove(let pointer): self.init(.remove, pointer)
        case .replace(let pointer, let value): self.init(.replace, pointer, new: value)
        case .move(let from, let to): self.init(.move, to, source: from)
        case .copy(let from, let to): self.init(.add, to, source: from)
        case .test: return nil
        }
    }
}

extension Change {
    /// How many elements of an array are told one by one when it was replaced whole.
    private static let mostElements = 5

    /// The changes of the members, where an object was replaced by an object, and of the elements, where an array was
    /// replaced by one of the same length that differs in few; else the change itself.
    package var inMembers: [Change] {
        guard kind == .replace else { return [self] }
        switch (old, new) {
        case (.object(let old), .object(let new)): return StackRoom.growing { changes(from: old, to: new) }
        case (.array(let old), .array(let new)) where old.count == new.count:
            let differing = old.indices.lazy.filter { old[$0] != new[$0] }
                .prefix(Self.mostElements + 1)
            guard differing.count <= Self.mostElements else { return [self] }
            return differing.flatMap { index in
                let inner = pointer.appending(String(index))
                let change = Change(.replace, inner, old: old[index], new: new[index])
                return StackRoom.growing { change.inMembers }
            }
        default: return [self]
        }
    }

    private func changes(from old: ObjectNode, to new: ObjectNode) -> [Change] {
        // By bytes, as objects tell their keys apart: for `Set<String>`, two spellings of "é" are one.
        let keys = (old.keys + new.keys.filter { old[$0] == nil })
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return keys.flatMap { key -> [Change] in
            let inner = pointer.appending(key)
            switch (old[key], new[key]) {
            case (let before?, let after?):
                return before == after ? [] : Change(.replace, inner, old: before, new: after).inMembers
            case (let before?, nil): return [Change(.remove, inner, old: before)]
            case (nil, let after): return [Change(.add, inner, new: after)]
            }
        }
    }
}

extension Patch {
    /// The operations as changes of `state`, in order.
    ///
    /// - Complexity: one path copy for each operation.
    /// - Throws: `PatchError` when the patch does not apply.
    package func changes(of state: Tree) throws -> [Change] {
        var state = state
        var changes: [Change] = []
        for operation in operations {
            let next = try state.applying(Patch([operation]))
            if var change = Change(operation: operation) {
                if change.kind != .add { change.old = state[change.source ?? change.pointer] }
                if change.kind != .remove { change.new = next[change.pointer] ?? change.new ?? change.old }
                changes.append(change)
            }
            state = next
        }
        return changes
    }
}
