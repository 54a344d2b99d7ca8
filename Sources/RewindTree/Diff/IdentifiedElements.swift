/// The elements of two arrays, paired by their identities.
package struct IdentifiedElements {
    /// For each new element, the index of the same old element, counted from the start of the slices.
    package let sources: [Int?]
    /// For each new element, true if it stays in place: the longest sequence of pairs in the same order does.
    package let isStable: [Bool]

    /// Fails unless all elements have an identity that is unique in their array.
    ///
    /// - Complexity: O(*n* log *n*).
    package init?(_ old: ArraySlice<Tree>, _ new: ArraySlice<Tree>) {
        guard let oldIDs = Self.identities(of: old), let newIDs = Self.identities(of: new) else { return nil }
        let oldIndices = Dictionary(uniqueKeysWithValues: zip(oldIDs, oldIDs.indices))
        let sources = newIDs.map { oldIndices[$0] }
        var isStable = Array(repeating: false, count: sources.count)
        let shared = sources.indices.filter { sources[$0] != nil }
        for index in LongestIncreasingSubsequence.indices(of: shared.compactMap { sources[$0] }) {
            isStable[shared[index]] = true
        }
        (self.sources, self.isStable) = (sources, isStable)
    }

    private static func identities(of elements: ArraySlice<Tree>) -> [Tree]? {
        var identities: [Tree] = []
        identities.reserveCapacity(elements.count)
        for element in elements {
            guard let identity = element.identity else { return nil }
            identities.append(identity)
        }
        return Set(identities).count == identities.count ? identities : nil
    }
}
