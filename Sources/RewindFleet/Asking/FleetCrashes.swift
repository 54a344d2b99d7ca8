#if Fleet

import RewindTree

/// Crashes during actions of one type that changed the same values.
package struct FleetCrashes: Sendable {
    /// Effects of one name that were under way at crashes.
    package struct Effect: Hashable, Sendable {
        package let name: String
        /// The number of crashed sessions with such an effect.
        package let sessions: Int
    }

    /// The type; nil for crashes before any action.
    package let type: String?
    /// The folded pointers to the changed values, as a JSON array; nil if they are not known.
    package let pointers: Tree?
    package internal(set) var versions = FleetVersions()
    /// The effects and flows without an outcome, those of the most sessions first.
    package fileprivate(set) var effects: [Effect] = []
    /// The times of the first and the last crash, in microseconds since 1970.
    package internal(set) var firstAt: Int64?
    package internal(set) var lastAt: Int64?
    /// The session with the fewest actions, and their number.
    package internal(set) var shortest: (id: String, actions: Int)
}

extension FleetDatabase {
    private struct CrashKey: Hashable {
        let type: String?
        let pointers: String?

        init(_ row: PostgresRow) {
            (type, pointers) = (row.text(0), row.text(1))
        }
    }

    /// Returns the crashes in groups, the most frequent first.
    ///
    /// - Throws: `FleetError`.
    package func crashes(_ filter: FleetFilter) throws -> [FleetCrashes] {
        var found: [CrashKey: FleetCrashes] = [:]
        try connection.forEachRow(
            """
            SELECT t.name, s.fatal_pointers, s.version, count(*), min(s.ended_at), max(s.ended_at),
                (array_agg(s.id::text ORDER BY s.last - s.first, s.key))[1], min(s.last - s.first)
            FROM rewind.session s LEFT JOIN rewind.type t ON t.id = s.fatal_type
            WHERE s.crashed AND \(FleetFilter.sql) GROUP BY 1, 2, 3
            """,
            filter.parameters
        ) { row in
            let key = CrashKey(row)
            let shortest = (id: row.text(6) ?? "", actions: Int(row.int(7) ?? 0))
            let pointers = key.pointers.flatMap { try? Tree(parsing: Array($0.utf8)) }
            var group = found[key] ?? FleetCrashes(type: key.type, pointers: pointers, shortest: shortest)
            group.versions.add(row.text(2), sessions: Int(row.int(3) ?? 0))
            group.firstAt = [group.firstAt, row.int(4)].compactMap(\.self).min()
            group.lastAt = [group.lastAt, row.int(5)].compactMap(\.self).max()
            if (shortest.actions, shortest.id) < (group.shortest.actions, group.shortest.id) {
                group.shortest = shortest
            }
            found[key] = group
        }
        try forEachEffectUnderWay(filter) { key, effect in found[key]?.effects.append(effect) }
        return found.sorted {
            let (one, other) = ($0.value.versions.sessions, $1.value.versions.sessions)
            return one != other
                ? one > other
                : ($0.key.type ?? "", $0.key.pointers ?? "") < ($1.key.type ?? "", $1.key.pointers ?? "")
        }.map(\.value)
    }

    /// Calls `body` with the effects that were under way at the crashes of each group, those of the most sessions first.
    private func forEachEffectUnderWay(
        _ filter: FleetFilter,
        _ body: (CrashKey, FleetCrashes.Effect) throws -> Void
    ) throws {
        try connection.forEachRow(
            """
            SELECT t.name, s.fatal_pointers, e.name, count(DISTINCT s.key)
            FROM rewind.session s LEFT JOIN rewind.type t ON t.id = s.fatal_type
            JOIN rewind.effect e ON e.session = s.key
            WHERE s.crashed AND \(FleetFilter.sql) AND e.kind IN ('effect', 'flow')
                AND NOT EXISTS (SELECT FROM rewind.outcome o WHERE o.session = s.key AND o.effect = e.id)
            GROUP BY 1, 2, 3 ORDER BY 4 DESC, 3
            """,
            filter.parameters
        ) { row in
            try body(CrashKey(row), FleetCrashes.Effect(name: row.text(2) ?? "", sessions: Int(row.int(3) ?? 0)))
        }
    }
}

#endif
