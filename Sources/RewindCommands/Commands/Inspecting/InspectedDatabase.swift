#if Fleet

import Foundation
import RewindFleet
import RewindInspector
import RewindTimeline

/// The database of `rewind inspect --database`. Each request has its own connection, so that the page continues after a
/// restart of the server.
struct InspectedDatabase: InspectedFleet {
    private static let mostCrashes = 50
    private static let mostDays = 90
    /// One for each color of the page.
    private static let mostVersions = 6

    private struct OutOfTime: Error {}

    private let address: String
    private let seconds: Int
    private let part: Duration
    private let mostMatches: Int

    /// Checks that the database can be reached.
    ///
    /// - Parameters:
    ///   - seconds: The time limit of an answer.
    ///   - part: The time after which an answer ends that can be continued.
    ///   - mostMatches: The maximum number of listed sessions.
    /// - Throws: `FleetError`.
    init(_ address: String, seconds: Int = 20, part: Duration = .seconds(1), mostMatches: Int = 200) throws {
        self.address = address
        self.seconds = seconds
        self.part = part
        self.mostMatches = mostMatches
        _ = try FleetOptions.open(address)
    }

    func overview(check: @escaping Check) throws -> any Encodable & Sendable {
        do {
            return try asking(limited(check)) { fleet in
                let crashes = try fleet.crashes(FleetFilter())
                return FleetOverview(
                    days: try fleet.days(FleetFilter(), limit: Self.mostDays, mostVersions: Self.mostVersions),
                    total: try fleet.stats(FleetFilter()).total,
                    crashes: crashes.prefix(Self.mostCrashes).map(CrashReport.init),
                    groups: crashes.count
                )
            }
        } catch is OutOfTime {
            throw CommandError(message: "The database did not answer within \(seconds) s.", hint: nil)
        }
    }

    func matches(
        where expression: String,
        from start: Int,
        check: @escaping Check
    ) throws -> any Encodable & Sendable {
        let check = limited(check)
        let end = ContinuousClock.now + part
        var answer = FleetMatches(seconds: seconds)
        do {
            try asking(check) { fleet in
                let bounds = SQLBounds(seconds: Double(seconds)) { (try? check()) == nil }
                let text = try Expression(argument: expression).text
                let question = try FleetQuestion(text, FleetFilter(), in: fleet) { try Condition($0, bounds: bounds) }
                try question.forEachMatch(
                    from: start,
                    progress: { done, total in
                        (answer.done, answer.total) = (done, total)
                        if done > start, ContinuousClock.now >= end { throw OutOfTime() }
                    },
                    { match in
                        answer.hasMore = answer.sessions.count == mostMatches
                        guard !answer.hasMore else { return false }
                        answer.sessions.append(FleetSessionEntry(session: match.session, seq: match.seq))
                        return true
                    }
                )
                if start == 0, answer.sessions.isEmpty {
                    throw try CommandError.noSessionMatches(question, in: fleet)
                }
            }
        } catch is OutOfTime {
            answer.isTooSlow = true
        } catch is CancellationError {
            // SQLite reports both ends in this way.
            do { try check() } catch is OutOfTime { answer.isTooSlow = true }
            guard answer.isTooSlow else { throw CancellationError() }
        }
        return answer
    }

    func pull(_ id: String, to url: URL, check: @escaping Check) throws {
        try asking(check) { fleet in try fleet.pull(fleet.session(id), to: url) { _ in try check() } }
    }

    /// Connects to the database. The error has no text of the system, which contains the address.
    private func asking<Value>(_ check: @escaping Check, _ body: (FleetDatabase) throws -> Value) throws -> Value {
        do {
            return try body(FleetDatabase(address, check: check))
        } catch let error as FleetError {
            switch error {
            case .noConnection, .connectionLost:
                throw CommandError(message: "The database cannot be reached.", hint: "Try again when its server runs.")
            default: throw error
            }
        }
    }

    /// Adds the time limit to a check.
    private func limited(_ check: @escaping Check) -> Check {
        let end = ContinuousClock.now + .seconds(seconds)
        return {
            try check()
            guard ContinuousClock.now < end else { throw OutOfTime() }
        }
    }
}

/// The numbers of sessions by day and version, and the crashes.
private struct FleetOverview: Encodable, Sendable {
    private struct Version: Encodable {
        let version: FleetDays.Version

        func encode(to encoder: any Encoder) throws {
            try encoder.encode(["app": version.app, "app_version": version.version])
        }
    }

    private struct Day: Encodable {
        let day: FleetDays.Day

        func encode(to encoder: any Encoder) throws {
            try encoder.encode([
                "day": TimeText(timeZone: .gmt).day(day.at), "sessions": day.sessions, "others": day.others,
                "crashed": day.crashed,
            ])
        }
    }

    let days: FleetDays
    let total: FleetStats.Part
    let crashes: [CrashReport]
    let groups: Int

    func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "sessions": total.sessions, "crashed": total.crashed,
            "versions": days.versions.map { Version(version: $0) },
            "days": days.days.map { Day(day: $0) }, "crashes": crashes, "groups": groups,
        ])
    }
}

/// The sessions in which an EXPR is true.
private struct FleetMatches: Encodable, Sendable {
    var sessions: [FleetSessionEntry] = []
    /// True if there may be more matches than the maximum.
    var hasMore = false
    /// True if the time limit ended the work after `done` of `total` sessions.
    var isTooSlow = false
    var done = 0
    var total = 0
    let seconds: Int

    func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "sessions": sessions, "more": hasMore ? true : nil, "done": isTooSlow ? done : nil,
            "total": isTooSlow ? total : nil, "seconds": isTooSlow ? seconds : nil,
        ])
    }
}

#endif
