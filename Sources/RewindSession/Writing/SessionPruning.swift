/// Decides when and how far to prune a session, and prunes it.
///
/// The oldest actions and their snapshots are deleted immediately, at a cost in proportion to them. The rows that only
/// they used are found by garbage collection, which reads everything that is kept. So it waits until enough was written
/// since the last one to justify the cost. Until then, unused rows take up space in the file, with no other effect.
package struct SessionPruning {
    /// The snapshots with which the session could begin.
    package var snapshots: SnapshotList
    /// The sum of the hashes of the deleted actions.
    package private(set) var removedHashes: Int64 = 0
    /// The sum of the hashes of the deleted effects and outcomes.
    package private(set) var removedEffectHashes: Int64 = 0
    /// The bytes in use after the last garbage collection.
    private var collectedBytes = 0
    /// The seq of the last action at the last garbage collection.
    private var collectedLast = 0
    /// The bytes in use after the last pruning because of `maxBytes`.
    private var bytesFloor = 0
    /// The seq of the last action when bytes were last counted.
    private var countedAt = 0
    /// The newest snapshot when nothing could be pruned the last time.
    private var blockedAt = -1

    /// The number of bytes that garbage collection may read for each action written since the last one.
    private static let garbageBytesPerAction = 2_048
    /// The number of actions between two counts of the bytes.
    private static let countInterval = 64

    package init(snapshots: SnapshotList = SnapshotList()) {
        self.snapshots = snapshots
    }

    /// Reads the state of the session in `db`.
    ///
    /// - Complexity: Linear in the number of its snapshots.
    package init(readingFrom db: Connection, path: String) throws {
        let first = try SessionFact.firstSeq(in: db, path: path) ?? 0
        let last = try db.fetchOne(Int.self, "SELECT max(seq) FROM action") ?? first
        let sql = """
            SELECT snapshot.seq, (SELECT at FROM action WHERE action.seq > snapshot.seq ORDER BY action.seq LIMIT 1)
            FROM snapshot WHERE snapshot.seq >= ? ORDER BY snapshot.seq
            """
        let entries = try db.fetchAll(sql, [first]) { SnapshotList.Entry(seq: $0.value(0) ?? 0, nextAt: $0.value(1)) }
        snapshots = SnapshotList(entries: entries, last: last)
    }

    /// Returns true if there may be something to prune.
    package func isDue(_ retention: Retention, now: Int64) -> Bool {
        guard snapshots.newest > snapshots.first, blockedAt != snapshots.newest else { return false }
        return hasTooManyActions(retention) || hasTooOldActions(retention, now: now)
            || (retention.maxBytes != nil && snapshots.last - countedAt >= Self.countInterval)
    }

    private func hasTooManyActions(_ retention: Retention) -> Bool {
        retention.maxActions.map { snapshots.last - snapshots.first > max(0, $0) } ?? false
    }

    private func hasTooOldActions(_ retention: Retention, now: Int64) -> Bool {
        guard let oldest = retention.oldest(after: .none, now: now), let at = snapshots.entries.first?.nextAt else {
            return false
        }
        return at < oldest
    }

    /// Prunes to the limits, in the current transaction. States at or after `cursor` are kept.
    ///
    /// - Complexity: Amortized linear in the data written.
    package mutating func prune(
        _ retention: Retention,
        _ slack: Retention.Slack = .some,
        now: Int64,
        cursor: Int?,
        in db: Connection
    ) throws -> GarbageCollection.Result {
        var result = GarbageCollection.Result()
        let isTooLarge = try hasTooManyBytes(retention, in: db)
        countedAt = snapshots.last
        guard isTooLarge || hasTooManyActions(retention) || hasTooOldActions(retention, now: now) else { return result }
        let begin = snapshots.first
        let open = try Self.possibleStarts(of: snapshots, cursor: cursor, in: db)
        let seq =
            switch slack {
            case .some: firstStart(retention, now: now, among: open)
            case .none: try lastStart(retention, now: now, among: open, in: db)
            }
        if let seq { try delete(through: seq, in: db) }
        if isTooLarge, let limit = retention.maxBytes, let target = retention.bytes(after: slack) {
            try shrink(to: target, limit: limit, rounds: slack == .some ? 3 : 12, among: open, &result, in: db)
        }
        blockedAt = snapshots.first == begin ? snapshots.newest : -1
        if snapshots.first > begin, try isGarbageCollectionDue(in: db) { try collectGarbage(&result, in: db) }
        return result
    }

    /// Returns the seq of the state with which a closed session would begin if it were pruned to the limits on actions
    /// and age; nil if nothing would be deleted.
    ///
    /// - Complexity: Linear in the snapshots, and for a limit on age in the actions.
    package func start(keeping retention: Retention, now: Int64, in db: Connection) throws -> Int? {
        guard hasTooManyActions(retention) || hasTooOldActions(retention, now: now) else { return nil }
        let open = try Self.possibleStarts(of: snapshots, cursor: nil, in: db)
        return try lastStart(retention, now: now, among: open, in: db)
    }

    private func hasTooManyBytes(_ retention: Retention, in db: Connection) throws -> Bool {
        guard let limit = retention.maxBytes else { return false }
        return try Self.usedBytes(in: db) > max(limit, bytesFloor + bytesFloor / 8)
    }

    /// Removes all unused rows but the newest chunk.
    ///
    /// - Complexity: Linear in the size of the session.
    package mutating func collectGarbage(_ result: inout GarbageCollection.Result, in db: Connection) throws {
        result.add(try GarbageCollection.run(before: snapshots.first, keepsLastChunk: true, in: db))
        collectedBytes = try Self.usedBytes(in: db)
        collectedLast = snapshots.last
    }

    private func isGarbageCollectionDue(in db: Connection) throws -> Bool {
        let used = try Self.usedBytes(in: db)
        return used - collectedBytes >= collectedBytes / 8
            || (snapshots.last - collectedLast) * Self.garbageBytesPerAction >= used
    }

    /// Returns the seq at which the limits on actions and age let the session begin; nil if no limit is exceeded.
    private func firstStart(_ retention: Retention, now: Int64, among open: [SnapshotList.Entry]) -> Int? {
        var seqs: [Int] = []
        if hasTooManyActions(retention), let kept = retention.actions(after: .some) {
            seqs.append(Self.start(in: open) { $0.seq >= snapshots.last - max(0, kept) })
        }
        if hasTooOldActions(retention, now: now), let oldest = retention.oldest(after: .some, now: now) {
            seqs.append(Self.start(in: open) { entry in entry.nextAt.map { $0 >= oldest } ?? true })
        }
        return seqs.max()
    }

    /// Returns the last snapshot with which the session can begin and still hold everything that the limits on actions
    /// and age allow; nil if that deletes nothing.
    private func lastStart(
        _ retention: Retention,
        now: Int64,
        among open: [SnapshotList.Entry],
        in db: Connection
    ) throws -> Int? {
        var seqs: [Int] = []
        if let kept = retention.actions(after: .none) { seqs.append(snapshots.last - max(0, kept)) }
        if let oldest = retention.oldest(after: .none, now: now) {
            let sql = "SELECT min(seq) FROM action WHERE seq > ? AND at >= ?"
            let kept = try db.fetchOne(Int.self, sql, [snapshots.first, oldest])
            seqs.append(kept.map { $0 - 1 } ?? snapshots.last)
        }
        guard let seq = seqs.max() else { return nil }
        return open.last { $0.seq <= seq }?.seq
    }

    /// Returns the seq of the first snapshot that fits, otherwise of the last one; -1 if there is no snapshot.
    private static func start(in open: [SnapshotList.Entry], where fits: (SnapshotList.Entry) -> Bool) -> Int {
        open.first(where: fits)?.seq ?? open.last?.seq ?? -1
    }

    /// Prunes until at most 7/8 of `limit` is in use or nothing more may be deleted.
    ///
    /// The size of an action in the file is unknown, because states share their parts. So the pruning is estimated
    /// several times, each time from the previous result. The last round but one deletes at least half of the rest, the
    /// last round all of it.
    private mutating func shrink(
        to target: Int,
        limit: Int,
        rounds: Int,
        among open: [SnapshotList.Entry],
        _ result: inout GarbageCollection.Result,
        in db: Connection
    ) throws {
        try collectGarbage(&result, in: db)
        var used = try Self.usedBytes(in: db)
        let goal = target < limit ? limit - limit / 8 : limit
        for round in 0..<rounds where used > goal {
            let ahead = open.filter { $0.seq > snapshots.first }
            guard let newest = ahead.last else { break }
            let kept = Double(snapshots.last - snapshots.first)
            let estimate = Double(used - target) / Double(used)
            let share = round == rounds - 1 ? 1 : round == rounds - 2 ? max(0.5, estimate) : estimate
            let seq = snapshots.first + Int(kept * share)
            try delete(through: ahead.first { $0.seq >= seq }?.seq ?? newest.seq, in: db)
            try collectGarbage(&result, in: db)
            used = try Self.usedBytes(in: db)
        }
        bytesFloor = used
    }

    private mutating func delete(through seq: Int, in db: Connection) throws {
        guard seq > snapshots.first else { return }
        // Costs little, because the same rows are deleted next.
        let sum = "SELECT sum(hash) FROM action WHERE seq <= ?"
        removedHashes &+= try db.fetchOne(Int64.self, sum, [seq]) ?? 0
        try db.execute("DELETE FROM action WHERE seq <= ?", [seq])
        removedEffectHashes &+= try EffectTable.delete(before: seq, in: db)
        try db.execute("DELETE FROM snapshot WHERE seq < ?", [seq])
        try db.execute("DELETE FROM bookmark WHERE seq < ?", [seq])
        try SessionFact.begin(at: seq, in: db)
        snapshots.begin(at: seq)
    }

    /// Returns the snapshots after the first one with which the session could begin: no later action was applied to a
    /// state before it.
    private static func possibleStarts(
        of snapshots: SnapshotList,
        cursor: Int?,
        in db: Connection
    ) throws -> [SnapshotList.Entry] {
        // A branch from `parent` to `seq` rules out the snapshots between them.
        let branches = try db.rows(
            """
            SELECT seq, parent FROM action
            WHERE parent <> seq - 1 AND parent < seq - 1 AND seq > ? ORDER BY seq DESC
            """,
            [snapshots.first]
        )
        var entries: [SnapshotList.Entry] = []
        var lowestParent = Int.max
        var branch = try branches.next()
        for entry in snapshots.entries.dropFirst().reversed() where entry.seq <= cursor ?? .max {
            while let next = branch, let seq: Int = next.value(0), seq > entry.seq {
                // A parent that was already pruned does not matter.
                if let parent: Int = next.value(1), parent >= snapshots.first {
                    lowestParent = min(lowestParent, parent)
                }
                branch = try branches.next()
            }
            if lowestParent >= entry.seq { entries.append(entry) }
        }
        return entries.reversed()
    }

    private static func usedBytes(in db: Connection) throws -> Int {
        let pages = try db.fetchOne(Int64.self, "PRAGMA page_count") ?? 0
        let free = try db.fetchOne(Int64.self, "PRAGMA freelist_count") ?? 0
        return Int(clamping: (pages - free) * (try db.fetchOne(Int64.self, "PRAGMA page_size") ?? 0))
    }

    /// Removes everything that a session that begins at `first` does not use, and shortens the file.
    package static func finish(_ connection: Connection, from first: Int, _ slack: Retention.Slack = .some) throws {
        try connection.transaction { _ = try GarbageCollection.run(before: first, in: $0) }
        try shorten(connection, slack)
    }

    /// Returns free pages to the system; with slack, only if they are at least a quarter of the file.
    package static func shorten(_ connection: Connection, _ slack: Retention.Slack) throws {
        let free = try connection.fetchOne(Int.self, "PRAGMA freelist_count") ?? 0
        let pages = try connection.fetchOne(Int.self, "PRAGMA page_count") ?? 0
        if free > (slack == .some ? pages / 4 : 0) { try connection.execute("VACUUM") }
    }
}
