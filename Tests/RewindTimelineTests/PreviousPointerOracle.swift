import RewindTree

@testable import RewindTimeline

/// The pointer of a value before a patch, computed from the states around each of its operations.
enum PreviousPointer: Equatable {
    /// The pointer before the patch, if the value existed.
    case at(Pointer)
    /// The value did not exist: it is in an element that the patch inserted.
    case inserted

    /// Returns the pointer, in `before`, of the value that is at `pointer` after the operations.
    ///
    /// An element is followed when it or others move in its array, or when the array is replaced.
    ///
    /// - Throws: `PatchError` if an operation does not apply.
    /// - Complexity: One path copy for each operation.
    static func of(_ pointer: Pointer, in before: Tree, through operations: [Patch.Operation]) throws -> PreviousPointer
    {
        var transitions: [Transition] = []
        var state = before
        for operation in operations {
            let next = try state.applying(Patch([operation]))
            var between = state
            if case .move(let from, let to) = operation, from != to {
                between = try state.applying(Patch([.remove(from)]))
            }
            transitions.append(Transition(operation: operation, before: state, between: between, after: next))
            state = next
        }
        var pointer = pointer
        for transition in transitions.reversed() {
            guard let previous = transition.previousPointer(of: pointer) else { return .inserted }
            pointer = previous
        }
        return .at(pointer)
    }

    /// An operation of a patch.
    private struct Transition {
        let operation: Patch.Operation
        let before: Tree
        /// The value after the removal and before the addition of a move.
        let between: Tree
        let after: Tree

        /// Returns the pointer of a value before the operation; nil for an inserted value.
        func previousPointer(of pointer: Pointer) -> Pointer? {
            switch operation {
            case .test: return pointer
            case .replace(let path, _): return rewritten(pointer, at: path)
            case .remove(let path): return withElement(removedAt: path, pointer)
            case .add(let path, _), .copy(_, let path):
                guard path.isPrefix(of: pointer) || isAppended(path, pointer) else {
                    return withoutElement(addedAt: path, pointer)
                }
                return isElement(path, of: between) ? nil : rewritten(pointer, at: path)
            case .move(let from, let to):
                if from == to { return pointer }
                guard to.isPrefix(of: pointer) || isAppended(to, pointer) else {
                    return withElement(removedAt: from, withoutElement(addedAt: to, pointer))
                }
                guard isElement(to, of: between) else { return rewritten(pointer, at: to) }
                // An element is followed within its array; a value from elsewhere counts as inserted.
                guard from.parent == to.parent else { return nil }
                return Pointer(from.tokens + pointer.tokens.dropFirst(to.tokens.count))
            }
        }

        private func rewritten(_ pointer: Pointer, at path: Pointer) -> Pointer? {
            guard path.isPrefix(of: pointer), let new = after[path] else { return pointer }
            let rest = Pointer(Array(pointer.tokens.dropFirst(path.tokens.count)))
            return ElementMatching.previousPointer(of: rest, in: new, from: before[path]).map {
                Pointer(path.tokens + $0.tokens)
            }
        }

        /// Returns true if the last token of `path` is an array index.
        private func isElement(_ path: Pointer, of tree: Tree) -> Bool {
            guard let parent = path.parent, case .array = tree[parent] else { return false }
            return true
        }

        /// Returns true if `pointer` is in the element that was appended with `path`, which ends with "-".
        private func isAppended(_ path: Pointer, _ pointer: Pointer) -> Bool {
            guard path.tokens.last == "-", let parent = path.parent, case .array(let array) = between[parent],
                parent.isPrefix(of: pointer), pointer.tokens.count > parent.tokens.count
            else { return false }
            return pointer.tokens[parent.tokens.count] == String(array.count)
        }

        private func withoutElement(addedAt path: Pointer, _ pointer: Pointer) -> Pointer {
            shifted(pointer, by: -1, at: path, of: between) { $0 > $1 }
        }

        private func withElement(removedAt path: Pointer, _ pointer: Pointer) -> Pointer {
            shifted(pointer, by: 1, at: path, of: before) { $0 >= $1 }
        }

        /// Returns the pointer with its index in the array of `path` shifted, if `condition` holds for its index and
        /// that of `path`.
        private func shifted(
            _ pointer: Pointer,
            by distance: Int,
            at path: Pointer,
            of tree: Tree,
            where condition: (Int, Int) -> Bool
        ) -> Pointer {
            guard isElement(path, of: tree), let parent = path.parent, parent.isPrefix(of: pointer),
                pointer.tokens.count > parent.tokens.count, let index = path.tokens.last.flatMap(Pointer.index),
                let own = Pointer.index(of: pointer.tokens[parent.tokens.count]), condition(own, index)
            else { return pointer }
            var tokens = pointer.tokens
            tokens[parent.tokens.count] = String(own + distance)
            return Pointer(tokens)
        }
    }
}
