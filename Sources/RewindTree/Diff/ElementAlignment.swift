/// Pairs the elements of an array with equal ones of an older array, for elements without ids.
///
/// If the differences are few, the result is exact (`CommonSubsequence`). Otherwise it follows elements that occur once
/// in both arrays, keeps their longest sequence in the same order in place (patience diff), and compares the elements
/// between them. Remaining equal elements have moved.
struct ElementAlignment {
    /// For each new element, the index of the same old element.
    private(set) var sources: [Int?]
    /// For each new element, true if it stays in place. These elements keep their order.
    private(set) var isStable: [Bool]

    private let old: ArraySlice<Tree>
    private let new: ArraySlice<Tree>
    private var oldHashes: [Int?]
    private var newHashes: [Int?]

    /// - Complexity: O(n log n), with a factor of up to `CommonSubsequence.limit`, and O(size) of the elements that the
    ///   arrays do not share.
    init(old: ArraySlice<Tree>, new: ArraySlice<Tree>, hashes: inout ContainerHashes) {
        self.old = old
        self.new = new
        sources = Array(repeating: nil, count: new.count)
        isStable = Array(repeating: false, count: new.count)
        oldHashes = Array(repeating: nil, count: old.count)
        newHashes = Array(repeating: nil, count: new.count)
        let whole = CommonSubsequence(0..<old.count, 0..<new.count, settles: false) { isSame($0, $1, &hashes) }
        if whole.isLongest {
            keep(whole.pairs)
        } else {
            hashAll(&hashes)
            keepByHash()
        }
        followMoved(&hashes)
    }

    /// Forgets which scalars have moved, so that others replace them in place.
    mutating func forgetMovedScalars() {
        for index in sources.indices where !isStable[index] && !new[new.startIndex + index].isContainer {
            sources[index] = nil
        }
    }

    private mutating func keep(_ pairs: [(old: Int, new: Int)]) {
        for pair in pairs {
            sources[pair.new] = pair.old
            isStable[pair.new] = true
        }
    }

    // MARK: Sameness

    private mutating func isSame(_ oldIndex: Int, _ newIndex: Int, _ hashes: inout ContainerHashes) -> Bool {
        let (left, right) = (old[old.startIndex + oldIndex], new[new.startIndex + newIndex])
        if left.isIdentical(to: right) { return true }
        guard left.isContainer, right.isContainer else { return false }
        return oldHash(oldIndex, &hashes) == newHash(newIndex, &hashes)
    }

    private mutating func oldHash(_ index: Int, _ hashes: inout ContainerHashes) -> Int {
        if let hash = oldHashes[index] { return hash }
        let hash = hashes.hash(of: old[old.startIndex + index])
        oldHashes[index] = hash
        return hash
    }

    private mutating func newHash(_ index: Int, _ hashes: inout ContainerHashes) -> Int {
        if let hash = newHashes[index] { return hash }
        let hash = hashes.hash(of: new[new.startIndex + index])
        newHashes[index] = hash
        return hash
    }

    /// Hashes all elements. Nodes in both arrays are hashed by identity, so their contents are not read.
    private mutating func hashAll(_ hashes: inout ContainerHashes) {
        var nodes: [ObjectIdentifier: Int] = [:]
        for (index, element) in old.enumerated() {
            if let id = element.nodeID { nodes[id] = index }
        }
        var shared: Set<ObjectIdentifier> = []
        for (index, element) in new.enumerated() {
            if let id = element.nodeID, nodes[id] != nil {
                shared.insert(id)
                newHashes[index] = id.hashValue
            } else {
                _ = newHash(index, &hashes)
            }
        }
        for (index, element) in old.enumerated() {
            if let id = element.nodeID, shared.contains(id) {
                oldHashes[index] = id.hashValue
            } else {
                _ = oldHash(index, &hashes)
            }
        }
    }

    // MARK: Many differences

    private mutating func keepByHash() {
        let (left, right) = (oldHashes, newHashes)
        var (oldStart, newStart) = (0, 0)
        for anchor in anchors() + [(old.count, new.count)] {
            let between = CommonSubsequence(oldStart..<anchor.old, newStart..<anchor.new, settles: true) {
                left[$0] == right[$1]
            }
            keep(between.pairs)
            if anchor.new < new.count { keep([anchor]) }
            (oldStart, newStart) = (anchor.old + 1, anchor.new + 1)
        }
    }

    /// Returns the longest sequence, in the same order, of elements that occur once in both arrays.
    private func anchors() -> [(old: Int, new: Int)] {
        let oldIndices = Self.indices(ofUnique: oldHashes)
        var candidates: [(old: Int, new: Int)] = []
        for (hash, index) in Self.indices(ofUnique: newHashes) {
            if let oldIndex = oldIndices[hash] { candidates.append((oldIndex, index)) }
        }
        candidates.sort { $0.new < $1.new }
        return LongestIncreasingSubsequence.indices(of: candidates.map(\.old)).map { candidates[$0] }
    }

    private static func indices(ofUnique hashes: [Int?]) -> [Int: Int] {
        var indices: [Int: Int] = [:]
        indices.reserveCapacity(hashes.count)
        for case (let index, let hash?) in hashes.enumerated() {
            indices[hash] = indices[hash] == nil ? index : -1
        }
        return indices.filter { $0.value >= 0 }
    }

    // MARK: Moves

    /// Pairs new elements with old ones that have moved. Of equal elements, the first is paired with the first.
    private mutating func followMoved(_ hashes: inout ContainerHashes) {
        var isKept = Array(repeating: false, count: old.count)
        for case let source? in sources { isKept[source] = true }
        /// The first unpaired old element for each hash, and for each such element the next one.
        var first: [Int: Int] = [:]
        var next = Array(repeating: -1, count: old.count)
        for index in isKept.indices.reversed() where !isKept[index] {
            let hash = oldHash(index, &hashes)
            next[index] = first[hash] ?? -1
            first[hash] = index
        }
        guard !first.isEmpty else { return }
        for index in sources.indices where sources[index] == nil {
            let hash = newHash(index, &hashes)
            guard let source = first[hash], source >= 0 else { continue }
            sources[index] = source
            first[hash] = next[source]
        }
    }
}

extension Tree {
    /// The identity of a container node.
    fileprivate var nodeID: ObjectIdentifier? {
        switch self {
        case .array(let node): ObjectIdentifier(node)
        case .object(let node): ObjectIdentifier(node)
        case .null, .bool, .integer, .double, .number, .string: nil
        }
    }
}
