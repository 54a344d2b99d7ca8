import StateTree

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
    package let origin: Pointer?
    package let old: Tree?
    package let new: Tree?

    package init(_ kind: Kind, _ pointer: Pointer, origin: Pointer? = nil, old: Tree? = nil, new: Tree? = nil) {
        self.kind = kind
        self.pointer = pointer
        self.origin = origin
        self.old = old
        self.new = new
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
            switch operation {
            case .add(let pointer, let value): changes.append(Change(.add, pointer, new: value))
            case .remove(let pointer): changes.append(Change(.remove, pointer, old: state[pointer]))
            case .replace(let pointer, let value):
                changes.append(Change(.replace, pointer, old: state[pointer], new: value))
            case .move(let from, let to):
                changes.append(Change(.move, to, origin: from, old: state[from], new: state[from]))
            case .copy(let from, let to): changes.append(Change(.add, to, origin: from, new: state[from]))
            case .test: break
            }
            state = try state.applying(Patch([operation]))
        }
        return changes
    }
}
