import RewindTree

extension Tree {
    /// Returns the JSON Merge Patch (RFC 7396) from `old` to this value.
    ///
    /// A merge patch cannot set a member to null, only remove it; where that matters, use a JSON Patch.
    package func mergePatch(from old: Tree) -> Tree {
        guard case .object(let new) = self else { return self }
        var old = old
        if case .object = old {} else { old = Tree(members: []) }
        guard case .object(let before) = old else { return self }
        var members: [(String, Tree)] = []
        for (key, value) in zip(new.keys, new.values) {
            guard let previous = before[key] else {
                members.append((key, StackRoom.growing { value.mergePatch(from: .null) }))
                continue
            }
            if !value.isIdentical(to: previous), value != previous {
                members.append((key, StackRoom.growing { value.mergePatch(from: previous) }))
            }
        }
        for key in before.keys where new[key] == nil { members.append((key, .null)) }
        return Tree(members: members)
    }
}
