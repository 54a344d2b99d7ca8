import RewindTree

/// A place in values, and the places below it that pointers lead to.
final class PointerPlace: Sendable {
    /// True if a pointer ends here.
    let isEnd: Bool
    private let named: [(key: String, place: PointerPlace)]
    /// The place under all other keys and indices, if a pointer has `*` here.
    private let any: PointerPlace?

    /// Creates a place from the tokens that pointers have after it; nil if there are no pointers.
    init?(_ pointers: [ArraySlice<String>]) {
        guard !pointers.isEmpty else { return nil }
        isEnd = pointers.contains(where: \.isEmpty)
        let wild = pointers.filter { $0.first == "*" }
        any = PointerPlace(wild.map { $0.dropFirst() })
        var named: [(key: String, place: PointerPlace)] = []
        for case let key? in pointers.map(\.first) where key != "*" {
            if named.contains(where: { $0.key.hasSameBytes(as: key) }) { continue }
            let same = pointers.filter { $0.first?.hasSameBytes(as: key) == true }
            if let place = PointerPlace((same + wild).map { $0.dropFirst() }) { named.append((key, place)) }
        }
        self.named = named
    }

    /// Returns the place under a key or index, nil if no pointer leads there, and whether a pointer names the key.
    /// - Complexity: O(pointers).
    func place(under key: String) -> (place: PointerPlace?, isNamed: Bool) {
        for (name, place) in named where name.hasSameBytes(as: key) { return (place, true) }
        return (any, false)
    }
}
