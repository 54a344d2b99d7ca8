/// The elements of two arrays, paired by their identities.
struct IdentifiedElements {
    /// The members by which the elements of an array are told apart; the first one that all of them have counts.
    static let names = ["id", "_id", "uuid", "guid", "uid", "key", "slug"]

    /// For each new element, the index of the same old element, counted from the start of the slices.
    let sources: [Int?]
    /// For each new element, true if it stays in place: the longest sequence of pairs in the same order does.
    let isStable: [Bool]

    /// A key of a dictionary, or the value of one.
    private struct Entry: Hashable {
        let key: Tree
        let isValue: Bool
    }

    /// Fails unless all elements have an identity, under the same name, that is unique in their array.
    ///
    /// - Complexity: O(*n* log *n*).
    init?(_ old: ArraySlice<Tree>, _ new: ArraySlice<Tree>) {
        for name in Self.names {
            guard let newIDs = Self.identities(of: new, under: name), let oldIDs = Self.identities(of: old, under: name)
            else { continue }
            self.init(oldIDs, newIDs)
            return
        }
        return nil
    }

    /// Fails unless the elements are keys and values by turns, as `Codable` writes dictionaries whose keys are not texts
    /// and those with an order: unique strings or numbers, each followed by a value of another kind.
    ///
    /// - Complexity: O(*n* log *n*).
    init?(alternating old: ArraySlice<Tree>, _ new: ArraySlice<Tree>) {
        guard let newEntries = Self.entries(of: new), let oldEntries = Self.entries(of: old) else { return nil }
        self.init(oldEntries, newEntries)
    }

    private init<ID: Hashable>(_ old: [ID], _ new: [ID]) {
        let oldIndices = Dictionary(uniqueKeysWithValues: zip(old, old.indices))
        let sources = new.map { oldIndices[$0] }
        var isStable = Array(repeating: false, count: sources.count)
        let shared = sources.indices.filter { sources[$0] != nil }
        for index in LongestIncreasingSubsequence.indices(of: shared.compactMap { sources[$0] }) {
            isStable[shared[index]] = true
        }
        (self.sources, self.isStable) = (sources, isStable)
    }

    /// Returns true if one element may have replaced the other, if all elements are identified by the same member.
    static func mayReplace(_ old: Tree, _ new: Tree) -> Bool {
        guard case .object = old, case .object = new else { return false }
        return names.contains { name in
            guard let oldID = old.identity(under: name), let newID = new.identity(under: name) else { return false }
            return oldID != newID
        }
    }

    private static func identities(of elements: ArraySlice<Tree>, under name: String) -> [Tree]? {
        var identities: [Tree] = []
        for element in elements {
            guard let identity = element.identity(under: name) else { return nil }
            identities.append(identity)
        }
        return Set(identities).count == identities.count ? identities : nil
    }

    private static func entries(of elements: ArraySlice<Tree>) -> [Entry]? {
        guard elements.count % 2 == 0 else { return nil }
        var entries: [Entry] = []
        for index in stride(from: elements.startIndex, to: elements.endIndex, by: 2) {
            let (key, value) = (elements[index], elements[index + 1])
            guard key.isLabel, !value.isLabel || key.isNumber != value.isNumber else { return nil }
            entries += [Entry(key: key, isValue: false), Entry(key: key, isValue: true)]
        }
        return Set(entries).count == entries.count ? entries : nil
    }
}
