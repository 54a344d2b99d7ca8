/// Removes the rows that no action or snapshot of a pruned session uses: chunks, types, changes and pointers.
package enum GarbageCollection {
    /// The removed rows that a writer may have cached.
    package struct Result {
        /// The ids of the removed chunks.
        private(set) var chunks: Set<Int> = []
        /// The number of removed types.
        private(set) var types = 0
        /// The number of removed pointers.
        private(set) var pointers = 0

        package mutating func add(_ other: Result) {
            chunks.formUnion(other.chunks)
            types += other.types
            pointers += other.pointers
        }
    }

    /// Removes everything that a session beginning with the state at `first` does not use.
    ///
    /// - Parameter keepsLastChunk: True to keep the newest chunk, so that SQLite gives its id to no other: while a
    ///   session is recorded, a copy of it knows the chunks by their ids.
    /// - Complexity: Linear in the size of the session; the ids of the chunks are held in memory.
    package static func run(before first: Int, keepsLastChunk: Bool = false, in db: Connection) throws -> Result {
        try db.execute("DELETE FROM change WHERE seq <= ?", [first])
        try db.execute(
            "DELETE FROM pointer WHERE NOT EXISTS (SELECT 1 FROM change WHERE change.pointer = pointer.id)"
        )
        let pointers = db.changesCount
        try db.execute("DELETE FROM action_type WHERE id NOT IN (SELECT type FROM action)")
        let types = db.changesCount
        var chunks = try unusedChunks(in: db)
        if keepsLastChunk, let last = try db.fetchOne(Int.self, "SELECT max(id) FROM chunk") {
            chunks.removeAll { $0 == last }
        }
        let deletion = try db.statement("DELETE FROM chunk WHERE id = ?")
        for id in chunks { try deletion.execute([id]) }
        return Result(chunks: Set(chunks), types: types, pointers: pointers)
    }

    /// Returns the ids of unused chunks.
    ///
    /// - Complexity: Linear in the size of the session; the ids of the chunks are held in memory.
    package static func unusedChunks(in db: Connection) throws -> [Int] {
        let used = try usedChunks(in: db)
        var unused: [Int] = []
        let rows = try db.rows("SELECT id FROM chunk")
        while let row = try rows.next() {
            if let id: Int = row.value(0), !used.contains(id) { unused.append(id) }
        }
        return unused
    }

    /// Returns the chunks that snapshots, payloads, patches, inputs and outcomes refer to, and those that these refer to.
    private static func usedChunks(in db: Connection) throws -> Set<Int> {
        var used: Set<Int> = []
        var pending: [Int] = []
        func use(_ id: Int) {
            if used.insert(id).inserted { pending.append(id) }
        }
        let roots = try db.rows("SELECT chunk FROM snapshot")
        while let row = try roots.next() { row.value(0).map(use) }
        let rows = try db.rows(
            "SELECT payload, patch FROM action WHERE instr(payload, ?1) OR instr(patch, ?1)",
            [ChunkReference.prefix]
        )
        while let row = try rows.next() {
            for index in 0..<2 { ChunkReference.ids(in: row.value(index) ?? "").forEach(use) }
        }
        let values = try db.rows(
            """
            SELECT input FROM effect WHERE instr(input, ?1) UNION ALL SELECT value FROM outcome WHERE instr(value, ?1)
            """,
            [ChunkReference.prefix]
        )
        while let row = try values.next() { ChunkReference.ids(in: row.value(0) ?? "").forEach(use) }
        let body = try db.statement("SELECT body FROM chunk WHERE id = ?1 AND instr(body, ?2)")
        while let id = pending.popLast() {
            let text = try body.fetchOne(String.self, [id, ChunkReference.prefix])
            ChunkReference.ids(in: text ?? "").forEach(use)
        }
        return used
    }
}
