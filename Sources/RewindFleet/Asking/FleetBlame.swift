#if Fleet

import RewindSession
import RewindTimeline
import RewindTree

/// The actions of a type that changed a value.
package struct FleetBlame: Sendable {
    package let type: String
    /// The sessions with such actions, and the numbers of the actions.
    package internal(set) var versions = FleetVersions()
}

extension FleetDatabase {
    /// Returns the types whose actions changed the value at `pointer` or something in it, the most frequent first. `*`
    /// stands for any element of an array, and so does each index.
    ///
    /// - Throws: `FleetError`.
    package func blame(_ pointer: Pointer, _ filter: FleetFilter) throws -> [FleetBlame] {
        var found: [String: FleetBlame] = [:]
        try connection.forEachRow(
            """
            SELECT t.name, g.version, g.sessions, g.count
            FROM (
                SELECT c.type, s.version, count(*) AS sessions, sum(c.count) AS count
                FROM rewind.change c JOIN rewind.session s ON s.key = c.session
                WHERE c.pointer = $5 AND \(FleetFilter.sql) GROUP BY c.type, s.version
            ) g
            JOIN rewind.type t ON t.id = g.type
            """,
            filter.parameters + [.int(FleetID.pointer(pointer.folded.indexText))]
        ) { row in
            let (type, sessions, count) = (row.text(0) ?? "", Int(row.int(2) ?? 0), Int(row.int(3) ?? 0))
            found[type, default: FleetBlame(type: type)].versions.add(row.text(1), sessions: sessions, count: count)
        }
        return found.values.sorted { ($1.versions.count, $0.type) < ($0.versions.count, $1.type) }
    }

    /// Returns false if no session has a value at a folded pointer. True if that is not known.
    ///
    /// - Throws: `FleetError`.
    package func mayHave(_ pointer: Pointer) throws -> Bool {
        try connection.rows(
            """
            SELECT EXISTS (SELECT FROM rewind.pointer WHERE id = $1)
                OR EXISTS (SELECT FROM rewind.session WHERE NOT values_complete)
            """,
            [.int(FleetID.pointer(pointer.indexText))]
        ) { $0.bool(0) ?? true }.first ?? true
    }

    /// Returns the folded pointers of all sessions, up to a limit.
    ///
    /// - Throws: `FleetError`.
    package func pointers(limit: Int) throws -> [Pointer] {
        try connection.rows("SELECT text FROM rewind.pointer ORDER BY text LIMIT $1", [.int(Int64(limit))]) {
            $0.text(0).flatMap { try? Pointer(parsing: $0) }
        }.compactMap(\.self)
    }
}

#endif
