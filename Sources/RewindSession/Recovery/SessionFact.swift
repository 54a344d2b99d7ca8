import Foundation

/// Writes facts about a recording.
package enum SessionFact {
    /// The key of the identifier of the recording, a UUID.
    package static let idKey = "id"

    /// The beginning of the keys of facts that an app adds.
    package static let ownPrefix = "fact:"

    /// The key of the time at which the session was closed, or recovered after a crash, in microseconds since 1970.
    package static let endedKey = "ended_at"

    /// The key that is present if the session was not closed, and its end was only found when it was opened.
    package static let endedByKey = "ended_by"
    package static let endedByCrash = "crash"
    package static let endedBySuspension = "suspension"

    /// The key of the time at which the app entered the background, in microseconds since 1970; missing in the
    /// foreground and after the end.
    package static let backgroundKey = "background_since"

    /// The key of the seq up to which actions were pruned, which is that of the first state.
    package static let prunedKey = "pruned_through"

    /// The key that is present if no state was written before the recording ended. The first state is then null.
    package static let noStatesKey = "no_states"

    /// The key of the seq from which the effects of actions are uncertain: the first action dispatched by overlapping
    /// threads while the recorder read the states from the store.
    package static let overlapKey = "threads_overlap_from"

    /// Returns the seq up to which actions were pruned; nil if none were.
    ///
    /// - Throws: `SessionError.damaged` if the fact is invalid.
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

    /// Returns the end of the log when the session was closed; nil if unknown.
    package static func logEnd(in db: Connection) throws -> LogEnd? {
        try db.fetchOne("SELECT value FROM session WHERE key = ?", [LogEnd.key]) { row in
            row.value(0).flatMap(LogEnd.init(parsing:))
        }
    }

    /// Records that the actions up to `seq` were pruned. A cursor or tip before `seq` moves there.
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

    /// Removes a fact.
    package static func remove(_ key: String, in db: Connection) throws {
        try db.execute("DELETE FROM session WHERE key = ?", [key])
    }

    /// Returns the time at which the app entered the background; nil if it was in the foreground.
    package static func backgroundSince(in db: Connection) throws -> Int64? {
        try db.fetchOne("SELECT value FROM session WHERE key = ?", [backgroundKey]) { row in
            row.value(0).flatMap { (text: String) in Int64(text) }
        }
    }

    /// Returns true if the recording has ended.
    package static func isEnded(in db: Connection) throws -> Bool {
        try db.fetchOne(Bool.self, "SELECT EXISTS (SELECT 1 FROM session WHERE key = ?)", [endedKey]) == true
    }

    /// Returns the end of the effects when the session was closed; nil if unknown.
    package static func effectsEnd(in db: Connection) throws -> EffectsEnd? {
        try db.fetchOne("SELECT value FROM session WHERE key = ?", [EffectsEnd.key]) { row in
            row.value(0).flatMap(EffectsEnd.init(parsing:))
        }
    }

    /// Records that the recording has ended, and the ends of the log and of the effects.
    package static func end(_ log: LogEnd, _ effects: EffectsEnd, at time: Int64? = nil, in db: Connection) throws {
        try set(LogEnd.key, to: log.text, in: db)
        try set(EffectsEnd.key, to: effects.text, in: db)
        try remove(backgroundKey, in: db)
        try set(endedKey, to: String(time ?? Date().microseconds), in: db)
    }
}
