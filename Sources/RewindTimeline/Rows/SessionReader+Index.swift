import RewindSession
import RewindTree

extension SessionReader {
    /// Returns the id of the pointer with this text; nil if the index does not contain it.
    func indexedPointer(_ text: String) throws -> Int? {
        try read { try $0.fetchOne(Int.self, "SELECT id FROM pointer WHERE text = ?", [text]) }
    }

    /// Returns the ids of the pointers to parts of the value at `pointer`, each with its text after `pointer/`; nil if
    /// there are more than `limit`.
    func indexedPointers(inside pointer: Pointer, limit: Int) throws -> [(id: Int, rest: String)]? {
        let text = pointer.indexText
        var pointers: [(id: Int, rest: String)] = []
        try forEachPointer(inside: text, limit: limit + 1) { id, inner in
            pointers.append((id, String(decoding: inner.dropFirst(text.utf8.count + 1), as: UTF8.self)))
            return true
        }
        return pointers.count <= limit ? pointers : nil
    }

    /// Returns the actions in `range` that changed the pointers with these ids, in order and without duplicates.
    ///
    /// - Complexity: One probe for each pointer, and linear in the result.
    func seqs(ofChanges ids: [Int], in range: ClosedRange<Int>) throws -> [Int] {
        try read { db in
            var seqs: Set<Int> = []
            let statement = try db.statement("SELECT seq FROM change WHERE pointer = ? AND seq BETWEEN ? AND ?")
            for id in ids {
                let rows = try statement.rows([id, range.lowerBound, range.upperBound])
                while let row = try rows.next() {
                    if let seq: Int = row.value(0) { seqs.insert(seq) }
                }
            }
            return seqs.sorted()
        }
    }

    /// Returns the actions in `range` that changed a pointer that contains `text`, ignoring case, in order and without
    /// duplicates.
    ///
    /// - Complexity: Linear in the pointers of the index, and in the result.
    /// - Throws: `SessionError`.
    package func seqs(changingPointersWith text: String, in range: ClosedRange<Int>) throws -> [Int] {
        let ids = try read {
            try $0.fetchAll(Int.self, "SELECT id FROM pointer WHERE instr(lower(text), lower(?))", [text])
        }
        return try seqs(ofChanges: ids, in: range)
    }

    /// Calls `body` with the ids and texts of the pointers to parts of the value whose pointer is `text`, at most
    /// `limit`, until it returns false.
    func forEachPointer(
        inside text: String,
        limit: Int = .max,
        _ body: (Int, UnsafeRawBufferPointer) throws -> Bool
    ) throws {
        try read { db in
            // Pointers inside start with "pointer/", and "0" is the byte after "/".
            let sql = "SELECT id, text FROM pointer WHERE text >= ? AND text < ? LIMIT ?"
            let rows = try db.rows(sql, [text + "/", text + "0", limit])
            while let row = try rows.next() {
                guard let id: Int = row.value(0), let inner = row.text(1) else { continue }
                guard try body(id, inner) else { return }
            }
        }
    }

    /// Returns the member names and indices that follow `pointer` in pointers of the index, from a limited number of
    /// pointers.
    package func indexedMembers(of pointer: Pointer) throws -> [String] {
        var members: [String] = []
        try forEachPointer(inside: pointer.indexText, limit: 4_096) { _, text in
            let inner = try? Pointer(indexText: String(decoding: text, as: UTF8.self))
            if let member = inner?.tokens.dropFirst(pointer.tokens.count).first { members.append(member) }
            return true
        }
        return members
    }

    /// Calls `body` with at most `limit` pointers of the index.
    package func forEachIndexedPointer(limit: Int, _ body: (Pointer) -> Void) throws {
        try read { db in
            let rows = try db.rows("SELECT text FROM pointer LIMIT ?", [limit])
            while let row = try rows.next() {
                if let text: String = row.value(0), let pointer = try? Pointer(indexText: text) { body(pointer) }
            }
        }
    }

    /// Returns the last action up to `seq` whose patch contains the pointer with this id.
    package func lastChange(of id: Int, through seq: Int) throws -> Int? {
        try read { db in
            let sql = "SELECT seq FROM change WHERE pointer = ? AND seq <= ? ORDER BY seq DESC LIMIT 1"
            return try db.fetchOne(Int.self, sql, [id, seq])
        }
    }

    /// Returns the first action from `seq` on whose patch contains the pointer with this id.
    package func firstChange(of id: Int, from seq: Int) throws -> Int? {
        try read { db in
            let sql = "SELECT seq FROM change WHERE pointer = ? AND seq >= ? ORDER BY seq LIMIT 1"
            return try db.fetchOne(Int.self, sql, [id, seq])
        }
    }

    /// Returns true if the effect of action `seq` is known.
    package func isEffectKnown(_ seq: Int) throws -> Bool {
        try read { db in
            guard let isKnown = try db.fetchOne(Bool.self, "SELECT patch IS NOT NULL FROM action WHERE seq = ?", [seq])
            else {
                throw damaged(.actionMissing(seq: seq))
            }
            return isKnown
        }
    }

    /// Returns the actions in `range` with unknown effects, in order.
    ///
    /// - Complexity: Linear in their number.
    /// - Throws: `SessionError`.
    package func seqsOfUnknownEffects(in range: ClosedRange<Int>) throws -> [Int] {
        try read { db in
            let sql = "SELECT seq FROM action WHERE seq BETWEEN ? AND ? AND patch IS NULL ORDER BY seq"
            return try db.fetchAll(Int.self, sql, [range.lowerBound, range.upperBound])
        }
    }

    /// Returns the last action in `range` whose effect is known; nil if none exists.
    ///
    /// - Complexity: Linear in the actions after it.
    /// - Throws: `SessionError`.
    package func lastKnownEffect(in range: ClosedRange<Int>) throws -> Int? {
        try read { db in
            let sql = "SELECT seq FROM action WHERE seq BETWEEN ? AND ? AND patch IS NOT NULL ORDER BY seq DESC LIMIT 1"
            return try db.fetchOne(Int.self, sql, [range.lowerBound, range.upperBound])
        }
    }
}
