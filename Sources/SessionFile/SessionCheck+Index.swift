import GRDB
import StateTree

extension SessionCheck {
    /// Checks that the index says what the patches say, no less and no more.
    ///
    /// For each action, sums of hashes are compared, so that the order of the rows does not matter.
    mutating func checkIndex() throws {
        var sums: [Int: Int] = [:]
        try session.forEachAction { record in
            for pointer in Set(record.patch?.pointers ?? []) {
                sums[record.seq, default: 0] &+= pointer.indexText.hashValue
            }
            return true
        }
        try session.read { [first] db in
            let rows = try Row.fetchCursor(
                db,
                sql: "SELECT text, seq FROM change LEFT JOIN pointer ON pointer.id = change.pointer WHERE seq > ?",
                arguments: [first]
            )
            while let row = try rows.next() {
                let text: String = row.value(0) ?? ""
                sums[row.value(1) ?? 0, default: 0] &-= text.hashValue
            }
        }
        let wrong = sums.lazy.filter { $0.value != 0 }.map(\.key).sorted()
        report.findings += wrong.prefix(Self.findingsLimit).map { .index(seq: $0) }
    }

    /// Checks that there is nothing in a closed session that nothing uses.
    mutating func checkUse() throws {
        // What was pruned leaves such rows until the next sweep, the last of which is at the end.
        guard !session.isLive, !session.isUnfinished else { return }
        report.findings += try session.read { db in
            try Sweep.unusedChunks(in: db).prefix(Self.findingsLimit).map { .unusedChunk(id: $0) }
                + Int.fetchAll(
                    db,
                    sql: """
                        SELECT id FROM pointer
                        WHERE NOT EXISTS (SELECT 1 FROM change WHERE change.pointer = pointer.id) LIMIT ?
                        """,
                    arguments: [Self.findingsLimit]
                ).map { .unusedPointer(id: $0) }
        }
    }
}
