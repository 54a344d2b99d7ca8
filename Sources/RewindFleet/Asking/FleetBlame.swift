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
    /// Returns the types whose actions changed the value at `pointer`, something in it, or a value that contains it, the
    /// most frequent first. `*` stands for any element of an array, and so does each index.
    ///
    /// - Throws: `FleetError`.
    package func blame(_ pointer: Pointer, _ filter: FleetFilter) throws -> [FleetBlame] {
        let folded = pointer.folded
        // The texts of the pointers inside are between those that follow "/" and "0", the next character.
        let text = folded.indexText
        let pointers = try connection.rows(
            """
            SELECT id FROM rewind.pointer WHERE text = ANY($1) OR text > $2 COLLATE "C" AND text < $3 COLLATE "C"
            """,
            [.texts(folded.selfAndAncestors.map(\.indexText)), .text(text + "/"), .text(text + "0")]
        ) { $0.int(0) ?? 0 }
        var found: [String: FleetBlame] = [:]
        try connection.forEachRow(
            """
            SELECT t.name, g.version, g.sessions, g.count
            FROM (
                SELECT c.type, s.version, count(*) AS sessions, sum(c.count)::bigint AS count
                FROM (
                    SELECT session, type, sum(count) AS count FROM rewind.change
                    WHERE pointer = ANY($5) GROUP BY session, type
                ) c
                JOIN rewind.session s ON s.key = c.session
                WHERE \(FleetFilter.sql) GROUP BY c.type, s.version
            ) g
            JOIN rewind.type t ON t.id = g.type
            """,
            filter.parameters + [.ints(pointers)]
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
