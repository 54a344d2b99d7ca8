/// What a value was encoded as, and what to remember of it; without a trace it is encoded anew every time.
struct Encoded {
    let tree: Tree
    let trace: Trace?
}

/// What a value most likely was the last time. It may have been quite another value: a tree is only
/// ever taken from it when it is equal, a trace when the memory in it proves that the value is the same.
struct Hint {
    static var none: Hint { Hint(tree: nil, trace: nil) }

    let tree: Tree?
    /// If there is one, its tree is the hint's tree.
    let trace: Trace?

    init(tree: Tree?, trace: Trace?) {
        self.tree = tree
        self.trace = trace
    }

    init(_ trace: Trace?) {
        self.init(tree: trace?.tree, trace: trace)
    }

    /// The members of the object it was.
    var object: ObjectNode? {
        if case .object(let node) = tree { node } else { nil }
    }

    /// The elements of the array it was.
    var array: ArrayNode? {
        if case .array(let node) = tree { node } else { nil }
    }

    /// The hint for encoding a value that is then replaced whole.
    var beforeReplacement: Hint {
        guard let encoded = trace?.replaced else { return .none }
        return Hint(tree: encoded.tree, trace: encoded.trace)
    }

    /// The hint's own tree when it has the same members, else a new one.
    /// - Complexity: O(n).
    func object(_ node: ObjectNode) -> Tree {
        if let tree, let old = object, old.keys.hasSameTexts(as: node.keys), old.values.isIdentical(to: node.values) {
            return tree
        }
        return .object(node)
    }

    /// The hint's own tree when it has the same elements, else a new one.
    /// - Complexity: O(n).
    func array(_ elements: [Tree]) -> Tree {
        if let tree, let old = array, old.hasIdentical(elements) { return tree }
        return .array(ArrayNode(elements))
    }
}

extension [Tree] {
    /// Whether all trees are identical to those of the other array.
    /// - Complexity: O(n).
    fileprivate func isIdentical(to other: [Tree]) -> Bool {
        count == other.count && indices.allSatisfy { self[$0].isIdentical(to: other[$0]) }
    }
}

extension [String] {
    /// Whether both arrays have the same storage.
    @inline(__always)
    func hasSameStorage(as other: [String]) -> Bool {
        withUnsafeBufferPointer { left in
            other.withUnsafeBufferPointer { right in
                left.baseAddress == right.baseAddress && left.count == right.count
            }
        }
    }

    /// Whether all strings have the same bytes as those of the other array.
    /// - Complexity: O(n), or O(1) when both share their storage.
    func hasSameTexts(as other: [String]) -> Bool {
        if hasSameStorage(as: other) { return true }
        return count == other.count && indices.allSatisfy { self[$0].hasSameBytes(as: other[$0]) }
    }
}
