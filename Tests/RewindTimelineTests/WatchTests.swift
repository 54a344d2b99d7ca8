import Foundation
import RewindSession
import RewindTree
import TestSupport
import Testing

@testable import RewindTimeline
@testable import RewindUpkeep

@Suite struct WatchTests {
    private let folder = TemporaryFolder()

    @Test(
        arguments: Thoroughness.first(1, of: UInt64(1)...6)
    )
    func `A watch finds the same as evaluating the condition at every action, both ways`(seed: UInt64) throws {
        let session = WatchedSession(seed: seed, count: 200, branching: seed % 3 == 0 ? 6 : 40)
        let timeline = try open(session)
        defer { timeline.session.close() }
        var random = SplitMix64(seed: seed)
        var found = 0
        for text in WatchedSession.conditions {
            let condition = try Condition(text)
            let truth = try Oracle(session, condition)
            for start in [0, 200, random.below(201)] {
                for isReversed in [false, true] {
                    let match = try timeline.firstMatch(where: condition, from: start, isReversed: isReversed)
                    let expected = truth.transition(from: start, isReversed: isReversed)
                    #expect(match?.seq == expected, "\(text) from \(start) \(isReversed)")
                    if expected != nil { found += 1 }
                    guard let match else { continue }
                    for reading in match.readings {
                        #expect(reading.value == session.value(reading.source, reading.pointer, at: match.seq))
                    }
                }
            }
        }
        #expect(found > 20)
    }

    @Test(arguments: Thoroughness.first(1, of: UInt64(1)...12))
    func `The matches of a condition are those that one search after another finds`(seed: UInt64) throws {
        let session = WatchedSession(seed: seed, count: 200, branching: seed % 3 == 0 ? 6 : 40)
        let timeline = try open(session)
        defer { timeline.session.close() }
        var found = 0
        for text in WatchedSession.conditions {
            let condition = try Condition(text)
            let truth = try Oracle(session, condition)
            for isReversed in [false, true] {
                var matches = try timeline.matches(of: condition, from: isReversed ? 200 : 0, isReversed: isReversed)
                var start = isReversed ? 200 : 0
                while let expected = truth.transition(from: start, isReversed: isReversed) {
                    #expect(try matches.next()?.seq == expected, "\(text) from \(start) \(isReversed)")
                    found += 1
                    start = isReversed ? expected - 1 : expected
                }
                #expect(try matches.next() == nil)
                #expect(try matches.next() == nil)
            }
        }
        #expect(found > 100)
    }

    @Test(arguments: Thoroughness.first(1, of: UInt64(1)...2))
    func `A watch looks at the remaining actions of a pruned session`(seed: UInt64) throws {
        let session = WatchedSession(seed: seed, count: 700, branching: 10_000)
        try session.write(to: folder.session())
        _ = try SessionPruning.prune(folder.session(), keeping: Retention(maxActions: 60), now: 0)
        let timeline = try Timeline(opening: folder.session())
        #expect(timeline.first > 0)
        for text in WatchedSession.conditions {
            let condition = try Condition(text)
            let truth = try Oracle(session, condition, first: timeline.first)
            for isReversed in [false, true] {
                let start = isReversed ? 700 : timeline.first
                let match = try timeline.firstMatch(where: condition, from: start, isReversed: isReversed)
                #expect(match?.seq == truth.transition(from: start, isReversed: isReversed), "\(text) \(isReversed)")
            }
        }
    }

    @Test func `A watch evaluates only actions that may have changed its values`() throws {
        var states: [Tree] = [["a": 0, "b": 0, "items": ["x", "y"]]]
        for n in 1...5_000 {
            states.append(["a": n < 4_000 ? 0 : 1, "b": .integer(Int64(n)), "items": ["x", "y"]])
        }
        let timeline = try open(BranchingSession(states: states))
        var looks = 0
        func find(_ text: String) throws -> Int? {
            looks = 0
            return try timeline.firstMatch(where: Condition(text), from: 0) { _ in looks += 1 }?.seq
        }
        #expect(try find("at('/a') = 1") == 4_000)
        #expect(looks < 10)
        #expect(try find("at('/items/1') <> 'y'") == nil)
        #expect(looks < 10)
        #expect(try find("at('/a') = 1 AND seq > 4500") == 4_501)
        #expect(looks == 4_501)
    }

