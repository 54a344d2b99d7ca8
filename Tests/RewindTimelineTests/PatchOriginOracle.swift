import RewindTree

@testable import RewindTimeline

/// Where a value was before a patch, found with the states around each of its operations.
enum PatchOrigin: Equatable {
    /// There, if it was.
    case at(Pointer)
    /// Nowhere: it is in an element that the patch put into its array.
    case inserted

    /// Where the value at `place` after the operations was in `before`, the value that they were applied to.
    ///
    /// An element is followed when it moves in its array, or others do, or the array is written anew.
    ///
    /// - Throws: `PatchError` when an operation does not apply.
    /// - Complexity: one path copy for each operation.
    static func origin(of place: Pointer, in before: Tree, through operations: [Patch.Operation]) throws -> PatchOrigin
    {
        var steps: [Step] = []
        var state = before
        for operation in operations {
            let next = try state.applying(Patch([operation]))
            var between = state
            if case .move(let from, let to) = operation, from != to {
                between = try state.applying(Patch([.remove(from)]))
            }
            steps.append(Step(operation: operation, before: state, between: between, after: next))
            state = next
        }
        var place = place
        for step in steps.reversed() {
            guard let origin = step.origin(of: place) else { return .inserted }
            place = origin
        }
        return .at(place)
    }

    /// One operation of a patch.
    private struct Step {
        let operation: Patch.Operation
        let before: Tree
        /// The value from which what is moved has been taken, and that gets what is added.
        let between: Tree
        let after: Tree

        /// Where the value at `place` was before the operation; nil for what was inserted.
        func origin(of place: Pointer) -> Pointer? {
            switch operation {
            case .test: return place
            case .replace(let path, _): return rewritten(place, at: path)
            case .remove(let path): return withElement(removedAt: path, place)
            case .add(let path, _), .copy(_, let path):
                guard path.isPrefix(of: place) || isAppended(path, place) else {
                    return withoutElement(addedAt: path, place)
                }
                return isElement(path, of: between) ? nil : rewritten(place, at: path)
            case .move(let from, let to):
                if from == to { return place }
                guard to.isPrefix(of: place) || isAppended(to, place) else {
                    return withElement(removedAt: from, withoutElement(addedAt: to, place))
                }
                guard isElement(to, of: between) else { return rewritten(place, at: to) }
                // In its array an element is followed; what comes from elsewhere is put there.
                guard from.parent == to.parent else { return nil }
                return Pointer(from.tokens + place.tokens.dropFirst(to.tokens.count))
            }
        }

        private func rewritten(_ place: Pointer, at path: Pointer) -> Pointer? {
            guard path.isPrefix(of: place), let new = after[path] else { return place }
            let rest = Pointer(Array(place.tokens.dropFirst(path.tokens.count)))
            return Correspondence.origin(of: rest, in: new, from: before[path]).map { Pointer(path.tokens + $0.tokens) }
        }

        /// Whether the last token of `path` means an element.
        private func isElement(_ path: Pointer, of tree: Tree) -> Bool {
            guard let parent = path.parent, case .array = tree[parent] else { return false }
            return true
        }

        /// Whether `place` is in the element that was appended with `path`, which ends with "-".
        private func isAppended(_ path: Pointer, _ place: Pointer) -> Bool {
            guard path.tokens.last == "-", let parent = path.parent, case .array(let array) = between[parent],
                parent.isPrefix(of: place), place.tokens.count > parent.tokens.count
            else { return false }
            return place.tokens[parent.tokens.count] == String(array.count)
        }

        private func withoutElement(addedAt path: Pointer, _ place: Pointer) -> Pointer {
            shifted(place, by: -1, at: path, of: between) { $0 > $1 }
        }

        private func withElement(removedAt path: Pointer, _ place: Pointer) -> Pointer {
            shifted(place, by: 1, at: path, of: before) { $0 >= $1 }
        }

        /// The place with another index in the array that holds `path`, where its own index is as `condition` says.
        private func shifted(
            _ place: Pointer,
            by distance: Int,
            at path: Pointer,
            of tree: Tree,
            where condition: (Int, Int) -> Bool
        ) -> Pointer {
            guard isElement(path, of: tree), let parent = path.parent, parent.isPrefix(of: place),
                place.tokens.count > parent.tokens.count, let index = path.tokens.last.flatMap(Pointer.index),
                let own = Pointer.index(of: place.tokens[parent.tokens.count]), condition(own, index)
            else { return place }
            var tokens = place.tokens
            tokens[parent.tokens.count] = String(own + distance)
            return Pointer(tokens)
        }
    }
}
