#if Fleet

import Foundation

/// The sessions with one version of the app, device, or system, and those among them that match a question.
package struct FleetShare: Sendable {
    /// What sessions are grouped by: a column of their table.
    package enum Fact: String, CaseIterable, Sendable {
        case version, device, os
    }

    /// The version, device, or system; nil if the sessions do not name it.
    package let value: String?
    package let matches: Int
    package let sessions: Int
}

extension FleetDatabase {
    /// Returns the shares of the sessions that match, by a fact; those of later versions come first.
    ///
    /// - Throws: `FleetError`.
    package func shares(
        of matches: [FleetQuestion.Match],
        by fact: FleetShare.Fact,
        _ filter: FleetFilter
    ) throws -> [FleetShare] {
        let found = try connection.rows(
            """
            SELECT s.\(fact.rawValue), count(*) FILTER (WHERE s.key = ANY($5)), count(*)
            FROM rewind.session s WHERE \(FleetFilter.sql) GROUP BY 1
            """,
            filter.parameters + [.ints(matches.map(\.session.key))]
        ) { FleetShare(value: $0.text(0), matches: Int($0.int(1) ?? 0), sessions: Int($0.int(2) ?? 0)) }
        return found.sorted {
            ($0.value ?? "").compare($1.value ?? "", options: .numeric) == .orderedDescending
        }
    }
}

#endif
