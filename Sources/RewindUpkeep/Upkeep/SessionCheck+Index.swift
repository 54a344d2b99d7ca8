import RewindSession
import RewindTimeline
import RewindTree

extension SessionCheck {
    /// Checks that the index exactly matches the patches.
    ///
    /// Compares sums of hashes, so that the order of the rows does not matter.
    mutating func checkIndex() throws {
        var found = IndexSum()
        try forEachChange { pointer, seq in found.add(pointer, seq: seq) }
        if found != index { try findChanges() }
    }

    /// Finds the actions with wrong index rows, with a sum for each action.
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

    /// Calls `body` with the rows of the index: the hash of the pointer as text, and the seq.
    private func forEachChange(_ body: (Int, Int) -> Void) throws {
        try read(.checkingIndex) { db in
            let rows = try db.rows("SELECT pointer, seq FROM change WHERE seq > ?", [first])
            // The rows of a pointer are consecutive.
            var pointer: (id: Int?, hash: Int) = (nil, 0)
            while let row = try rows.next() {
                let id: Int = row.value(0) ?? 0
                if id != pointer.id {
                    let text = try db.fetchOne(String.self, "SELECT text FROM pointer WHERE id = ?", [id])
                    pointer = (id, (text ?? "").hashValue)
                }
                body(pointer.hash, row.value(1) ?? 0)
            }
        }
    }

    /// Checks that a closed session has no unused rows.
    mutating func checkUse() throws {
        // Pruning leaves such rows until the next garbage collection, of which the last one runs at closing.
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
