#if Fleet

import RewindTimeline
import RewindTree

/// A question for the sessions with a state in which an EXPR is true.
///
/// SQLite evaluates EXPR, and never PostgreSQL. The parts of EXPR that depend only on one value or on the type are
/// evaluated with each different value in the database. This finds the sessions that match or, if EXPR has several
/// parts, those in which each part is true somewhere. The states of these and of undecided sessions are then read.
package final class FleetQuestion {
    /// A part of EXPR, and the sessions in which it may be true somewhere.
    package struct Part: Sendable {
        package enum Way: Hashable, Sendable {
            /// The values at a pointer in the database, or NULL, if there are none.
            case values(Pointer)
            /// The names of the types.
            case types
            /// The states of sessions.
            case states
        }

        package let text: String
        package let way: Way
        /// The number of sessions; nil if the database excludes none.
        package let sessions: Int?
    }

    /// A session in which EXPR is true.
    package struct Match: Sendable {
        package let session: FleetSession
        /// The first seq with a state in which it is true.
        package let seq: Int
    }

    package let parts: [Part]

    /// The state pointers that occur as literals in EXPR.
    package var pointers: [Pointer] { condition.pointers }

    private let condition: Condition
    private let filter: FleetFilter
    private let fleet: FleetDatabase
    /// The first seqs in the sessions that match.
    private let exact: [Int64: Int]
    /// The sessions whose states must be read; nil for all that the filter admits.
    private let candidates: Set<Int64>?

    /// Plans the answer.
    ///
    /// - Parameter compile: Compiles EXPR and parts of it.
    /// - Throws: `TimelineError.malformedExpression`, `FleetError`.
    package init(
        _ text: String,
        _ filter: FleetFilter,
        in fleet: FleetDatabase,
        compile: (String) throws -> Condition
    ) throws {
        condition = try compile(text)
        self.filter = filter
        self.fleet = fleet
        let summaries = FleetSummaries(filter, in: fleet.connection)
        var found: [FleetSummaries.Found?] = []
        parts = try Conjunction(text, compile: compile).parts.map { part in
            let (way, sessions) = try summaries.sessions(where: part)
            found.append(sessions)
            return Part(text: part.text, way: way, sessions: sessions?.all.count)
        }
        if found.count == 1, let only = found[0] {
            (exact, candidates) = (only.certain, only.possible)
        } else {
            exact = [:]
            candidates = found.compactMap { $0?.all }.reduce(nil) { $0?.intersection($1) ?? $1 }
        }
    }

    /// The number of sessions known to match, and of those whose states must be read.
    ///
    /// - Throws: `FleetError`.
    package func counts() throws -> (exact: Int, candidates: Int) {
        let sessions = try candidates?.count ?? fleet.sessions(filter).count
        return (exact.count, sessions)
    }

    /// Calls `body` with the matches, newest first, until it returns false. `progress` receives the number of visited
    /// sessions of all that may match. The first `start` of these are skipped.
    ///
    /// - Throws: `FleetError`, `SessionError`, `TimelineError.malformedExpression`, `CancellationError`, or an error of
    ///   `progress` or `body`.
    package func forEachMatch(
        from start: Int = 0,
        progress: (_ done: Int, _ total: Int) throws -> Void,
        _ body: (Match) throws -> Bool
    ) throws {
        let keys = candidates.map { Array($0) + exact.keys }
        let sessions = try FleetSession.read(filter, keys: keys, in: fleet.connection)
        for (index, session) in sessions.enumerated().dropFirst(start) {
            try progress(index, sessions.count)
            guard let seq = try exact[session.key] ?? firstSeq(in: session) else { continue }
            guard try body(Match(session: session, seq: seq)) else { return }
        }
    }

    /// Returns the matches, newest first.
    ///
    /// - Throws: As ``forEachMatch(progress:_:)``.
    package func matches(progress: (_ done: Int, _ total: Int) throws -> Void) throws -> [Match] {
        var matches: [Match] = []
        try forEachMatch(progress: progress) { match in
            matches.append(match)
            return true
        }
        return matches
    }

    private func firstSeq(in session: FleetSession) throws -> Int? {
        try fleet.reading(session) { timeline in
            if try timeline.holds(condition, at: timeline.first) { return timeline.first }
            let check = fleet.connection.check
            return try timeline.firstMatch(where: condition, from: timeline.first) { _ in try check() }?.seq
        }
    }
}

#endif
