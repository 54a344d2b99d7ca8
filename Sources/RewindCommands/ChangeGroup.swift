import StateTree
import Timeline

/// Changes that are told together.
enum ChangeGroup {
    case single(Change)
    /// Elements added to an array one after the other, first to last.
    case added(array: Pointer, indices: ClosedRange<Int>)

    /// The groups of `changes`, in order.
    static func groups(of changes: [Change]) -> [ChangeGroup] {
        var groups: [ChangeGroup] = []
        for change in changes {
            if let joined = groups.last?.joined(with: change) {
                groups[groups.count - 1] = joined
            } else {
                groups.append(.single(change))
            }
        }
        return groups
    }

    private func joined(with change: Change) -> ChangeGroup? {
        guard let next = Self.addedElement(change) else { return nil }
        switch self {
        case .single(let previous):
            guard let first = Self.addedElement(previous), first.array == next.array, first.index + 1 == next.index
            else { return nil }
            return .added(array: next.array, indices: first.index...next.index)
        case .added(let array, let indices):
            guard array == next.array, indices.upperBound + 1 == next.index else { return nil }
            return .added(array: array, indices: indices.lowerBound...next.index)
        }
    }

    private static func addedElement(_ change: Change) -> (array: Pointer, index: Int)? {
        guard change.kind == .add, let array = change.pointer.parent,
            let index = change.pointer.tokens.last.flatMap(Int.init)
        else { return nil }
        return (array, index)
    }
}
