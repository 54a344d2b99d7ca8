/// A run of operations that change the members or elements of the same container.
///
/// A single operation takes time in proportion to the container; a run takes that time only once.
struct PatchRun {
    /// The effect of an operation on the container.
    enum Edit {
        case add(String, Tree)
        case remove(String)
        case replace(String, Tree)
        case move(from: String, to: String)
    }

    // Shorter runs and smaller containers are faster without.
    private static let minimumEdits = 16
    private static let minimumCount = 256

    let container: Pointer
    let edits: [Edit]

    /// Creates the run that starts at an operation; nil if it is too short.
    /// - Complexity: O(edits × tokens).
    init?(_ operations: ArraySlice<Patch.Operation>) {
        guard let first = operations.first, let container = first.path.parent else { return nil }
        var edits: [Edit] = []
        for operation in operations {
            guard let edit = Self.edit(operation, in: container) else { break }
            edits.append(edit)
        }
        guard edits.count >= Self.minimumEdits else { return nil }
        self.container = container
        self.edits = edits
    }

    /// Returns true if a container is large enough for a run to pay off.
    static func isWorthwhile(for tree: Tree?) -> Bool {
        switch tree {
        case .array(let node): node.count >= minimumCount
        case .object(let node): node.keys.count >= minimumCount
        default: false
        }
    }

    private static func edit(_ operation: Patch.Operation, in container: Pointer) -> Edit? {
        func token(_ pointer: Pointer) -> String? {
            guard pointer.tokens.count == container.tokens.count + 1, container.isPrefix(of: pointer) else {
                return nil
            }
            return pointer.tokens.last
        }
        switch operation {
        case .add(let path, let value):
            return value.fits(at: path.tokens.count) ? token(path).map { .add($0, value) } : nil
        case .remove(let path): return token(path).map { .remove($0) }
        case .replace(let path, let value):
            return value.fits(at: path.tokens.count) ? token(path).map { .replace($0, value) } : nil
        case .move(let from, let to):
            guard let from = token(from), let to = token(to) else { return nil }
            return .move(from: from, to: to)
        case .copy, .test: return nil
        }
    }

    /// Returns the container after the run.
    /// - Throws: `PatchError`, with the index of the edit that cannot be applied.
    /// - Complexity: O(n + edits × √n) for an array of n elements, O(n + edits × log edits) for an object.
    func apply(to tree: Tree) throws(PatchError) -> Tree {
        switch tree {
        case .array(let node):
            var elements = ElementEditor(node)
            try forEach { (edit) throws(PatchError.Reason) in try elements.apply(edit, in: container) }
            return elements.tree
        case .object(let node):
            var members = MemberEditor(node)
            try forEach { (edit) throws(PatchError.Reason) in try members.apply(edit, in: container) }
            return members.tree
        case .null, .bool, .integer, .double, .number, .string:
            throw PatchError(index: 0, reason: .notAContainer(container))
        }
    }

    private func forEach(_ body: (Edit) throws(PatchError.Reason) -> Void) throws(PatchError) {
        for (index, edit) in edits.enumerated() {
            do {
                try body(edit)
            } catch {
                throw PatchError(index: index, reason: error)
            }
        }
    }
}
