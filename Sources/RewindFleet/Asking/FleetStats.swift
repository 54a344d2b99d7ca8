#if Fleet

/// The numbers of sessions, actions, and crashes.
package struct FleetStats: Sendable {
    package struct Part: Sendable {
        /// The app and its version; for a day, both are nil.
        package internal(set) var app: String?
        package internal(set) var version: String?
        /// The times of the first and last start, in microseconds since 1970.
        package let firstAt: Int64?
        package let lastAt: Int64?
        package let sessions: Int
        package let actions: Int
        /// The length of the files.
        package let bytes: Int
        package let crashed: Int

        /// The share of sessions that did not end with a crash.
        package var crashFree: Double { sessions == 0 ? 1 : 1 - Double(crashed) / Double(sessions) }

        fileprivate static let columns = """
            min(s.started_at), max(s.started_at), count(*), coalesce(sum(s.last - s.first), 0)::bigint,
            coalesce(sum(s.bytes), 0)::bigint, count(*) FILTER (WHERE s.crashed)
            """

        fileprivate init(_ row: PostgresRow) {
            firstAt = row.int(0)
            lastAt = row.int(1)
            sessions = Int(row.int(2) ?? 0)
            actions = Int(row.int(3) ?? 0)
            bytes = Int(row.int(4) ?? 0)
            crashed = Int(row.int(5) ?? 0)
        }
    }

    package let total: Part
    /// The versions of the apps, those with the latest start first.
    package let versions: [Part]
    /// The days on which sessions started, in UTC, latest first.
    package let days: [Part]
}

extension FleetDatabase {
    /// Returns the numbers of the sessions that a filter admits.
    ///
    /// - Throws: `FleetError`.
    package func stats(_ filter: FleetFilter) throws -> FleetStats {
        func parts(_ rest: String, _ columns: String = "", _ part: (PostgresRow) -> FleetStats.Part) throws
            -> [FleetStats.Part]
        {
            let sql = """
                SELECT \(FleetStats.Part.columns)\(columns) FROM rewind.session s WHERE \(FleetFilter.sql) \(rest)
                """
            return try connection.rows(sql, filter.parameters, part)
        }
        let total = try parts("") { FleetStats.Part($0) }
        let versions = try parts("GROUP BY s.app, s.version ORDER BY 2 DESC NULLS LAST, 7, 8", ", s.app, s.version") {
            var part = FleetStats.Part($0)
            (part.app, part.version) = ($0.text(6), $0.text(7))
            return part
        }
        let day: Int64 = 86_400_000_000
        let days = try parts("AND s.started_at IS NOT NULL GROUP BY s.started_at / \(day) ORDER BY 2 DESC") {
            FleetStats.Part($0)
        }
        guard let total = total.first else { throw FleetError.connectionLost }
        return FleetStats(total: total, versions: versions, days: days)
    }
}

#endif
