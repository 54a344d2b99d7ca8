import Foundation
import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing
@testable import RewindUpkeep

@Suite struct DamagedTimelineTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    init() throws {
        try BranchingSession(parents: [0, 1, 2, 3, 4, 3, 6, 7]).write(to: folder.session())
    }

    @Test(arguments: [5, 6, 9, 1_000, -3])
    func `A parent that is not older is an error only where it is followed`(parent: Int) throws {
        try SQL.execute("UPDATE action SET parent = \(parent) WHERE seq = 5", in: url)
        let timeline = try Timeline(opening: url)
        let error = SessionError.damaged(path: url.path, .malformed(table: "action", column: "parent", row: 5))
        #expect(try timeline.state(at: 8) == ["n": 8])
        #expect(try timeline.value(at: 4, ["n"]) == 4)
        #expect(try timeline.blame(["n"], at: 8)?.seq == 8)
        #expect(throws: error) { try timeline.state(at: 5) }
        #expect(throws: error) { try timeline.parent(of: 5) }
        #expect(throws: error) { try timeline.forEachWrite(of: ["n"], through: 5) { _ in true } }
    }

    @Test(arguments: [Int.max, Int.max - 300, SessionFormat.largestSeq, 1 << 40, 1 << 20])
    func `An action with an impossible number is left out`(seq: Int) throws {
        try SQL.execute("UPDATE action SET seq = \(seq) WHERE seq = 8", in: url)
        let timeline = try Timeline(opening: url)
        #expect(timeline.last == 7)
        #expect(try timeline.state(at: timeline.last) == ["n": 7])
        #expect(try timeline.blame(["n"], at: timeline.last)?.seq == 7)
        var touching: [Int] = []
        try timeline.forEachAction(ActionFilter(), touching: ["n"]) { action in
            touching.append(action.seq)
            return true
        }
        #expect(touching == Array(1...7))
        #expect(try SessionCheck.run(timeline.session).findings != [])
    }

    @Test func `An impossible first action is an error`() throws {
        try SQL.execute("INSERT INTO session VALUES ('pruned_through', '\(Int.max)')", in: url)
        let error = SessionError.damaged(path: url.path, .malformed(table: "session", column: "pruned_through", row: 0))
        #expect(throws: error) { try Timeline(opening: url) }
        let session = try SessionReader(opening: url)
        #expect(try SessionCheck.run(session).findings.first == .prunedThrough)
    }

    @Test func `The error for a missing action names it`() throws {
        try SQL.execute("DELETE FROM action WHERE seq = 3", in: url)
        let timeline = try Timeline(opening: url)
        let error = SessionError.damaged(path: url.path, .actionMissing(seq: 3))
        #expect(try timeline.state(at: 2) == ["n": 2])
        #expect(throws: error) { try timeline.state(at: 4) }
        #expect(throws: error) { try timeline.value(at: 4, ["other"]) }
    }

    @Test(
        arguments: ["x", "{}", "[1]", #"[{"op":"add","path":"n","value":1}]"#, #"[{"op":"add","path":"/n"}]"#]
    )
    func `The error for a malformed patch names its action`(text: String) throws {
        try SQL.execute("UPDATE action SET patch = '\(text)' WHERE seq = 3", in: url)
        let timeline = try Timeline(opening: url)
        let error = SessionError.damaged(path: url.path, .malformed(table: "action", column: "patch", row: 3))
        #expect(throws: error) { try timeline.state(at: 3) }
        #expect(try timeline.state(at: 2) == ["n": 2])
    }

    @Test func `The error for a patch that does not apply names its action`() throws {
        try SQL.execute(#"UPDATE action SET patch = '[{"op":"remove","path":"/x/0"}]' WHERE seq = 3"#, in: url)
        let timeline = try Timeline(opening: url)
        let error = SessionError.damaged(path: url.path, .patchDoesNotApply(seq: 3))
        #expect(throws: error) { try timeline.state(at: 4) }
        #expect(throws: error) { try timeline.value(at: 3, ["x", "0"]) }
        #expect(try timeline.value(at: 4, ["n"]) == 4)
    }
}
