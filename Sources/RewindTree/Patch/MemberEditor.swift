/// An object during a run of edits.
struct MemberEditor {
    private enum Change {
        case value(Tree)
        case removed
    }

    private let node: ObjectNode
    private var changes: [ExactText: Change] = [:]

    init(_ node: ObjectNode) {
        self.node = node
    }

    /// - Complexity: O(n), and O(m log m) for m edits.
    var tree: Tree {
        var changed: [(String, Tree)] = []
        var removed: [String] = []
        for (key, change) in changes {
            switch change {
            case .value(let value): changed.append((key.text, value))
            case .removed: removed.append(key.text)
            }
        }
        return .object(node.merging(ObjectNode(changed), removing: removed))
    }

    /// - Complexity: O(log n).
    mutating func apply(_ edit: PatchRun.Edit, in container: Pointer) throws(PatchError.Reason) {
        switch edit {
        case .add(let token, let value):
            changes[ExactText(token)] = .value(value)
        case .remove(let token):
            _ = try value(token, container)
            changes[ExactText(token)] = .removed
        case .replace(let token, let value):
            _ = try self.value(token, container)
            changes[ExactText(token)] = .value(value)
        case .move(let from, let to):
            let value = try value(from, container)
            changes[ExactText(from)] = .removed
            changes[ExactText(to)] = .value(value)
        }
    }

    private func value(_ token: String, _ container: Pointer) throws(PatchError.Reason) -> Tree {
        switch changes[ExactText(token)] {
        case .value(let value): return value
        case .removed: throw .noValue(container.appending(token))
        case nil:
            guard let value = node[token] else { throw .noValue(container.appending(token)) }
            return value
        }
    }
}
