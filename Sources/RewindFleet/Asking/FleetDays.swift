#if Fleet

/// The numbers of sessions by the day of their start, in UTC, and by version.
package struct FleetDays: Sendable {
    package struct Version: Hashable, Sendable {
        package let app: String?
        package let version: String?
    }

    package struct Day: Sendable {
        /// The beginning of the day, in microseconds since 1970.
        package let at: Int64
        /// The numbers of sessions of each of the versions.
        package fileprivate(set) var sessions: [Int]
        /// The number of sessions of other versions.
        package fileprivate(set) var others = 0
        package fileprivate(set) var crashed = 0
    }

    /// The versions with the most sessions.
    package let versions: [Version]
    /// The latest days on which sessions started, the last one last.
    package let days: [Day]
}

extension FleetDatabase {
    /// Returns the numbers of sessions on the latest days, up to a number of days and of versions.
    ///
    /// - Throws: `FleetError`.
    package func days(_ filter: FleetFilter, limit: Int, mostVersions: Int) throws -> FleetDays {
        let length: Int64 = 86_400_000_000
        let rows = try connection.rows(
            """
            WITH part AS (
                SELECT s.started_at / \(length) AS day, s.app, s.version, count(*) AS sessions,
                    count(*) FILTER (WHERE s.crashed) AS crashed
                FROM rewind.session s WHERE s.started_at IS NOT NULL AND \(FleetFilter.sql) GROUP BY 1, 2, 3
            )
            SELECT day, app, version, sessions, crashed FROM part
            WHERE day IN (SELECT DISTINCT day FROM part ORDER BY day DESC LIMIT $5) ORDER BY day
            """,
            filter.parameters + [.int(Int64(limit))]
        ) { row in
            let version = FleetDays.Version(app: row.text(1), version: row.text(2))
            return (at: (row.int(0) ?? 0) * length, version, sessions: Int(row.int(3) ?? 0), Int(row.int(4) ?? 0))
        }
        let counts = Dictionary(rows.map { ($0.1, $0.sessions) }, uniquingKeysWith: +)
        let sorted = counts.sorted {
            let names = [$0, $1].map { "\($0.key.app ?? "") \($0.key.version ?? "")" }
            return $0.value == $1.value ? names[0] < names[1] : $0.value > $1.value
        }
        let versions = sorted.prefix(mostVersions).map(\.key)
        var days: [FleetDays.Day] = []
        for (at, version, sessions, crashed) in rows {
            if days.last?.at != at { days.append(FleetDays.Day(at: at, sessions: versions.map { _ in 0 })) }
            let day = days.count - 1
            days[day].crashed += crashed
            if let index = versions.firstIndex(of: version) {
                days[day].sessions[index] += sessions
            } else {
                days[day].others += sessions
            }
        }
        return FleetDays(versions: versions, days: days)
    }
}

#endif
