import RewindSession
import RewindTree

extension SessionReader {
    /// The number of the pointer with this text, nil when the index has none.
    func indexedPointer(_ text: String) throws -> Int? {
        try read { try $0.fetchOne(Int.self, "SELECT id FROM pointer WHERE text = ?", [text]) }
    }

    /// The numbers of the pointers to what is in the value at `pointer`, and the rest of each behind `pointer/`; nil when
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

    /// The actions in `range` that have changes of the pointers with these numbers, in order, each once.
    ///
    /// - Complexity: a probe for each pointer, and linear in what is found.
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

    /// The actions in `range` that changed something whose pointer has `text` in it, in any case, in order, each once.
    ///
    /// - Complexity: linear in the pointers of the index, and in what is found.
    /// - Throws: `SessionError`.
    package func seqs(changingPointersWith text: String, in range: ClosedRange<Int>) throws -> [Int] {
        let ids = try read {
            try $0.fetchAll(Int.self, "SELECT id FROM pointer WHERE instr(lower(text), lower(?))", [text])
        }
        return try seqs(ofChanges: ids, in: range)
    }

    /// Calls `body` with the number and the text of each pointer to what is in the value that the pointer with `text`
    /// leads to, `limit` at the most, until it gives false.
    func forEachPointer(
        inside text: String,
        limit: Int = .max,
        _ body: (Int, UnsafeRawBufferPointer) throws -> Bool
    ) throws {
        try read { db in
            // What is inside begins with "pointer/", and "0" is the byte after "/".
            let sql = "SELECT id, text FROM pointer WHERE text >= ? AND text < ? LIMIT ?"
            let rows = try db.rows(sql, [text + "/", text + "0", limit])
            while let row = try rows.next() {
                guard let id: Int = row.value(0), let inner = row.text(1) else { continue }
                guard try body(id, inner) else { return }
            }
        }
    }

    /// The names of members, and the indices, that pointers of the index have right behind `pointer`; not all of very many.
    package func indexedMembers(of pointer: Pointer) throws -> [String] {
        var members: [String] = []
        try forEachPointer(inside: pointer.indexText, limit: 4_096) { _, text in
            let inner = try? Pointer(indexText: String(decoding: text, as: UTF8.self))
            if let member = inner?.tokens.dropFirst(pointer.tokens.count).first { members.append(member) }
            return true
        }
        return members
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
}
