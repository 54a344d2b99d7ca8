import Foundation
import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing
@testable import RewindUpkeep

@Suite struct PrunedSessionTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    /// Records the session, `batch` actions per transaction, and prunes after each transaction. Returns the first seq
    /// at the time when each action was written.
    @discardableResult
    private func record(
        _ session: BranchingSession,
        batch: Int = 1,
        keeping retention: Retention,
        cursor: Int? = nil
    ) throws -> [Int] {
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        var firsts = [0]
        try writer.write { try $0.setInitialState(session.states[0]) }
        try writer.prune(keeping: retention, now: 0, cursor: cursor)
        for start in stride(from: 0, to: session.records.count, by: batch) {
            let records = session.records[start..<min(start + batch, session.records.count)]
            try writer.write { transaction in
                for record in records {
                    try transaction.append(record, state: record.patch == nil ? nil : session.states[record.seq])
                }
            }
            try writer.prune(keeping: retention, now: Int64(start + batch), cursor: cursor)
            let reader = try SessionReader(opening: url)
            firsts += Array(repeating: try reader.firstSeq(), count: records.count)
            reader.close()
        }
        try writer.close()
        return firsts
    }

    @Test(
        arguments: Thoroughness.first(2, of: UInt64(1)...16)
    )
    func `A pruned session has every remaining state, with branches and unknown effects`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let session = BranchingSession(
            seed: seed,
            count: 400,
            branching: [2, 8, 30, 200][Int(seed % 4)],
            losing: [3, 12, 60][Int(seed % 3)]
        )
        var retention = Retention()
        if seed % 2 == 0 { retention.maxActions = 5 + random.below(120) }
        if seed % 3 == 0 { retention.maxBytes = 60_000 + random.below(100_000) }
        if seed % 2 == 1 { retention.maxAge = Int64(10 + random.below(100)) }
        try record(session, batch: 1 + random.below(20), keeping: retention)
        try expectExact(session)
        // Again, after it was closed.
        let before = try Timeline(opening: url).first
        let report = try SessionPruning.prune(url, keeping: Retention(maxActions: 30), now: 400)
        #expect(report.first == before + report.actions)
        try expectExact(session)
    }

    private func expectExact(_ session: BranchingSession) throws {
        let timeline = try Timeline(opening: url)
        defer { timeline.session.close() }
        #expect(timeline.last == 400)
        var unreachable: Set<Int> = []
        for seq in max(1, timeline.first)...timeline.last {
            let record = session.records[seq - 1]
            if seq > timeline.first {
                #expect(try timeline.parent(of: seq) == record.parent)
                #expect(try timeline.session.action(seq)?.patch?.tree == record.patch?.tree)
                let isParentGone = record.parent < timeline.first || unreachable.contains(record.parent)
                if record.patch == nil, isParentGone { unreachable.insert(seq) }
            }
            if unreachable.contains(seq) {
                #expect(throws: TimelineError.pruned("\(seq)", through: timeline.first)) { try timeline.state(at: seq) }
            } else {
                #expect(try timeline.state(at: seq) == session.states[seq], "state \(seq)")
            }
        }
        #expect(try SessionCheck.run(timeline.session).findings == [])
    }

    /// Returns a session of 600 linear actions, of which those up to 512 are pruned; the state at n is `{"n": n}`.
    private func pruned() throws -> Timeline {
        try BranchingSession(parents: Array(0..<600)).write(to: url)
        let report = try SessionPruning.prune(url, keeping: Retention(maxActions: 88), now: 0)
        #expect(report.actions == 512)
        return try Timeline(opening: url)
    }

    @Test(
        arguments: [
            ("start", 512), ("512", 512), ("513", 513), ("end", 600), ("600", 600), ("end~88", 512), ("start~0", 512),
            ("cursor", 600), ("513~1", 512),
        ]
    )
    func `A reference to a remaining state is resolved`(text: String, seq: Int) throws {
        #expect(try pruned().seq(of: PointInTime(parsing: text)) == seq)
    }

    @Test(
        arguments: ["0", "1", "511", "end~89", "start~1", "512~1", "513~2", "end~1000", "end~\(Int.max)"]
    )
    func `A reference to a pruned state is refused`(text: String) throws {
        let timeline = try pruned()
        let reference = try PointInTime(parsing: text)
        #expect(throws: TimelineError.pruned(text, through: 512)) { try timeline.seq(of: reference) }
    }

    @Test func `A reference to a state that never existed is refused`() throws {
        let timeline = try pruned()
        let reference = try PointInTime(parsing: "601")
        #expect(throws: TimelineError.referenceOutOfRange("601", last: 600)) { try timeline.seq(of: reference) }
    }

    @Test func `The first state of a pruned session has no parent`() throws {
        let timeline = try pruned()
        #expect(timeline.first == 512)
        #expect(try timeline.state(at: 512) == ["n": 512])
        #expect(try timeline.parent(of: 512) == 512)
        #expect(throws: TimelineError.pruned("511", through: 512)) { try timeline.state(at: 511) }
        #expect(throws: TimelineError.pruned("511", through: 512)) { try timeline.parent(of: 511) }
        #expect(try timeline.patch(from: 512, to: 600) == Patch([.replace(["n"], 600)]))
        #expect(throws: TimelineError.pruned("3", through: 512)) { try timeline.patch(from: 3, to: 600) }
    }

    @Test func `Undo stops at the first state of a pruned session`() throws {
        #expect(try pruned().undoTarget(steps: 1) == 599)
        #expect(try Timeline(opening: url).undoTarget(steps: 1_000) == 512)
        try SessionCursor.move(to: 512, tip: 600, in: url)
        let timeline = try Timeline(opening: url)
        #expect(try timeline.cursor() == 512)
        #expect(throws: TimelineError.pruned("cursor~1", through: 512)) { try timeline.undoTarget(steps: 1) }
        #expect(try timeline.redoTarget(steps: 3) == 515)
    }

    @Test(arguments: [(3, 512), (512, 512), (550, 550)])
    func `A cursor at a pruned state moves to the first remaining state`(before: Int, after: Int) throws {
        for (tip, tipAfter) in [(before, after), (580, 580)] {
            try? FileManager.default.removeItem(at: url)
            try BranchingSession(parents: Array(0..<600)).write(to: url)
            try SessionCursor.move(to: before, tip: tip, in: url)
            _ = try SessionPruning.prune(url, keeping: Retention(maxActions: 88), now: 0)
            let timeline = try Timeline(opening: url)
            #expect(try timeline.cursor() == after)
            #expect(try timeline.session.facts()[SessionCursor.tipKey] == "\(tipAfter)")
            #expect(try timeline.tip() == 600)
        }
    }

    @Test func `The current state of the store is kept`() throws {
        try record(BranchingSession(parents: Array(0..<600)), keeping: Retention(maxActions: 64), cursor: 100)
        let timeline = try Timeline(opening: url)
        #expect((1...100).contains(timeline.first))
        #expect(try timeline.state(at: 100) == ["n": 100])
    }

    @Test func `The state from which a branch starts is kept`() throws {
        // At 300, the store returns to 260.
        let parents = Array(0..<300) + [260] + Array(301..<330)
        try BranchingSession(parents: parents).write(to: url)
        let report = try SessionPruning.prune(url, keeping: Retention(maxActions: 50), now: 0)
        #expect(report.first == 256)
        let timeline = try Timeline(opening: url)
        #expect(try timeline.state(at: 260) == ["n": 260])
        #expect(try timeline.state(at: 301) == ["n": 301])
        #expect(try timeline.undoTarget(steps: 30) == 260)
    }

    @Test func `An action on a pruned state is shown and cannot be undone`() throws {
        let session = BranchingSession(parents: Array(0..<300) + [5, 301])
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(session.states[0])
            for record in session.records[..<300] { try transaction.append(record, state: session.states[record.seq]) }
        }
        try writer.prune(keeping: Retention(maxActions: 50), now: 0)
        try writer.write { transaction in
            for record in session.records[300...] { try transaction.append(record, state: session.states[record.seq]) }
        }
        try writer.close()
        let timeline = try Timeline(opening: url)
        #expect(timeline.first == 256)
        #expect(try timeline.state(at: 301) == ["n": 301])
        #expect(try timeline.parent(of: 301) == 5)
        #expect(try timeline.undoTarget(steps: 9) == 301)
        timeline.session.close()
        try SessionCursor.move(to: 301, tip: 301, in: url)
        let moved = try Timeline(opening: url)
        #expect(throws: TimelineError.pruned("cursor~1", through: 256)) { try moved.undoTarget(steps: 1) }
        #expect(try SessionCheck.run(moved.session).findings == [])
    }
}
