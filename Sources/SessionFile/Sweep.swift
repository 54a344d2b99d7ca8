import Foundation
import GRDB

/// Removes what no action or snapshot of a pruned session uses: chunks, types, changes and pointers.
enum Sweep {
    /// What a sweep removed that a writer may remember.
    struct Result {
        /// The ids of the chunks.
        private(set) var chunks: Set<Int> = []
        /// How many types went.
        private(set) var types = 0
        /// How many pointers went.
        private(set) var pointers = 0

        init(chunks: Set<Int> = [], types: Int = 0, pointers: Int = 0) {
            self.chunks = chunks
            self.types = types
            self.pointers = pointers
        }

        mutating func add(_ other: Result) {
            chunks.formUnion(other.chunks)
            types += other.types
            pointers += other.pointers
        }
    }

    /// Removes what a session does not use that begins with the state at `first`.
    ///
    /// - Complexity: linear in the size of the session; the ids of the chunks are held in memory.
    static func run(before first: Int, in db: Database) throws -> Result {
        try db.execute(sql: "DELETE FROM change WHERE seq <= ?", arguments: [first])
        try db.execute(
            sql: "DELETE FROM pointer WHERE NOT EXISTS (SELECT 1 FROM change WHERE change.pointer = pointer.id)"
        )
        let pointers = db.changesCount
        try db.execute(sql: "DELETE FROM action_type WHERE id NOT IN (SELECT type FROM action)")
        let types = db.changesCount
        let chunks = try unusedChunks(in: db)
        let deletion = try db.cachedStatement(sql: "DELETE FROM chunk WHERE id = ?")
        for id in chunks { try deletion.execute(arguments: [id]) }
        return Result(chunks: Set(chunks), types: types, pointers: pointers)
    }

    /// The ids of the chunks that nothing holds.
    ///
    /// - Complexity: linear in the size of the session; the ids of the chunks are held in memory.
    static func unusedChunks(in db: Database) throws -> [Int] {
        let used = try usedChunks(in: db)
        var unused: [Int] = []
        let ids = try Int.fetchCursor(db, sql: "SELECT id FROM chunk")
        while let id = try ids.next() {
            if !used.contains(id) { unused.append(id) }
        }
        return unused
    }

    /// The chunks that snapshots, payloads and patches hold, and those that these hold.
    private static func usedChunks(in db: Database) throws -> Set<Int> {
        var used: Set<Int> = []
        var pending: [Int] = []
        func use(_ id: Int) {
            if used.insert(id).inserted { pending.append(id) }
        }
        let roots = try Int.fetchCursor(db, sql: "SELECT chunk FROM snapshot")
        while let id = try roots.next() { use(id) }
        let rows = try Row.fetchCursor(
            db,
            sql: "SELECT payload, patch FROM action WHERE instr(payload, ?1) OR instr(patch, ?1)",
            arguments: [ChunkReference.prefix]
        )
        while let row = try rows.next() {
            for index in 0..<2 { ChunkReference.ids(in: row.value(index) ?? "").forEach(use) }
        }
        let body = try db.cachedStatement(sql: "SELECT body FROM chunk WHERE id = ?1 AND instr(body, ?2)")
        while let id = pending.popLast() {
            let text = try String.fetchOne(body, arguments: [id, ChunkReference.prefix])
            ChunkReference.ids(in: text ?? "").forEach(use)
        }
        return used
    }
}
