import Foundation
import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing
@testable import RewindReplay

/// Unknown states of a recording, and their recovery.
@Suite struct StateRecoveryTests {
    private let folder = TemporaryFolder()

    /// A session with some effects missing, and the same session with all of them.
    private struct Pair {
        let whole: Timeline
        let lossy: Timeline
        let lost: Set<Int>
        /// The actions whose effects can be recovered.
        let recoverable: Set<Int>
        let states: [Tree]
        /// For each seq, the seq of the last state up to there that can be known.
        var fallback: [Int]
    }

    private func pair(seed: UInt64, reflecting: Int = 15) throws -> Pair {
        let whole = ListSession(seed: seed, count: 120, branching: 9, reflecting: reflecting)
        var (session, random) = (whole, SplitMix64(seed: seed &+ 1_000))
        let states = whole.states.map(ListSession.tree)
        var (lost, recoverable): (Set<Int>, Set<Int>) = ([], [])
        var known = [states[0]]
        var fallback = [0]
        var isLosing = false
        for seq in 1...120 {
            let parent = whole.records[seq - 1].parent
            if random.below(isLosing ? 4 : 10) == 0 { isLosing.toggle() }
            guard isLosing || seq > 112 else {
                session.records[seq - 1].patch = states[seq].patch(from: known[parent])
                known.append(states[seq])
                fallback.append(seq)
                continue
            }
            lost.insert(seq)
            session.records[seq - 1].patch = nil
            session.records[seq - 1].status = .dropped
            known.append(known[parent])
            let canRun = whole.records[seq - 1].coder == .codable
            if canRun, !lost.contains(parent) || recoverable.contains(parent) { recoverable.insert(seq) }
            fallback.append(recoverable.contains(seq) ? seq : fallback[parent])
        }
        let url = folder.session("\(UUID().uuidString).rewind")
        try session.write(to: url)
        return Pair(
            whole: try whole.timeline(in: folder),
            lossy: try Timeline(opening: url),
            lost: lost,
            recoverable: recoverable,
            states: states,
            fallback: fallback
        )
    }

    private static let pointers: [Pointer] = [
        .root, ["items"], ["items", "0"], ["items", "0", "title"], ["items", "3", "isDone"], ["counts", "insert"],
        ["revision"], ["selected"],
    ]

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `Recovery restores exactly the states that were lost`(seed: UInt64) throws {
        let pair = try pair(seed: seed)
        let bytes = try Data(contentsOf: pair.lossy.session.url)
        // Stand-ins must not be cached as the states themselves.
        for seq in 0...120 where seq.isMultiple(of: 7) { _ = try pair.lossy.state(at: seq) }
        let asked = try pair.lossy.seqsOfUnknownEffects(in: [1...120])
        #expect(Set(asked) == pair.lost)
        let report = try StateRecovery.run(asked, of: pair.lossy, with: listApp)
        #expect(report.recovered == pair.recoverable.count)
        #expect(report.failures.reduce(0) { $0 + $1.count } == pair.lost.subtracting(pair.recoverable).count)
        for failure in report.failures {
            #expect(failure.reason == .reflected)
            #expect(failure.fallback == pair.fallback[failure.first] && failure.fallback == pair.fallback[failure.last])
        }
        for seq in 0...120 {
            #expect(try pair.lossy.state(at: seq) == pair.states[pair.fallback[seq]], "at \(seq)")
            for pointer in Self.pointers where seq.isMultiple(of: 5) {
                #expect(try pair.lossy.value(at: seq, pointer) == pair.states[pair.fallback[seq]][pointer])
            }
        }
        // The file is unchanged: another reader sees only what was recorded.
        let other = try Timeline(opening: pair.lossy.session.url)
        #expect(Set(try other.seqsOfUnknownEffects(in: [1...120])) == pair.lost)
        #expect(try Data(contentsOf: pair.lossy.session.url) == bytes)
    }

    @Test(arguments: Thoroughness.first(1, of: 1...3 as ClosedRange<UInt64>))
    func `After recovery, blame, history, watch and the index give the results of a complete session`(seed: UInt64)
        throws
    {
        // All actions can be re-run.
        let pair = try pair(seed: seed, reflecting: 10_000)
        _ = try pair.lossy.blame(["revision"], at: 120)
        let report = try StateRecovery.run(Array(pair.lost), of: pair.lossy, with: listApp)
        #expect(report.failures.isEmpty)
        for pointer in Self.pointers {
            for seq in [77, 120] {
                #expect(try pair.lossy.blame(pointer, at: seq) == pair.whole.blame(pointer, at: seq))
                for latestFirst in [false, true] {
                    func writes(_ timeline: Timeline) throws -> [Write] {
                        var writes: [Write] = []
                        try timeline.forEachWrite(of: pointer, through: seq, latestFirst: latestFirst) {
                            writes.append($0)
                            return true
                        }
                        return writes
                    }
                    #expect(try writes(pair.lossy) == writes(pair.whole))
                }
            }
            func touching(_ timeline: Timeline) throws -> [Int] {
                var seqs: [Int] = []
                try timeline.forEachAction(ActionFilter(), touching: pointer) {
                    seqs.append($0.seq)
                    return true
                }
                return seqs
            }
            #expect(try touching(pair.lossy) == touching(pair.whole))
        }
        for text in [
            "at('/revision') = 40", "json_array_length(at('/items')) > 9", "at('/items/0/isDone') AND seq > 9",
        ] {
            for (start, isReversed) in [(0, false), (50, false), (120, true), (60, true)] {
                let condition = try Condition(text)
                let match = try pair.lossy.firstMatch(where: condition, from: start, isReversed: isReversed)
                let other = try pair.whole.firstMatch(where: condition, from: start, isReversed: isReversed)
                #expect(match?.seq == other?.seq)
            }
        }
        #expect(try Comparison(of: pair.lossy, with: pair.whole).parting == .none)
    }

