import Foundation

/// Writes facts about a recording.
package enum SessionFact {
    /// The key of the fact that a session has when its end is known: when it was closed, or finished after a crash, in
    /// microseconds since 1970.
    package static let endedKey = "ended_at"

    /// The key of the fact that a session has when it was not closed: its end was found out when it was opened.
    package static let endedByKey = "ended_by"
    package static let endedByCrash = "crash"

    /// The key of the fact that a session has when its first actions were pruned: the seq up to which, which is that of
    /// the first state.
    package static let prunedKey = "pruned_through"

    /// The key of the fact that a session has whose actions were dispatched by threads that overlapped, while its recorder
    /// asked the store for states: the seq of the first such action.
    package static let overlapKey = "threads_overlap_from"

    /// The seq up to which actions were pruned; nil when none were.
    ///
    /// - Throws: `SessionError.damaged` when the fact is there and makes no sense.
    package static func firstSeq(in db: Connection, path: String) throws -> Int? {
        try db.fetchOne("SELECT value FROM session WHERE key = ?", [prunedKey]) { row in
            guard let text: String = row.value(0), let seq = Int(text),
                (1...SessionFormat.largestSeq).contains(seq)
            else {
                throw SessionError.damaged(path: path, .malformed(table: "session", column: prunedKey, row: 0))
            }
            return seq
        }
    }

    /// Where the log ended when the session was closed; nil when that is not known.
    package static func logEnd(in db: Connection) throws -> LogEnd? {
        try db.fetchOne("SELECT value FROM session WHERE key = ?", [LogEnd.key]) { row in
            row.value(0).flatMap(LogEnd.init(parsing:))
        }
    }

    /// Notes that the actions up to `seq` were pruned. A cursor before that moves there, and so does its tip.
    package static func begin(at seq: Int, in db: Connection) throws {
        try set(prunedKey, to: String(seq), in: db)
        try db.execute(
            "UPDATE session SET value = ?1 WHERE key IN (?2, ?3) AND CAST(value AS INTEGER) < ?1",
            [seq, SessionCursor.key, SessionCursor.tipKey]
        )
    }

    /// Sets a fact.
    package static func set(_ key: String, to value: String, in db: Connection) throws {
        try db.execute(
            """
            INSERT INTO session (key, value) VALUES (?, ?)
            ON CONFLICT (key) DO UPDATE SET value = excluded.value
            """,
            [key, value]
        )
    }

    /// Whether it is known that nothing more will be recorded.
    package static func isEnded(in db: Connection) throws -> Bool {
        try db.fetchOne(Bool.self, "SELECT EXISTS (SELECT 1 FROM session WHERE key = ?)", [endedKey]) == true
    }

    /// Notes that nothing more will be recorded, and where the log ends.
    package static func end(_ log: LogEnd, at time: Int64? = nil, in db: Connection) throws {
        try set(LogEnd.key, to: log.text, in: db)
        try set(endedKey, to: String(time ?? Int64(Date().timeIntervalSince1970 * 1_000_000)), in: db)
    }
}
