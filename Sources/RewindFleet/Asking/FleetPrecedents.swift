#if Fleet

/// The types of the actions that precede a state, compared with other sessions.
package struct FleetPrecedents: Sendable {
    package struct Precedent: Sendable {
        package let type: String
        /// The numbers of sessions with such an action before the state, and in a window elsewhere.
        package let sessions: Int
        package let others: Int
        /// The difference between their shares.
        package let difference: ProportionDifference
    }

    /// The number of actions in a window.
    package static let window = 20
    /// The maximum number of sessions that are compared on each side.
    package static let mostSessions = 2_000

    /// The types, those with the highest lower end of the difference first.
    package let all: [Precedent]
    /// The numbers of compared sessions.
    package let sessions: Int
    package let others: Int
}

extension FleetDatabase {
    /// Returns the types in the last actions up to the first match of each session, as a share of the sessions, compared
    /// with as many actions up to a random one in sessions without a match.
    ///
    /// The same sessions and windows are drawn each time. If there is nothing to compare, `all` is empty.
    ///
    /// - Throws: `FleetError`.
    package func precedents(of matches: [FleetQuestion.Match], _ filter: FleetFilter) throws -> FleetPrecedents {
        // Keys are digests, so that the first ones are a random sample.
        let keys = matches.map(\.session.key)
        let sample = matches.sorted { $0.session.key < $1.session.key }.prefix(FleetPrecedents.mostSessions)
        let others = try connection.rows(
            """
            SELECT s.key, s.first + 1 + mod(s.key / 65536, s.last - s.first) FROM rewind.session s
            WHERE \(FleetFilter.sql) AND s.last > s.first AND s.key <> ALL($5) ORDER BY s.key LIMIT $6
            """,
            filter.parameters + [.ints(keys), .int(Int64(FleetPrecedents.mostSessions))]
        ) { (key: $0.int(0) ?? 0, seq: Int($0.int(1) ?? 0)) }
        guard !sample.isEmpty, !others.isEmpty else {
            return FleetPrecedents(all: [], sessions: sample.count, others: others.count)
        }
        let before = try types(upTo: sample.map { ($0.session.key, $0.seq) })
        let elsewhere = try types(upTo: others)
        let all = before.map { type, count in
            let other = elsewhere[type] ?? 0
            let difference = ProportionDifference((count, sample.count), (other, others.count))
            return FleetPrecedents.Precedent(type: type, sessions: count, others: other, difference: difference)
        }
        return FleetPrecedents(
            all: all.sorted { ($1.difference.low, $0.type) < ($0.difference.low, $1.type) },
            sessions: sample.count,
            others: others.count
        )
    }

    /// Returns the numbers of windows with an action of a type, by its name; a window ends with an action of a session.
    private func types(upTo ends: [(key: Int64, seq: Int)]) throws -> [String: Int] {
        let rows = try connection.rows(
            """
            SELECT t.name, count(DISTINCT w.session)
            FROM unnest($1::bigint[], $2::bigint[]) AS w (session, seq)
            -- LIMIT keeps the planner from reading all actions.
            CROSS JOIN LATERAL (
                SELECT type FROM rewind.action
                WHERE session = w.session AND seq > w.seq - $3 AND seq <= w.seq LIMIT $3
            ) a
            JOIN rewind.type t ON t.id = a.type
            GROUP BY t.name
            """,
            [.ints(ends.map(\.key)), .ints(ends.map { Int64($0.seq) }), .int(Int64(FleetPrecedents.window))]
        ) { ($0.text(0) ?? "", Int($0.int(1) ?? 0)) }
        return Dictionary(rows) { $1 }
    }
}

#endif
