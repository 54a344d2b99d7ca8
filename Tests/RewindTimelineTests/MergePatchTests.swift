import RewindTree
import TestSupport
import Testing
import RewindTimeline

@Suite struct MergePatchTests {
    /// RFC 7396, section 2: `MergePatch(Target, Patch)`.
    private func merge(_ target: Tree?, _ patch: Tree) -> Tree {
        guard case .object(let patch) = patch else { return patch }
        var members: [String: Tree] = [:]
        if case .object(let node)? = target { members = Dictionary(uniqueKeysWithValues: zip(node.keys, node.values)) }
        for (key, value) in zip(patch.keys, patch.values) {
            members[key] = if case .null = value { nil } else { merge(members[key], value) }
        }
        return Tree(members: members.map { ($0, $1) })
    }

    /// Returns the value without null members, which no merge patch can set.
    private func withoutNull(_ tree: Tree) -> Tree {
        guard case .object(let node) = tree else { return tree }
        return Tree(members: zip(node.keys, node.values).filter { $1 != .null }.map { ($0, withoutNull($1)) })
    }

    @Test(arguments: UInt64(1)...12) func `A merge patch leads from one value to the other`(seed: UInt64) {
        var trees = RandomTree(seed: seed)
        var old = withoutNull(trees.object(depth: 4).withNormalKeys)
        for _ in 0..<60 {
            let new = withoutNull(trees.edited(old).withNormalKeys)
            let patch = new.mergePatch(from: old)
            #expect(merge(old, patch) == new)
            #expect(merge(new, old.mergePatch(from: new)) == old)
            old = new
        }
    }

    @Test(
        arguments: [
            (["a": 1], ["a": 1], [:]), (["a": 1], ["a": 2], ["a": 2]), (["a": 1], [:], ["a": .null]),
            (["a": ["b": 1, "c": 2]], ["a": ["b": 1, "c": 3]], ["a": ["c": 3]]),
            (["a": [1, 2]], ["a": [1, 3]], ["a": [1, 3]]), (["a": 1], ["a": ["b": 1]], ["a": ["b": 1]]),
            (["a": ["b": 1]], ["a": [:]], ["a": ["b": .null]]), (["a": 1], ["a": [:]], ["a": [:]]),
            (["a": 1], 5, 5), (5, ["a": 1], ["a": 1]), ([1], [1], [1]), (["a": 1], ["a": 1.0], ["a": 1.0]),
            (["a": .null], ["a": .null], [:]),
        ] as [(Tree, Tree, Tree)]
    )
    func `A merge patch is as short as possible`(old: Tree, new: Tree, patch: Tree) {
        #expect(new.mergePatch(from: old) == patch)
        #expect(merge(old, patch) == new)
    }
}

extension Tree {
    /// The value with keys that remain distinct in Swift's dictionaries, which compare by canonical equivalence.
    fileprivate var withNormalKeys: Tree {
        switch self {
        case .array(let node): Tree(elements: node.elements.map(\.withNormalKeys))
        case .object(let node):
            Tree(members: zip(node.keys, node.values).map { ($0.contains("e\u{301}") ? "e" : $0, $1.withNormalKeys) })
        default: self
        }
    }
}
