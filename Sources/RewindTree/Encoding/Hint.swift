/// The tree of a value, and its trace. Without a trace, the value is encoded again every time.
struct Encoded {
    let tree: Tree
    let trace: Trace?
}

/// The value most likely to be encoded next: the previous one in this place. It may be a different one, so its tree is
/// only reused if it is equal, and its trace only if the memory in it proves that the value is the same.
struct Hint {
    static var none: Hint { Hint(tree: nil, trace: nil) }

    let tree: Tree?
    /// The trace, if there is one. Its tree is then the hint's tree.
    let trace: Trace?
    /// The address of the previous value, if a value around it retains it. It has the same type.
    var old: UnsafeRawPointer?

    init(tree: Tree?, trace: Trace?, old: UnsafeRawPointer? = nil) {
        self.tree = tree
        self.trace = trace
        self.old = old
    }

    init(_ trace: Trace?) {
        self.init(tree: trace?.tree, trace: trace)
    }

    /// The members, if the previous value was an object.
    var object: ObjectNode? {
        if case .object(let node) = tree { node } else { nil }
    }

    /// The elements, if the previous value was an array.
    var array: ArrayNode? {
        if case .array(let node) = tree { node } else { nil }
    }

    /// The hint for encoding a value that is then replaced as a whole.
    var beforeReplacement: Hint {
        guard let encoded = trace?.replaced else { return .none }
        return Hint(tree: encoded.tree, trace: encoded.trace)
    }

    /// Returns the hint's tree if it has the same members, otherwise a new one.
    /// - Complexity: O(n).
    func object(_ node: ObjectNode) -> Tree {
        if let tree, let old = object, old.keys.hasSameTexts(as: node.keys), old.values.isIdentical(to: node.values) {
            return tree
        }
        return .object(node)
    }

    /// Returns the hint's tree if it has the same elements, otherwise a new one.
    /// - Complexity: O(n).
    func array(_ elements: [Tree]) -> Tree {
        if let tree, let old = array, old.hasIdentical(elements) { return tree }
        return .array(ArrayNode(elements))
    }
}

extension [Tree] {
    /// Returns true if all trees are identical to those of the other array.
    /// - Complexity: O(n).
    fileprivate func isIdentical(to other: [Tree]) -> Bool {
        count == other.count && indices.allSatisfy { self[$0].isIdentical(to: other[$0]) }
    }
}

extension [String] {
    /// Returns true if both arrays have the same storage.
    @inline(__always)
    func hasSameStorage(as other: [String]) -> Bool {
        withUnsafeBufferPointer { left in
            other.withUnsafeBufferPointer { right in
                left.baseAddress == right.baseAddress && left.count == right.count
            }
        }
    }

    /// Returns true if all strings have the same bytes as those of the other array.
    /// - Complexity: O(n), or O(1) if both share their storage.
    func hasSameTexts(as other: [String]) -> Bool {
        if hasSameStorage(as: other) { return true }
        return count == other.count && indices.allSatisfy { self[$0].hasSameBytes(as: other[$0]) }
    }
}