    /// Writes a session of ten insertions; the effects of `lost` are missing.
    private func insertions(losing lost: Set<Int>, _ change: (inout [ActionRecord]) -> Void = { _ in }) throws
        -> Timeline
    {
        var session = ListSession()
        for id in 1...10 { session.dispatch(Insert(item: Item(id: id, title: "$item \(id)"), index: 0)) }
        for seq in lost.sorted() {
            (session.records[seq - 1].patch, session.records[seq - 1].status) = (nil, .dropped)
            if seq < 10, !lost.contains(seq + 1) {
                let start = (0..<seq).last { !lost.contains($0) } ?? 0
                let states = session.states.map(ListSession.tree)
                session.records[seq].patch = states[seq + 1].patch(from: states[start])
            }
        }
        change(&session.records)
        return try session.timeline(in: folder)
    }

    @Test func `An action during which the app ended is not re-run`() throws {
        let timeline = try insertions(losing: [8, 9, 10]) { $0[9].status = .began }
        let app = ListApp.changed { action, _, _ in
            if (action as? Insert)?.item.id == 10 { Issue.record("run again") }
        }
        let report = try StateRecovery.run([10], of: timeline, with: app)
        #expect(report.recovered == 2)
        #expect(report.failures == [.init(.underWay, first: 10, last: 10, count: 1, fallback: 9)])
        #expect(try timeline.value(at: 10, ["revision"]) == 9)
    }

    @Test func `No more actions than necessary are re-run`() throws {
        let timeline = try insertions(losing: [5, 6, 7, 8, 9, 10])
        let app = ListApp.changed { action, _, _ in
            if let insert = action as? Insert, insert.item.id > 7 { Issue.record("run again") }
        }
        #expect(try StateRecovery.run([7], of: timeline, with: app).recovered == 3)
        #expect(try StateRecovery.run([7], of: timeline, with: app).recovered == 0)
        #expect(try timeline.value(at: 7, ["revision"]) == 7)
        #expect(try StateRecovery.run([10], of: timeline, with: listApp).recovered == 3)
        #expect(try timeline.value(at: 10, ["revision"]) == 10)
    }

    @Test func `Recovered states that do not lead to the next known one are discarded`() throws {
        let timeline = try insertions(losing: [5, 6])
        let app = ListApp.changed { action, _, next in
            if (action as? Insert)?.item.id == 6 { next.revision += 7 }
        }
        let report = try StateRecovery.run([5, 6], of: timeline, with: app)
        #expect(report.recovered == 0)
        #expect(report.failures == [.init(.doesNotMeet(7), first: 5, last: 6, count: 2, fallback: 4)])
        #expect(try timeline.value(at: 6, ["revision"]) == 4)
        #expect(try timeline.value(at: 7, ["revision"]) == 7)
    }

    @Test func `A reducer that differs from known states is not trusted`() throws {
        let timeline = try insertions(losing: [9, 10])
        let app = ListApp.changed { action, _, next in
            if (action as? Insert)?.item.id == 3 { next.revision += 7 }
        }
        let report = try StateRecovery.run([9, 10], of: timeline, with: app)
        #expect(report.recovered == 0)
        #expect(report.failures == [.init(.diverges(3), first: 9, last: 10, count: 2, fallback: 8)])
        #expect(try timeline.value(at: 10, ["revision"]) == 8)
    }

    @Test func `Recovery ends where an action is missing`() throws {
        let timeline = try insertions(losing: [5, 6, 7, 10]) { $0[5].payload = nil }
        let report = try StateRecovery.run([5, 6, 7, 10], of: timeline, with: listApp)
        #expect(report.recovered == 2)
        #expect(report.failures == [.init(.lost, first: 6, last: 7, count: 2, fallback: 5)])
        let revisions = try (4...10).map { try timeline.value(at: $0, ["revision"]) }
        #expect(revisions == [4, 5, 5, 5, 8, 9, 10])
    }

    @Test func `The reasons for a failed recovery are reported`() throws {
        let timeline = try insertions(losing: [9, 10])
        let stranger = RegisteredApp(reducer: listReducer, actions: [Rename.self])
        #expect(
            try StateRecovery.run([9], of: timeline, with: stranger).failures.map(\.reason) == [.unregistered("Insert")]
        )
        let malformed = try insertions(losing: [9]) { $0[8].payload = ["index": 0] }
        #expect(
            try StateRecovery.run([9], of: malformed, with: listApp).failures.map(\.reason) == [.undecodable("Insert")]
        )
        struct OtherState: Codable { var items: [Int] = [] }
        let other = RegisteredApp(
            reducer: { (_: any ListAction, state: OtherState?) in state ?? OtherState() },
            actions: [Insert.self]
        )
        #expect(try StateRecovery.run([9], of: timeline, with: other).failures.map(\.reason) == [.otherState])
    }
}