    @Test(
        arguments: [
            ("at('/a') = 1", true, false), ("was('/a') = 1", true, true), ("seq = 1", false, false),
            ("type = 'A'", false, false), ("payload('/a') = 1", false, false), ("at('/a') > random()", false, false),
            ("at('/a') = 'seq'", true, false), ("at('/a') = 1 -- seq", true, false), ("SEQ > 1", false, false),
            ("\"type\" = 'A'", false, false), ("at('/a') < datetime('now')", false, false),
            ("at('/a') < current_time", false, false), ("AT('/a') = 1", true, false), ("1", true, false),
            ("(SELECT count(*) FROM json_each(at('/a')) WHERE type = 'text') > 1", true, false),
            ("lower(at('/a')) LIKE '%x' AND round(at('/b'), 1) IN (1, 2)", true, false),
        ]
    )
    func `The dependencies of a condition are known`(text: String, onStatesAlone: Bool, looksBack: Bool) throws {
        let condition = try Condition(text)
        #expect(condition.dependsOnStatesAlone == onStatesAlone)
        #expect(condition.looksBack == looksBack)
    }

    @Test func `A watch can be stopped`() throws {
        let timeline = try open(BranchingSession(parents: Array(0..<50)))
        let condition = try Condition("seq > 40")
        #expect(throws: CancellationError.self) {
            try timeline.firstMatch(where: condition, from: 0) { if $0 == 20 { throw CancellationError() } }
        }
    }

    @Test func `A watch finds where a condition starts to hold`() throws {
        let timeline = try open(BranchingSession(parents: Array(0..<50)))
        let condition = try Condition("at('/n') >= 10")
        #expect(try timeline.firstMatch(where: condition, from: 0)?.seq == 10)
        #expect(try timeline.firstMatch(where: condition, from: 10) == nil)
        #expect(try timeline.firstMatch(where: condition, from: 9)?.seq == 10)
        #expect(try timeline.firstMatch(where: condition, from: 50, isReversed: true)?.seq == 10)
        #expect(try timeline.firstMatch(where: condition, from: 9, isReversed: true) == nil)
        #expect(try timeline.holds(condition, at: 10))
        #expect(try !timeline.holds(condition, at: 9))
    }

    private func open(_ session: WatchedSession) throws -> Timeline {
        try session.write(to: folder.session())
        return try Timeline(opening: folder.session())
    }

    private func open(_ session: BranchingSession) throws -> Timeline {
        try session.write(to: folder.session())
        return try Timeline(opening: folder.session())
    }
}

/// The value of a condition after each action, computed from replayed states.
private struct Oracle {
    private let first: Int
    private var holds: [Int: Bool] = [:]
    private let parents: [Int]

    init(_ session: WatchedSession, _ condition: Condition, first: Int = 0) throws {
        self.first = first
        parents = session.parents(first: first)
        let evaluation = try Evaluation()
        for seq in 0..<parents.count {
            holds[seq] = try evaluation.holds(condition.text, session, seq, parent: parents[seq], first: first)
        }
    }

    func transition(from start: Int, isReversed: Bool) -> Int? {
        func isTransition(_ seq: Int) -> Bool { holds[seq] == true && holds[parents[seq]] != true }
        let last = parents.count - 1
        return isReversed
            ? Array(first + 1..<max(first + 1, start + 1)).last(where: isTransition)
            : Array(min(start + 1, last + 1)..<last + 1).first(where: isTransition)
    }
}
