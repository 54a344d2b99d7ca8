#if Fleet

import RewindTimeline
import RewindTree

extension Tree {
    private typealias Member = (key: ExactText, old: [Tree], new: [Tree])

    /// Calls `body` with each folded pointer at which the values are others than in the state `old`, a value before
    /// those in it. Those are skipped if it returns false. The values at a folded pointer are all those that it stands
    /// for, in their order.
    ///
    /// - Complexity: O(what changed), and the lengths of the objects and arrays that contain it.
    func forEachChange(from old: Tree, _ body: (Pointer) -> Bool) {
        Self.compare(.root, [old], [self], body)
    }

    private static func compare(_ pointer: Pointer, _ old: [Tree], _ new: [Tree], _ body: (Pointer) -> Bool) {
        // Equal values at both ends contain equal values.
        let start = zip(old, new).prefix { $0 == $1 }.count
        let end = zip(old.dropFirst(start).reversed(), new.dropFirst(start).reversed()).prefix { $0 == $1 }.count
        let (old, new) = (old[start..<old.count - end], new[start..<new.count - end])
        guard !old.isEmpty || !new.isEmpty, body(pointer) else { return }
        let isPair = old.count == 1 && new.count == 1
        var members: [Member] = []
        var indices: [ExactText: Int] = [:]
        func member(_ key: ExactText) -> Int {
            if let index = indices[key] { return index }
            indices[key] = members.count
            members.append((key, [], []))
            return members.count - 1
        }
        for value in old {
            value.forEachMember(notIn: isPair ? new.first : nil) { members[member($0)].old.append($1) }
        }
        for value in new {
            value.forEachMember(notIn: isPair ? old.first : nil) { members[member($0)].new.append($1) }
        }
        for (key, old, new) in members { compare(pointer.appending(key.text), old, new, body) }
    }

    /// Calls `body` with the elements or members, and their folded keys; members that the object `other` has, too, are
    /// skipped.
    private func forEachMember(notIn other: Tree?, _ body: (ExactText, Tree) -> Void) {
        let other: ObjectNode? = if case .object(let object)? = other { object } else { nil }
        switch self {
        case .array(let array): for element in array { body(ExactText("*"), element) }
        case .object(let object):
            for (key, value) in zip(object.keys, object.values) {
                if Pointer.mayBeIndex(key) {
                    body(ExactText("*"), value)
                } else if other?[key]?.isIdentical(to: value) != true {
                    body(ExactText(key), value)
                }
            }
        default: break
        }
    }
}

#endif
