import Foundation

/// Decides when a session is due to be pruned and up to where, and prunes it.
///
/// The oldest actions and their snapshots go at once, which costs what is deleted. What they alone used is found by a
/// garbage collection, which reads all that is kept: so it waits until enough was written since the last one to pay for
/// it. Until then rows that nothing uses take room in the file, and nothing else.
package struct SessionPruning {
    /// What the session holds: the snapshots with which it could begin.
    package var snapshots: SnapshotList
    /// The sum of the hashes of the actions that went.
    package private(set) var removedHashes: Int64 = 0
    /// The bytes that were in use after the last garbage collection.
    private var collectedBytes = 0
    /// The seq of the last action at the last garbage collection.
    private var collectedLast = 0
    /// The bytes that were in use after the last pruning that `maxBytes` called for.
    private var bytesFloor = 0
    /// The last action when bytes were last counted.
    private var countedAt = 0
    /// The newest snapshot when last nothing could be pruned.
    private var blockedAt = -1

    /// How many bytes a garbage collection may read for each action that was written since the last one.
    private static let garbageBytesPerAction = 2_048
    /// How many actions are written between two counts of the bytes.
    private static let countInterval = 64

    package init(snapshots: SnapshotList = SnapshotList()) {
        self.snapshots = snapshots
    }

    /// What the session in `db` holds.
    ///
    /// - Complexity: linear in the number of its snapshots.
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

    /// Whether a pruning could find something to do.
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

    /// Prunes what the limits ask for, in the transaction that is open. No state at or after `cursor` goes.
    ///
    /// - Complexity: amortised linear in what was written.
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

    private func hasTooManyBytes(_ retention: Retention, in db: Connection) throws -> Bool {
        guard let limit = retention.maxBytes else { return false }
        return try Self.usedBytes(in: db) > max(limit, bytesFloor + bytesFloor / 8)
    }

    /// Removes all that nothing uses any more.
    ///
    /// - Complexity: linear in the size of the session.
    package mutating func collectGarbage(_ result: inout GarbageCollection.Result, in db: Connection) throws {
        result.add(try GarbageCollection.run(before: snapshots.first, in: db))
        collectedBytes = try Self.usedBytes(in: db)
        collectedLast = snapshots.last
    }

    private func isGarbageCollectionDue(in db: Connection) throws -> Bool {
        let used = try Self.usedBytes(in: db)
        return used - collectedBytes >= collectedBytes / 8
            || (snapshots.last - collectedLast) * Self.garbageBytesPerAction >= used
    }

    /// Where the limits on actions and age let the session begin; nil when they are kept.
    private func firstStart(
        _ retention: Retention,
        now: Int64,
        among open: [SnapshotList.Entry]
    ) -> Int? {
        var seqs: [Int] = []
        if hasTooManyActions(retention), let kept = retention.actions(after: .some) {
            seqs.append(Self.start(in: open) { $0.seq >= snapshots.last - max(0, kept) })
        }
        if hasTooOldActions(retention, now: now), let oldest = retention.oldest(after: .some, now: now) {
            seqs.append(Self.start(in: open) { entry in entry.nextAt.map { $0 >= oldest } ?? true })
        }
        return seqs.max()
    }

    /// The last snapshot with which the session can begin so that all stays that the limits on actions and age allow; nil
    /// when nothing before it would go.
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

    /// The seq of the first snapshot that fits, else of the last one; -1 where there is none at all.
    private static func start(in open: [SnapshotList.Entry], where fits: (SnapshotList.Entry) -> Bool) -> Int {
        open.first(where: fits)?.seq ?? open.last?.seq ?? -1
    }

    /// Prunes until no more than 7/8 of `limit` is in use or nothing more may go.
    ///
    /// How much of the file an action takes is not known, for states share what they hold: so estimates are tried, each
    /// from what the one before came to; the last but one is half of the rest, and the last all of it.
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
        // It reads what is deleted anyway.
        let sum = "SELECT sum(hash) FROM action WHERE seq <= ?"
        removedHashes &+= try db.fetchOne(Int64.self, sum, [seq]) ?? 0
        try db.execute("DELETE FROM action WHERE seq <= ?", [seq])
        try db.execute("DELETE FROM snapshot WHERE seq < ?", [seq])
        try db.execute("DELETE FROM bookmark WHERE seq < ?", [seq])
        try SessionFact.begin(at: seq, in: db)
        snapshots.begin(at: seq)
    }

    /// The snapshots after the first one with which the session could begin: no action after such a one was applied to a
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
                // Where the parent went already, nothing is lost.
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

    /// Removes what a session that begins at `first` does not use, and shortens it.
    package static func finish(_ connection: Connection, from first: Int, _ slack: Retention.Slack = .some) throws {
        try connection.transaction { _ = try GarbageCollection.run(before: first, in: $0) }
        try shorten(connection, slack)
    }

    /// Gives back free pages: with slack, where they are a quarter of the file.
    package static func shorten(_ connection: Connection, _ slack: Retention.Slack) throws {
        let free = try connection.fetchOne(Int.self, "PRAGMA freelist_count") ?? 0
        let pages = try connection.fetchOne(Int.self, "PRAGMA page_count") ?? 0
        if free > (slack == .some ? pages / 4 : 0) { try connection.execute("VACUUM") }
    }
}
