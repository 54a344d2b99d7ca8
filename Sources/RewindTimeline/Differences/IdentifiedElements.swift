import RewindTree

/// The elements of two arrays, matched by their ids.
struct IdentifiedElements {
    enum Element {
        case added(after: Int)
        case removed(before: Int)
        case kept(before: Int, after: Int, isMoved: Bool)
    }

    let old: ArrayNode
    let new: ArrayNode
    /// For each new element the index that it had.
    private let sources: [Int?]
    private let isStable: [Bool]
    private let isKept: [Bool]

    /// Nil unless all elements of both are objects with an `id` of their own, and neither is empty.
    ///
    /// - Complexity: O(*n* log *n*).
    init?(_ old: ArrayNode, _ new: ArrayNode) {
        guard !old.isEmpty, !new.isEmpty, let before = Self.indices(of: old), Self.indices(of: new) != nil else {
            return nil
        }
        (self.old, self.new) = (old, new)
        let sources = new.map { $0.identity.flatMap { before[$0] } }
        let kept = sources.indices.filter { sources[$0] != nil }
        var isStable = Array(repeating: false, count: new.count)
        for index in LongestIncreasingSubsequence.indices(of: kept.compactMap { sources[$0] }) {
            isStable[kept[index]] = true
        }
        var isKept = Array(repeating: false, count: old.count)
        for source in sources { if let source { isKept[source] = true } }
        (self.sources, self.isStable, self.isKept) = (sources, isStable, isKept)
    }

    /// Calls `body` with the elements in the order of the new array; one that was removed comes in front of the first
    /// unmoved one that stood behind it.
    func forEach(_ body: (Element) -> Void) {
        var removed = 0
        func tellRemoved(upTo end: Int) {
            while removed < end {
                if !isKept[removed] { body(.removed(before: removed)) }
                removed += 1
            }
        }
        for (after, source) in sources.enumerated() {
            guard let source else {
                body(.added(after: after))
                continue
            }
            if isStable[after] { tellRemoved(upTo: source) }
            body(.kept(before: source, after: after, isMoved: !isStable[after]))
        }
        tellRemoved(upTo: isKept.count)
    }

    private static func indices(of array: ArrayNode) -> [Tree: Int]? {
        var indices: [Tree: Int] = [:]
        indices.reserveCapacity(array.count)
        for (index, element) in array.enumerated() {
            guard let id = element.identity, indices.updateValue(index, forKey: id) == nil else { return nil }
        }
        return indices
    }
}

extension Tree {
    /// What tells an element of an array from the others: its `id`, where that is a scalar.
    var identity: Tree? {
        guard case .object(let object) = self, let id = object["id"], !id.isContainer, id != .null else { return nil }
        return id
    }
}
