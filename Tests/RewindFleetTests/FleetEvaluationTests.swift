#if Fleet

import Foundation
import RewindTimeline
import RewindTree
import TestSupport
import Testing

@testable import RewindFleet

/// Answers about generated sessions, compared with those that the generated states give.
@Suite(.needsPostgres, .ownThreads, .timeLimit(.minutes(60))) struct FleetEvaluationTests {
    private let folder = TemporaryFolder()
    private let fleet: FleetDatabase
    private let sessions: [GeneratedSession]

    init() throws {
        let address = try #require(FleetCluster.shared).createFleet()
        fleet = try FleetDatabase(address)
        var random = SplitMix64(seed: 31)
        sessions = (0..<Thoroughness.count(60, orInFull: 150)).map { _ in GeneratedSession(&random) }
        let (all, folder) = (sessions, folder)
        try Threads(2) { half in
            let fleet = try FleetDatabase(address)
            for number in stride(from: half, to: all.count, by: 2) {
                let url = folder.session("\(number).rewind")
                try all[number].write(to: url)
                _ = try fleet.push(url)
                try FileManager.default.removeItem(at: url)
            }
        }.wait()
    }

    /// Returns a filter, and the sessions that it admits.
    private func filtered(_ random: inout SplitMix64) -> (FleetFilter, [GeneratedSession]) {
        switch random.below(6) {
        case 0: (FleetFilter(app: "Shop"), sessions.filter { $0.app == "Shop" })
        case 1: (FleetFilter(version: "1.1"), sessions.filter { $0.version == "1.1" })
        case 2: (FleetFilter(isCrashed: true), sessions.filter(\.isCrashed))
        case 3:
            (
                FleetFilter(app: "Admin", since: GeneratedSession.start + 500_000_000_000),
                sessions.filter { $0.app == "Admin" && $0.startedAt >= GeneratedSession.start + 500_000_000_000 }
            )
        default: (FleetFilter(), sessions)
        }
    }

    private func firstSeq(_ question: GeneratedQuestion, in session: GeneratedSession) -> Int? {
        session.states.indices.first {
            question.holds($0 == 0 ? nil : session.types[$0 - 1], session.states[$0]) == true
        }
    }

    private func matches(
        _ question: GeneratedQuestion,
        _ filter: FleetFilter
    ) throws -> [FleetQuestion.Match] {
        try FleetQuestion(question.sql, filter, in: fleet) { try Condition($0) }.matches { _, _ in }
    }

    @Test func `A condition is first true where it is in the generated states`() throws {
        var random = SplitMix64(seed: 32)
        var (found, some) = (0, 0)
        for _ in 0..<Thoroughness.count(40, orInFull: 60) {
            let question = GeneratedQuestion.random(&random)
            let (filter, admitted) = filtered(&random)
            let pairs = admitted.compactMap { session in firstSeq(question, in: session).map { (session.id, $0) } }
            let truth = Dictionary(pairs) { $1 }
            let answer = try matches(question, filter).map { ($0.session.id, $0.seq) }
            #expect(Dictionary(answer) { $1 } == truth && answer.count == truth.count, "\(question.sql), \(filter)")
            found += truth.count
            if 1..<admitted.count ~= truth.count { some += 1 }
        }
        // Most conditions are neither always nor never true.
        #expect(found > 2 * sessions.count)
        #expect(some > 8)
    }

    @Test func `Actions are blamed for a value if it is another one after them`() throws {
        var random = SplitMix64(seed: 33)
        var found = 0
        let more = [[], ["a/b"], ["byId"], ["byId", "7"], ["cart", "items", "*", "name"]]
        let paths = Set(GeneratedQuestion.paths + more)
        for path in paths {
            let (filter, admitted) = filtered(&random)
            // The counts by type and version, and in how many sessions.
            var truth: [String: [String: [Int]]] = [:]
            for session in admitted {
                var counts: [String: Int] = [:]
                for (index, parent) in session.parents.enumerated()
                where session.states[parent].values(at: path) != session.states[index + 1].values(at: path) {
                    counts[session.types[index], default: 0] += 1
                }
                for (type, count) in counts {
                    let known = truth[type]?[session.version ?? ""] ?? [0, 0]
                    truth[type, default: [:]][session.version ?? ""] = [known[0] + count, known[1] + 1]
                }
            }
            let answer = try fleet.blame(Pointer(path), filter).map { blame in
                let versions = blame.versions.all.map { ($0.version ?? "", [$0.count, $0.sessions]) }
                return (blame.type, Dictionary(versions) { $0 + $1 })
            }
            #expect(Dictionary(answer) { $1 } == truth && answer.count == truth.count, "\(path), \(filter)")
            found += truth.count
        }
        #expect(found > 50)
    }

    @Test func `Versions, devices and systems are counted as they were generated`() throws {
        var random = SplitMix64(seed: 34)
        for _ in 0..<10 {
            let question = GeneratedQuestion.random(&random, depth: 0)
            let (filter, admitted) = filtered(&random)
            let found = try matches(question, filter)
            let facts: [(FleetShare.Fact, (GeneratedSession) -> String?)] = [
                (.version, \.version), (.device, \.device), (.os, \.os),
            ]
            for (fact, value) in facts {
                var truth: [String?: [Int]] = [:]
                for session in admitted {
                    let known = truth[value(session)] ?? [0, 0]
                    let isMatch = firstSeq(question, in: session) != nil
                    truth[value(session)] = [known[0] + (isMatch ? 1 : 0), known[1] + 1]
                }
                let shares = try fleet.shares(of: found, by: fact, filter)
                let counts = Dictionary(shares.map { ($0.value, [$0.matches, $0.sessions]) }) { one, _ in one }
                #expect(counts == truth && shares.count == truth.count, "\(question.sql), \(fact), \(filter)")
            }
            let stats = try fleet.stats(filter)
            let counts = stats.versions.map {
                [$0.app ?? "", $0.version ?? "", "\($0.sessions) \($0.actions) \($0.crashed)"]
            }
            let groups = Dictionary(grouping: admitted) { [$0.app, $0.version ?? ""] }
            let truth = groups.map { key, group in
                let actions = group.reduce(0) { $0 + $1.types.count }
                return key + ["\(group.count) \(actions) \(group.count(where: \.isCrashed))"]
            }
            #expect(Set(counts) == Set(truth) && counts.count == truth.count, "\(filter)")
        }
    }

    @Test func `What precedes a condition is what the generated sessions have before it`() throws {
        var random = SplitMix64(seed: 35)
        var compared = 0
        for _ in 0..<Thoroughness.count(16, orInFull: 40) {
            let question = GeneratedQuestion.random(&random, depth: 1)
            let (filter, admitted) = filtered(&random)
            let found = try fleet.precedents(of: matches(question, filter), filter)
            // The ends of the windows: the match, and elsewhere a place that the session's id decides.
            let ends = admitted.map { session in
                let digest = Digest(of: Array(session.id.utf8)).bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
                let elsewhere = 1 + Int((digest & UInt64(Int64.max)) / 65_536) % session.types.count
                let match = firstSeq(question, in: session)
                return (session: session, isMatch: match != nil, seq: match ?? elsewhere)
            }
            func counts(ofMatches isMatch: Bool) -> [FleetPrecedents.Event: Int] {
                let events = ends.filter { $0.isMatch == isMatch }.flatMap { session, _, seq in
                    let types = Set(session.types[max(0, seq - 20)..<seq]).map(FleetPrecedents.Event.action)
                    let facts = [("app_version", session.version), ("device", session.device), ("os", session.os)]
                    return types + facts.compactMap { name, value in value.map { .fact(name, is: $0) } }
                }
                return Dictionary(events.map { ($0, 1) }, uniquingKeysWith: +)
            }
            let sizes = [found.sessions, found.others]
            #expect(sizes == [ends.count(where: \.isMatch), ends.count { !$0.isMatch }], "\(question.sql), \(filter)")
            guard !sizes.contains(0) else { continue }
            let (before, elsewhere) = (counts(ofMatches: true), counts(ofMatches: false))
            let answer = Dictionary(found.all.map { ($0.event, [$0.sessions, $0.others]) }) { one, _ in one }
            var truth: [FleetPrecedents.Event: [Int]] = [:]
            for (event, count) in before { truth[event] = [count, elsewhere[event] ?? 0] }
            #expect(answer == truth && found.all.count == truth.count, "\(question.sql), \(filter)")
            compared += truth.count
        }
        #expect(compared > 30)
    }
}

#endif
