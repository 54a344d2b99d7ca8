import RewindTree

extension SessionReader {
    /// How many pointers a look into the index takes in before it gives up.
    private static let mostPointers = 4_096

    /// The numbers of the index's pointers to the value at `pointer`, to what holds it and to what is in it; nil when
    /// there are very many.
    ///
    /// - Complexity: O(k log *n*) for k of *n* pointers.
    package func indexed(around pointer: Pointer) throws -> [Int]? {
        try read { db in
            var ids: [Int] = []
            let exact = try db.statement("SELECT id FROM pointer WHERE text = ?")
            for holder in pointer.selfAndAncestors {
                if let id = try exact.fetchOne(Int.self, [holder.indexText]) { ids.append(id) }
            }
            guard let inside = try inside(pointer, db) else { return nil }
            return ids + inside.map(\.id)
        }
    }

    /// The numbers of the index's pointers to elements of the array at `pointer`, if it is one; nil when there are very
    /// many inside.
    package func indexedElements(of pointer: Pointer) throws -> [Int]? {
        try read { db in
            try inside(pointer, db)?.filter { $0.rest == "-" || Pointer.index(of: $0.rest) != nil }.map(\.id)
        }
    }

    /// The names of members, and the indices, that pointers of the index have right behind `pointer`; not all of very many.
    package func indexedMembers(of pointer: Pointer) throws -> [String] {
        let text = pointer.indexText
        let pointers = try read { db in
            try db.fetchAll(
                String.self,
                "SELECT text FROM pointer WHERE text >= ? AND text < ? LIMIT ?",
                [text + "/", text + "0", Self.mostPointers]
            )
        }
        return pointers.compactMap { try? Pointer(indexText: $0) }
            .compactMap { $0.tokens.dropFirst(pointer.tokens.count).first }
    }

    /// Calls `body` with pointers of the index, `limit` at the most.
    package func forEachIndexedPointer(limit: Int, _ body: (Pointer) -> Void) throws {
        try read { db in
            let rows = try db.rows("SELECT text FROM pointer LIMIT ?", [limit])
            while let row = try rows.next() {
                if let text: String = row.value(0), let pointer = try? Pointer(indexText: text) { body(pointer) }
            }
        }
    }

    /// The pointers inside of `pointer`, as text from there.
    private func inside(_ pointer: Pointer, _ db: Connection) throws -> [(id: Int, rest: String)]? {
        // What is inside begins with "pointer/", and "0" is the byte after "/".
        let text = pointer.indexText
        let pointers = try db.fetchAll(
            "SELECT id, text FROM pointer WHERE text >= ? AND text < ? LIMIT ?",
            [text + "/", text + "0", Self.mostPointers + 1]
        ) { row -> (id: Int, rest: String)? in
            guard let id: Int = row.value(0), let inner = row.text(1) else { return nil }
            return (id, String(decoding: inner.dropFirst(text.utf8.count + 1), as: UTF8.self))
        }
        return pointers.count <= Self.mostPointers ? pointers.compactMap(\.self) : nil
    }

    /// The last action up to `seq` whose patch names the pointer with number `id`.
    package func lastChange(of id: Int, through seq: Int) throws -> Int? {
        try read { db in
            let sql = "SELECT seq FROM change WHERE pointer = ? AND seq <= ? ORDER BY seq DESC LIMIT 1"
            return try db.fetchOne(Int.self, sql, [id, seq])
        }
    }

    /// The first action from `seq` on whose patch names the pointer with number `id`.
    package func firstChange(of id: Int, from seq: Int) throws -> Int? {
        try read { db in
            let sql = "SELECT seq FROM change WHERE pointer = ? AND seq >= ? ORDER BY seq LIMIT 1"
            return try db.fetchOne(Int.self, sql, [id, seq])
        }
    }

    /// Whether the effect of action `seq` is known.
    package func isEffectKnown(_ seq: Int) throws -> Bool {
        try read { db in
            guard let isKnown = try db.fetchOne(Bool.self, "SELECT patch IS NOT NULL FROM action WHERE seq = ?", [seq])
            else {
                throw damaged(.actionMissing(seq: seq))
            }
            return isKnown
        }
    }

    /// The first and the last of the actions in `range` whose effects are not known, and how many there are; nil when
    /// there are none.
    ///
    /// - Complexity: linear in the actions of the range, with no JSON read.
    package func unknownEffects(in range: ClosedRange<Int>) throws -> (first: Int, last: Int, count: Int)? {
        try read { db in
            let sql = "SELECT min(seq), max(seq), count(*) FROM action WHERE seq BETWEEN ? AND ? AND patch IS NULL"
            return try db.fetchOne(sql, [range.lowerBound, range.upperBound]) { row in
                guard let first: Int = row.value(0), let last: Int = row.value(1), let count: Int = row.value(2) else {
                    return nil
                }
                return (first, last, count)
            }
        }
    }

    /// The actions in `range` whose effects are not known, in order.
    ///
    /// - Complexity: linear in the actions of the range, with no JSON read.
    /// - Throws: `SessionError`.
    package func seqsOfUnknownEffects(in range: ClosedRange<Int>) throws -> [Int] {
        try read { db in
            let sql = "SELECT seq FROM action WHERE seq BETWEEN ? AND ? AND patch IS NULL ORDER BY seq"
            return try db.fetchAll(Int.self, sql, [range.lowerBound, range.upperBound])
        }
    }

    /// The last action in `range` whose effect is known, nil when there is none.
    ///
    /// - Complexity: linear in the actions behind it.
    /// - Throws: `SessionError`.
    package func lastKnownEffect(in range: ClosedRange<Int>) throws -> Int? {
        try read { db in
            let sql = "SELECT seq FROM action WHERE seq BETWEEN ? AND ? AND patch IS NOT NULL ORDER BY seq DESC LIMIT 1"
            return try db.fetchOne(Int.self, sql, [range.lowerBound, range.upperBound])
        }
    }

    /// The patch of action `seq` as it is written, with nil for an effect that is not known.
    package func patch(_ seq: Int) throws -> Patch? {
        try patches(in: seq...seq).first ?? nil
    }
}
