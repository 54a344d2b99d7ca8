import RewindTree

extension SessionReader {
    /// The rows of the `pointer` table that stand for changes that can change a value at one of some pointers.
    package struct ChangedPlaces: Sendable {
        fileprivate let ids: [Int]
    }

    /// How many places are looked up before it is quicker to look at every action.
    private static let placesLimit = 20_000

    /// Where the index notes the changes that can make another value of what is at `pointers`: there, in it, in what
    /// holds it, and among the elements before it in an array, where an insertion moves it. Nil when those are so many
    /// that the index is of no use.
    ///
    /// - Throws: `SessionError`.
    package func places(changing pointers: some Sequence<Pointer>) throws -> ChangedPlaces? {
        try read { db in
            var ids: Set<Int> = []
            for pointer in pointers {
                guard let texts = Self.texts(outside: pointer) else { return nil }
                let exact = try db.statement("SELECT id FROM pointer WHERE text = ?")
                for text in texts {
                    if let id = try exact.fetchOne(Int.self, [text]) { ids.insert(id) }
                }
                // What is inside begins with "pointer/", and "0" is the byte after "/".
                let inside = try db.statement("SELECT id FROM pointer WHERE text >= ? AND text < ? LIMIT ?")
                let text = pointer.indexText
                ids.formUnion(
                    try inside.fetchAll(Int.self, ["\(text)/", "\(text)0", Self.placesLimit + 1])
                )
                guard ids.count <= Self.placesLimit else { return nil }
            }
            return ChangedPlaces(ids: ids.sorted())
        }
    }

    /// The actions in `range` that changed something at `places`, in order, each once.
    ///
    /// - Complexity: a probe for each place, and linear in what is found.
    /// - Throws: `SessionError`.
    package func seqs(changing places: ChangedPlaces, in range: ClosedRange<Int>) throws -> [Int] {
        try read { db in
            var seqs: Set<Int> = []
            let statement = try db.statement(
                "SELECT seq FROM change WHERE pointer = ? AND seq BETWEEN ? AND ?"
            )
            for id in places.ids {
                let rows = try statement.rows([id, range.lowerBound, range.upperBound])
                while let row = try rows.next() {
                    if let seq: Int = row.value(0) { seqs.insert(seq) }
                }
            }
            return seqs.sorted()
        }
    }

    /// The texts of the pointer, of what holds it, and of the elements before it in arrays; nil when those are too many.
    private static func texts(outside pointer: Pointer) -> [String]? {
        var texts = pointer.selfAndAncestors.map(\.indexText)
        for (depth, token) in pointer.tokens.enumerated() {
            guard let index = Pointer.index(of: token) else { continue }
            guard index <= placesLimit - texts.count else { return nil }
            let array = Pointer(Array(pointer.tokens.prefix(depth))).indexText
            texts += (0..<index).map { "\(array)/\($0)" }
            // RFC 6901: what is behind the last element, which an addition there makes an element.
            texts.append("\(array)/-")
        }
        return texts
    }
}
