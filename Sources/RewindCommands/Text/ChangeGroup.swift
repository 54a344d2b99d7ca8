#if os(macOS) || os(Linux)

import RewindTree
import RewindTimeline

/// Changes that are told together.
enum ChangeGroup {
    case single(Change)
    /// Elements of an array that were added or removed one after the other; from the lower index to the upper one,
    /// whatever the order.
    case run(Change.Kind, array: Pointer, indices: ClosedRange<Int>)

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
        guard let (array, index) = Self.element(change) else { return nil }
        let indices: ClosedRange<Int>
        switch self {
        case .single(let previous):
            guard previous.kind == change.kind, let first = Self.element(previous), first.array == array else {
                return nil
            }
            indices = first.index...first.index
        case .run(let kind, let previous, let range):
            guard kind == change.kind, previous == array else { return nil }
            indices = range
        }
        // Additions go up; removals come from the end, so that no index shifts.
        switch change.kind {
        case .add where indices.upperBound + 1 == index:
            return .run(.add, array: array, indices: indices.lowerBound...index)
        case .remove where indices.lowerBound - 1 == index:
            return .run(.remove, array: array, indices: index...indices.upperBound)
        default: return nil
        }
    }

    private static func element(_ change: Change) -> (array: Pointer, index: Int)? {
        guard let array = change.pointer.parent, let index = change.pointer.tokens.last.flatMap(Int.init) else {
            return nil
        }
        return (array, index)
    }
}

#endif
