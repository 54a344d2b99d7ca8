#if Fleet

/// The types of the actions, and the effects, that precede a state, and facts of the sessions, compared with other
/// sessions.
package struct FleetPrecedents: Sendable {
    package enum Event: Hashable, Sendable {
        /// An action of this type.
        case action(String)
        /// The begin of an effect or flow with this name.
        case effect(String)
        /// The end of such an effect without a value: `failed` or `canceled`.
        case outcome(String, of: String)
        /// The value of `app_version`, `device` or `os` of the session.
        case fact(String, is: String)
    }

    package struct Precedent: Sendable {
        package let event: Event
        /// The numbers of sessions with such an event before the state, and in a window elsewhere.
        package let sessions: Int
        package let others: Int
        /// The difference between their shares.
        package let difference: ProportionDifference
    }

    /// The number of actions in a window.
    package static let window = 20
    /// The maximum number of sessions that are compared on each side.
    package static let mostSessions = 2_000

    /// The events, those with the highest lower end of the difference first.
    package let all: [Precedent]
    /// The numbers of compared sessions.
    package let sessions: Int
    package let others: Int
}

extension FleetDatabase {
    /// Returns the types of the last actions up to the first match of each session, and the effects between them, as a
    /// share of the sessions, compared with as many actions up to a random one in sessions without a match.
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
        let before = try events(upTo: sample.map { ($0.session.key, $0.seq) })
        let elsewhere = try events(upTo: others)
        let all = before.map { event, count in
            let other = elsewhere[event] ?? 0
            let difference = ProportionDifference((count, sample.count), (other, others.count))
            return FleetPrecedents.Precedent(event: event, sessions: count, others: other, difference: difference)
        }
        return FleetPrecedents(
            all: all.sorted { ($1.difference.low, $0.event) < ($0.difference.low, $1.event) },
            sessions: sample.count,
            others: others.count
        )
    }

    /// Returns the numbers of windows with an event. A window ends with an action of a session, and has the effects that
    /// began or ended before it.
    private func events(upTo ends: [(key: Int64, seq: Int)]) throws -> [FleetPrecedents.Event: Int] {
        let rows = try connection.rows(
            """
            WITH w AS (SELECT * FROM unnest($1::bigint[], $2::bigint[]) AS w (session, seq))
            SELECT 'action', t.name, count(DISTINCT w.session) FROM w
            -- LIMIT keeps the planner from reading all actions.
            CROSS JOIN LATERAL (
                SELECT type FROM rewind.action
                WHERE session = w.session AND seq > w.seq - $3 AND seq <= w.seq LIMIT $3
            ) a
            JOIN rewind.type t ON t.id = a.type
            GROUP BY t.name
            UNION ALL
            SELECT 'effect', e.name, count(DISTINCT w.session) FROM w JOIN rewind.effect e ON e.session = w.session
            WHERE e.seq >= w.seq - $3 AND e.seq < w.seq AND e.kind IN ('effect', 'flow')
            GROUP BY e.name
            UNION ALL
            SELECT o.status, e.name, count(DISTINCT w.session) FROM w JOIN rewind.outcome o ON o.session = w.session
            JOIN rewind.effect e ON e.session = o.session AND e.id = o.effect
            WHERE o.seq >= w.seq - $3 AND o.seq < w.seq AND o.status <> 'done'
            GROUP BY o.status, e.name
            UNION ALL
            SELECT f.name, f.value, count(*) FROM w JOIN rewind.session s ON s.key = w.session
            CROSS JOIN LATERAL (VALUES ('app_version', version), ('device', device), ('os', os)) f (name, value)
            WHERE f.value IS NOT NULL
            GROUP BY f.name, f.value
            """,
            [.ints(ends.map(\.key)), .ints(ends.map { Int64($0.seq) }), .int(Int64(FleetPrecedents.window))]
        ) { (FleetPrecedents.Event(kind: $0.text(0) ?? "", $0.text(1) ?? ""), Int($0.int(2) ?? 0)) }
        return Dictionary(rows, uniquingKeysWith: +)
    }
}

extension FleetPrecedents.Event: Comparable {
    fileprivate init(kind: String, _ name: String) {
        switch kind {
        case "action": self = .action(name)
        case "effect": self = .effect(name)
        case "app_version", "device", "os": self = .fact(kind, is: name)
        default: self = .outcome(kind, of: name)
        }
    }

    private var order: (String, Int, String) {
        switch self {
        case .action(let type): (type, 0, "")
        case .effect(let name): (name, 1, "")
        case .outcome(let status, let name): (name, 2, status)
        case .fact(let name, let value): (value, 3, name)
        }
    }

    package static func < (one: Self, other: Self) -> Bool { one.order < other.order }
}

#endif
