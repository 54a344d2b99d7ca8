import Foundation
import RewindSession
import RewindTree
import TestSupport
import Testing
@testable import RewindTimeline
@testable import RewindUpkeep

/// The page "The session file" suffices to write a reader: one in another language reads the same content.
@Suite(.enabled(if: PythonReader.python != nil, "python3 is not installed.")) struct TheSessionFileTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    private func expectSameReading(_ sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let found = try await PythonReader.lines(url)
        // Opening comes second, as it changes a session whose recorder was killed.
        let timeline = try Timeline(opening: url)
        var expected: [String] = []
        try timeline.session.forEachAction { record in
            let type = Tree.string(record.type).text
            let payload = record.payload?.text ?? "-"
            let status = record.status.rawValue
            expected.append("action \(record.seq) \(record.parent) \(type) \(payload) \(status) \(record.cause.line)")
            return true
        }
        expected += try timeline.session.effectLines()
        for seq in timeline.first...timeline.last {
            let state: String
            do {
                state = try timeline.state(at: seq).text
            } catch TimelineError.pruned {
                state = "gone"
            }
            expected.append("state \(seq) \(state)")
        }
        let difference = zip(found, expected).first { $0 != $1 }
        #expect(difference == nil, sourceLocation: sourceLocation)
        #expect(found.count == expected.count + 1, sourceLocation: sourceLocation)
        #expect(found.last?.hasPrefix("index ") == true, sourceLocation: sourceLocation)
    }

    @Test(
        arguments: Thoroughness.first(2, of: 0..<8)
    )
    func `A simple reader in Python agrees on random sessions`(seed: UInt64) async throws {
        var session = BranchingSession(seed: seed, count: 150, branching: seed % 2 == 0 ? 10 : 1_000)
        session.addEffects(seed: seed)
        try session.write(to: url)
        try await expectSameReading()
    }

    @Test func `A simple reader in Python agrees on the session with effects`() async throws {
        try FileManager.default.copyItem(at: EffectSession.fixture, to: url)
        try await expectSameReading()
    }

    @Test(arguments: ["crashed", "visit"]) func `A simple reader in Python agrees on a session of version 1`(
        name: String
    ) async throws {
        let fixture = EffectSession.fixture.deletingLastPathComponent().appendingPathComponent("\(name).rewind")
        try FileManager.default.copyItem(at: fixture, to: url)
        try await expectSameReading()
    }

    @Test func `A simple reader in Python agrees on a pruned session`() async throws {
        var session = BranchingSession(seed: 77, count: 700, branching: 60)
        session.addEffects(seed: 77)
        try session.write(to: url)
        _ = try SessionPruning.prune(url, keeping: Retention(maxActions: 300), now: 0)
        try await expectSameReading()
    }

    @Test func `A simple reader in Python agrees on a branch from a pruned state`() async throws {
        let sample = BranchingSession(parents: Array(0..<600))
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(sample.states[0])
            for record in sample.records { try transaction.append(record, state: sample.states[record.seq]) }
        }
        try writer.prune(keeping: Retention(maxActions: 100), now: 0)
        try writer.write { transaction in
            let late = ActionRecord(seq: 601, parent: 3, at: 0, type: "Late", status: .dropped)
            try transaction.append(late, state: nil)
            let next = ActionRecord(
                seq: 602,
                parent: 601,
                at: 0,
                type: "Next",
                patch: Patch([.replace(["n"], 5)])
            )
            try transaction.append(next, state: ["n": 5])
        }
        try writer.close()
        try await expectSameReading()
    }

    @Test(arguments: [CrashLog.Medium.memory, .file])
    func `A simple reader in Python agrees on a killed recording and its side files`(medium: CrashLog.Medium)
        async throws
    {
        let sample = BranchingSession(seed: 5, count: 60)
        let log = try CrashLog(creatingFor: url, medium: medium)
        let writer = try SessionWriter(creating: url.appendingPathExtension("x"), facts: [:], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(sample.states[0])
            for record in sample.records { try transaction.append(record, state: sample.states[record.seq]) }
        }
        try writer.close(isComplete: false)
        try FileManager.default.moveItem(at: url.appendingPathExtension("x"), to: url)
        for (ticket, seq) in [(58, 60), (59, 61), (60, nil), (61, 64), (62, nil), (63, 63)] as [(Int, Int?)] {
            let payload: Tree? = ticket == 59 ? nil : ["$chunk": .integer(Int64(ticket)), "x": 1.0]
            let line = CrashLogLine(
                ticket: ticket,
                at: 7,
                type: "T\(ticket) \"é\"",
                coder: .reflected,
                payload: payload,
                branch: ticket == 59 ? CrashLogLine.Branch(next: 61, parent: 12) : nil,
                excluded: ticket == 62 ? CrashLogLine.Branch(next: 66, parent: 20) : nil,
                cause: ticket == 60 ? .effect(2) : ticket == 61 ? .action(61) : ticket == 62 ? .action(62) : nil
            )
            log.begin(line)
            if let seq { log.end(ticket, seq: seq) }
        }
        let begun = [
            EffectRecord(id: 2, seq: 60, at: 8, name: "GET \"é\"", coder: .reflected, input: ["a": 1.0], origin: "A:1"),
            EffectRecord(id: 3, seq: 90, at: 9, kind: .flow, name: "tap", cause: .effect(2)),
            EffectRecord(id: 4, seq: 91, at: 9, kind: .note, name: "note", cause: .action(61)),
        ]
        for effect in begun { log.begin(effect, line: effect.id) }
        for (id, effect) in [(1, 3), (2, 3), (3, 7), (4, 2)] {
            let outcome = OutcomeRecord(id: id, effect: effect, seq: 92, at: 10, duration: 5, status: .canceled)
            log.end(outcome, line: 4 + id)
        }
        log.leave()
        try await expectSameReading()
    }
}
