import RewindSession
import RewindTimeline
import RewindTree

extension SessionCheck {
    /// Checks that the index says what the patches say, no less and no more.
    ///
    /// Sums of hashes are compared, so that the order of the rows does not matter.
    mutating func checkIndex() throws {
        var found = IndexSum()
        try forEachChange { pointer, seq in found.add(pointer, seq: seq) }
        if found != index { try findChanges() }
    }

    /// Tells which actions the index is wrong about, by a sum for each.
    private mutating func findChanges() throws {
        var sums: [Int: Int] = [:]
        try session.forEachAction { record in
            for pointer in Set(record.patch?.pointers ?? []) {
                sums[record.seq, default: 0] &+= pointer.indexText.hashValue
            }
            return true
        }
        try forEachChange { pointer, seq in sums[seq, default: 0] &-= pointer }
        let wrong = sums.lazy.filter { $0.value != 0 }.map(\.key).sorted()
        report.findings += wrong.prefix(Self.findingsLimit).map { .index(seq: $0) }
    }

    /// Calls `body` with the rows of the index: with the hash of the pointer's text, and the seq.
    private func forEachChange(_ body: (Int, Int) -> Void) throws {
        try read(.checkingIndex) { db in
            let rows = try db.rows(
                """
                SELECT change.pointer, seq, text
                FROM change LEFT JOIN pointer ON pointer.id = change.pointer WHERE seq > ?
                """,
                [first]
            )
            // Those of a pointer stand together.
            var pointer: (id: Int?, hash: Int) = (nil, 0)
            while let row = try rows.next() {
                let id: Int = row.value(0) ?? 0
                if id != pointer.id { pointer = (id, (row.value(2) ?? "").hashValue) }
                body(pointer.hash, row.value(1) ?? 0)
            }
        }
    }

    /// Checks that there is nothing in a closed session that nothing uses.
    mutating func checkUse() throws {
        // What was pruned leaves such rows until the next garbage collection, the last of which is at the end.
        guard !session.isLive, !session.isUnfinished else { return }
        report.findings += try read(.checkingUse) { db in
            try GarbageCollection.unusedChunks(in: db).prefix(Self.findingsLimit).map { .unusedChunk(id: $0) }
                + db.fetchAll(
                    Int.self,
                    """
                    SELECT id FROM pointer
                    WHERE NOT EXISTS (SELECT 1 FROM change WHERE change.pointer = pointer.id) LIMIT ?
                    """,
                    [Self.findingsLimit]
                ).map { .unusedPointer(id: $0) }
        }
    }
}
