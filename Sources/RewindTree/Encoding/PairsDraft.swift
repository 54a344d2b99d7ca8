/// The unfinished array of alternating keys and values of a dictionary: a changed copy of the previous one, in the
/// order of the keys' texts.
///
/// The order of two keys with the same text depends on their values, so such keys are not found here.
struct PairsDraft {
    /// The maximum number of pairs that are removed and inserted one by one.
    static var longestChange: Int { 64 }

    private var trees: PersistentVector<Tree>
    private var hasChanged = false

    init(_ old: ArrayNode) {
        trees = old.vector
    }

    /// Returns the value of a pair.
    func value(at index: Int) -> Tree { trees[index * 2 + 1] }

    /// Returns the index of the only pair whose key has this text; nil if there is no such pair, or several.
    /// - Complexity: O(log n) texts.
    func onlyIndex(of text: String) -> Int? {
        let index = insertionIndex(of: text)
        return isKey(text, at: index) && !isKey(text, at: index + 1) ? index : nil
    }

    /// Replaces the value of a pair.
    mutating func set(_ value: Tree, at index: Int) {
        if trees[index * 2 + 1].isIdentical(to: value) { return }
        if !hasChanged { trees = trees.chunked() }
        hasChanged = true
        trees[index * 2 + 1] = value
    }

    /// Removes the only pair whose key has this text. Returns false if there is no such pair, or several.
    /// - Complexity: O(n).
    mutating func remove(_ text: String) -> Bool {
        guard let index = onlyIndex(of: text) else { return false }
        change { $0.removeSubrange(index * 2..<index * 2 + 2) }
        return true
    }

    /// Inserts a pair. Returns false if a key has the same text.
    /// - Complexity: O(n).
    mutating func insert(_ key: Tree, _ value: Tree) -> Bool {
        let text = key.text
        let index = insertionIndex(of: text)
        if isKey(text, at: index) { return false }
        change { $0.insert(contentsOf: [key, value], at: index * 2) }
        return true
    }

    /// Returns the array of the pairs, which is the previous one if nothing has changed.
    consuming func finish(_ hint: Hint) -> Tree {
        if !hasChanged, let tree = hint.tree { return tree }
        return .array(ArrayNode(trees))
    }

    private mutating func change(_ body: (inout [Tree]) -> Void) {
        var elements = trees.elements
        trees = PersistentVector()
        body(&elements)
        trees = PersistentVector(elements)
        hasChanged = true
    }

    private func isKey(_ text: String, at index: Int) -> Bool {
        index * 2 < trees.count && trees[index * 2].text.hasSameBytes(as: text)
    }

    private func insertionIndex(of text: String) -> Int {
        (0..<trees.count / 2).partitioningIndex { !trees[$0 * 2].text.precedesInBytes(text) }
    }
}
