import Foundation
import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing
@testable import RewindUpkeep

@Suite struct StateTests {
    private let folder = TemporaryFolder()

    @Test func `State 0 is the initial one and its own parent`() throws {
        try BranchingSession(parents: [0, 1]).write(to: folder.session())
        let timeline = try Timeline(opening: folder.session())
        #expect(try timeline.state(at: 0) == ["n": 0])
        #expect(try timeline.parent(of: 0) == 0)
    }

    @Test(arguments: [-1, 3, 1_000_000]) func `A state outside of the session is an error`(seq: Int) throws {
        try BranchingSession(parents: [0, 1]).write(to: folder.session())
        let timeline = try Timeline(opening: folder.session())
        #expect(
            throws: SessionError.damaged(
                path: folder.session().path,
                seq < 0 ? .noInitialState : .actionMissing(seq: 3)
            )
        ) {
            try timeline.state(at: seq)
        }
    }

    @Test func `A state with an unknown effect is the last known one`() throws {
        let url = folder.session()
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(["n": 0])
            let patch = Patch([.replace(["n"], 1)])
            try transaction.append(ActionRecord(seq: 1, parent: 0, at: 0, type: "A", patch: patch), state: ["n": 1])
            try transaction.append(ActionRecord(seq: 2, parent: 1, at: 0, type: "A", status: .dropped), state: nil)
            try transaction.append(ActionRecord(seq: 3, parent: 2, at: 0, type: "A", status: .began), state: nil)
        }
        try writer.close()
        let timeline = try Timeline(opening: url)
        #expect(try (0...3).map { try timeline.state(at: $0) } == [["n": 0], ["n": 1], ["n": 1], ["n": 1]])
        #expect(try timeline.difference(from: 1, to: 3)?.isEmpty == true)
    }
}
