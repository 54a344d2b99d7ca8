import Foundation
import GRDB

/// Writes facts about a recording.
enum SessionFact {
    /// The key of the fact that a session has when its end is known: when it was closed, or finished after a crash, in
    /// microseconds since 1970.
    static let endedKey = "ended_at"

    /// Sets a fact.
    static func set(_ key: String, to value: String, in db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO session (key, value) VALUES (?, ?)
                ON CONFLICT (key) DO UPDATE SET value = excluded.value
                """,
            arguments: [key, value]
        )
    }

    /// Whether it is known that nothing more will be recorded.
    static func isEnded(in db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM session WHERE key = ?)", arguments: [endedKey]) == true
    }

    /// Notes that nothing more will be recorded.
    static func end(in db: Database) throws {
        try set(endedKey, to: String(Int64(Date().timeIntervalSince1970 * 1_000_000)), in: db)
    }
}
