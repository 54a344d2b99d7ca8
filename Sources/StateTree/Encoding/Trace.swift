/// What the encoder remembers of a value that it encoded: as much as it takes to encode the next one from it.
final class Trace {
    /// The trace of a member or an element.
    struct Child {
        /// The how-manyth value it was among those written.
        let place: Int
        /// The key of a member; empty for an element.
        let key: String
        let trace: Trace
    }

    /// What the value was encoded as.
    let tree: Tree
    let children: [Child]
    /// The value itself, retained, in the form its coder keeps it; nil when it is not to be reused whole.
    private let memory: AnyObject?
    private let coder: ObjectIdentifier?

    init(tree: Tree, memory: AnyObject?, of coder: (any Coder)?, children: [Child]) {
        self.tree = tree
        self.memory = memory
        self.coder = coder.map(ObjectIdentifier.init)
        self.children = children
    }

    /// What a coder remembers here, if it was that coder.
    ///
    /// A coder remembers objects of one class only, so that the cast cannot fail, and its cost is saved.
    func memory<Memory: AnyObject>(of coder: any Coder, as type: Memory.Type) -> Memory? {
        guard let memory, self.coder == ObjectIdentifier(coder) else { return nil }
        return unsafeDowncast(memory, to: type)
    }

    /// What the value was encoded as before a filter replaced it whole; nil when none did.
    var replaced: Encoded? {
        coder == nil ? (memory as? ReplacedMemory)?.encoded : nil
    }
}

/// What a value was encoded as, and what to remember of it; without a trace it is encoded anew every time.
struct Encoded {
    let tree: Tree
    let trace: Trace?
}

/// What was, most likely, in the place of a value the last time. It may have been quite another value: a tree is only
/// ever taken from it when it is equal, a trace when the memory in it proves that the value is the same.
struct Hint {
    static var none: Hint { Hint(tree: nil, trace: nil) }

    let tree: Tree?
    let trace: Trace?

    /// The members of the object it was.
    var object: ObjectNode? {
        if case .object(let node) = tree { node } else { nil }
    }

    /// The elements of the array it was.
    var array: ArrayNode? {
        if case .array(let node) = tree { node } else { nil }
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
        if let tree, let old = array, old.elements.isIdentical(to: elements) { return tree }
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
    /// Whether all strings have the same bytes as those of the other array.
    /// - Complexity: O(n), or O(1) when both share their storage.
    func hasSameTexts(as other: [String]) -> Bool {
        guard count == other.count else { return false }
        let isSameStorage = withUnsafeBufferPointer { left in
            other.withUnsafeBufferPointer { right in left.baseAddress == right.baseAddress }
        }
        return isSameStorage || indices.allSatisfy { self[$0].hasSameBytes(as: other[$0]) }
    }
}
