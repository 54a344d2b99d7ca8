/// How the elements of a new array come from those of an old one.
///
/// What both ends have in common is paired first. In the middle, elements with ids are paired by id, and the longest
/// run of pairs in the same order stays where it is (patience, a longest increasing subsequence); the others move.
/// Elements without ids are paired by position.
struct ElementMatching {
    enum Edit {
        /// Indices at that moment: the element leaves `from` first, then `to` is counted.
        case move(from: Int, to: Int)
        /// The element of the new array with this index, and where it goes at that moment.
        case add(index: Int, at: Int)
    }

    /// Indices in the old array, ascending, of elements that go, before anything else.
    private(set) var removed: [Int] = []
    /// Moves and additions, in order, after the removals.
    private(set) var edits: [Edit] = []
    /// Elements that are in both, maybe changed inside; those at the ends only if they are not known to be the same.
    private(set) var pairs: [(old: Int, new: Int)] = []
    /// Elements that take the place of others.
    private(set) var replaced: [(old: Int, new: Int)] = []

    init(old: [Tree], new: [Tree], equality: inout EqualityMemo) {
        // Elements of arrays of the same length are paired by position in any case.
        let looksInside = old.count != new.count
        func correspond(_ a: Tree, _ b: Tree) -> Bool {
            if let answer = Self.correspond(a, b) { return answer }
            return looksInside && equality.areEqual(a, b)
        }
        var start = 0
        var oldEnd = old.count
        var newEnd = new.count
        while start < min(oldEnd, newEnd) {
            if !old[start].isIdentical(to: new[start]) {
                guard correspond(old[start], new[start]) else { break }
                pairs.append((start, start))
            }
            start += 1
        }
        while start < min(oldEnd, newEnd) {
            if !old[oldEnd - 1].isIdentical(to: new[newEnd - 1]) {
                guard correspond(old[oldEnd - 1], new[newEnd - 1]) else { break }
                pairs.append((oldEnd - 1, newEnd - 1))
            }
            oldEnd -= 1
            newEnd -= 1
        }
        if start == oldEnd || start == newEnd {
            removed = Array(start..<oldEnd)
            edits = (start..<newEnd).map { .add(index: $0, at: $0) }
        } else if let oldIDs = Self.ids(of: old[start..<oldEnd]), let newIDs = Self.ids(of: new[start..<newEnd]) {
            match(oldIDs, newIDs, offset: start)
        } else {
            let common = min(oldEnd, newEnd)
            pairs.append(contentsOf: (start..<common).map { ($0, $0) })
            removed = Array(common..<max(common, oldEnd))
            edits = (common..<max(common, newEnd)).map { .add(index: $0, at: $0) }
        }
    }

    /// Whether two elements are the same one, maybe changed inside; nil when they are containers without ids.
    private static func correspond(_ old: Tree, _ new: Tree) -> Bool? {
        if case .object(let a) = old, case .object(let b) = new {
            if a === b { return true }
            if let oldID = a["id"], let newID = b["id"], isID(oldID), isID(newID) { return oldID == newID }
            return nil
        }
        if case .array(let a) = old, case .array(let b) = new { return a === b ? true : nil }
        return old == new
    }

    /// Whether one element took the place of another: both have ids, which differ.
    static func areOthers(_ old: Tree, _ new: Tree) -> Bool {
        guard case .object(let a) = old, case .object(let b) = new, a !== b else { return false }
        guard let oldID = a["id"], let newID = b["id"], isID(oldID), isID(newID) else { return false }
        return oldID != newID
    }

    private static func isID(_ value: Tree) -> Bool {
        switch value {
        case .string, .integer, .double, .number: true
        case .null, .bool, .array, .object: false
        }
    }

    /// The ids of the elements; nil unless all have one and no two the same.
    private static func ids(of elements: ArraySlice<Tree>) -> [Tree]? {
        var ids: [Tree] = []
        ids.reserveCapacity(elements.count)
        for element in elements {
            guard case .object(let node) = element, let id = node["id"], isID(id) else { return nil }
            ids.append(id)
        }
        return Set(ids).count == ids.count ? ids : nil
    }

    private mutating func match(_ oldIDs: [Tree], _ newIDs: [Tree], offset: Int) {
        let oldIndices = Dictionary(uniqueKeysWithValues: zip(oldIDs, oldIDs.indices))
        /// For each new element the old one with its id.
        var origins: [Int?] = newIDs.map { oldIndices[$0] }
        var isKept = Array(repeating: false, count: oldIDs.count)
        for case let origin? in origins {
            isKept[origin] = true
        }
        var isStable = Array(repeating: false, count: newIDs.count)
        let shared = origins.indices.filter { origins[$0] != nil }
        for place in LongestIncreasingSubsequence.indices(of: shared.compactMap { origins[$0] }) {
            isStable[shared[place]] = true
            pairs.append((offset + (origins[shared[place]] ?? 0), offset + shared[place]))
        }
        for index in shared where !isStable[index] {
            pairs.append((offset + (origins[index] ?? 0), offset + index))
        }
        pairReplaced(&origins, &isKept, &isStable, offset: offset)
        removed = isKept.indices.filter { !isKept[$0] }.map { offset + $0 }

        var order = ElementOrder(origins: origins, isStable: isStable, isKept: isKept)
        for index in newIDs.indices where !isStable[index] {
            if let origin = origins[index] {
                let move = order.move(origin: origin, to: index)
                if move.from != move.to { edits.append(.move(from: offset + move.from, to: offset + move.to)) }
            } else {
                edits.append(.add(index: offset + index, at: offset + order.add(index)))
            }
        }
    }

    /// Lets new elements take the places of old ones that go, between the same two stable neighbours.
    private mutating func pairReplaced(
        _ origins: inout [Int?],
        _ isKept: inout [Bool],
        _ isStable: inout [Bool],
        offset: Int
    ) {
        var old = 0
        var index = 0
        while index < origins.count {
            var end = index
            while end < origins.count, !isStable[end] { end += 1 }
            let oldEnd = end < origins.count ? origins[end] ?? isKept.count : isKept.count
            for added in index..<end where origins[added] == nil {
                while old < oldEnd, isKept[old] { old += 1 }
                guard old < oldEnd else { break }
                origins[added] = old
                isKept[old] = true
                isStable[added] = true
                replaced.append((offset + old, offset + added))
                old += 1
            }
            old = oldEnd + 1
            index = end + 1
        }
    }
}
