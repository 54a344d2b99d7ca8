import Foundation
import RewindSession
import RewindTimeline
import TestSupport
import Testing
@testable import RewindUpkeep

@Suite struct CursorTests {
    private let folder = TemporaryFolder()

    init() throws {
        // 1 - 2 - 3 - 6, a branch 4 - 5 from 2, a branch 7 from 0.
        try BranchingSession(parents: [0, 1, 2, 2, 4, 3, 0]).write(to: folder.session())
    }

    /// Returns the session with this cursor and tip, which are equal by default.
    private func timeline(cursor: Int, tip: Int? = nil) throws -> Timeline {
        try SessionCursor.move(to: cursor, tip: tip ?? cursor, in: folder.session())
        return try Timeline(opening: folder.session())
    }

    @Test func `A cursor that was never moved is at the last action`() throws {
        let timeline = try Timeline(opening: folder.session())
        #expect(try timeline.cursor() == 7)
        #expect(try timeline.tip() == 7)
    }

    @Test(
        arguments: [(3, 5, 6), (7, 6, 7), (2, 1, 5), (5, 6, 5), (0, 3, 6), (2, 4, 5), (1, 1, 5)]
    )
    func `A tip that does not continue from the cursor gives way to the newest branch`(
        cursor: Int,
        tip: Int,
        end: Int
    ) throws {
        let timeline = try timeline(cursor: cursor, tip: tip)
        #expect(try timeline.tip() == end)
        #expect(try SessionCheck.run(timeline.session).findings == [])
    }

    @Test(arguments: [(0, 7), (7, 7), (2, 5), (5, 5)])
    func `A cursor without a tip leads along the newest branch`(cursor: Int, tip: Int) throws {
        let url = folder.session("b.rewind")
        try BranchingSession(parents: [0, 1, 2, 2, 4, 3, 0]).write(to: url, facts: ["cursor": "\(cursor)"])
        #expect(try Timeline(opening: url).tip() == tip)
    }

    @Test(arguments: ["", "7", "7 x", "3 5", "7 7", "7 99", "7 -1", "7 5 3", "x 5"])
    func `A jump from elsewhere or to nowhere is ignored`(text: String) throws {
        let url = folder.session("b.rewind")
        let facts = ["cursor": "7", "cursor_jump": text]
        try BranchingSession(parents: [0, 1, 2, 2, 4, 3, 0]).write(to: url, facts: facts)
        let timeline = try Timeline(opening: url)
        #expect(try timeline.undoTarget(steps: 1) == 0)
        #expect(throws: TimelineError.nothingToRedo) { try timeline.redoTarget(steps: 1) }
        #expect(try SessionCheck.run(timeline.session).findings == [])
    }

    @Test func `A jump is taken back once, by undo or by redo`() throws {
        let url = folder.session("b.rewind")
        let facts = ["cursor": "7", "cursor_jump": "7 5"]
        try BranchingSession(parents: [0, 1, 2, 2, 4, 3, 0]).write(to: url, facts: facts)
        func timeline() throws -> Timeline { try Timeline(opening: url) }
        #expect(try timeline().undoTarget(steps: 3) == 2)
        #expect(try timeline().undoTarget(steps: 99) == 0)
        for (move, end) in [("undo", 5), ("redo", 7), ("undo", 5), ("redo", 7)] {
            let timeline = try timeline()
            let target = try move == "undo" ? timeline.undoTarget(steps: 1) : timeline.redoTarget(steps: 1)
            #expect(target == end)
            try timeline.moveCursor(to: target)
        }
        try timeline().moveCursor(to: 6)
        try timeline().moveCursor(to: 7)
        #expect(try timeline().undoTarget(steps: 1) == 0)
    }

    @Test(arguments: [(2, 5), (2, 2), (5, 6), (0, 3)])
    func `A branch that starts elsewhere is refused`(cursor: Int, branch: Int) throws {
        let timeline = try timeline(cursor: cursor)
        #expect(throws: TimelineError.notABranch(seq: branch, cursor: cursor)) {
            try timeline.redoTarget(steps: 1, branch: branch)
        }
    }

    @Test func `A missing branch is refused`() throws {
        let timeline = try timeline(cursor: 0)
        #expect(throws: TimelineError.referenceOutOfRange("99", last: 7)) {
            try timeline.redoTarget(steps: 1, branch: 99)
        }
    }

    @Test func `Moving the cursor changes nothing else in the file`() throws {
        let before = try Timeline(opening: folder.session())
        let states = try (0...7).map { try before.state(at: $0) }
        before.session.close()
        let after = try timeline(cursor: 2)
        #expect(try (0...7).map { try after.state(at: $0) } == states)
        #expect(after.last == 7)
        #expect(try SessionCheck.run(after.session).findings == [])
        #expect(try folder.contents == ["a.rewind"])
    }

    @Test(arguments: ["8", "-1", "x", ""])
    func `A malformed cursor is refused`(text: String) throws {
        for key in ["cursor", "cursor_tip"] {
            let url = folder.session("\(key).rewind")
            try BranchingSession(parents: [0, 1]).write(to: url, facts: [key: text])
            let timeline = try Timeline(opening: url)
            #expect(
                throws: SessionError.damaged(path: url.path, .malformed(table: "session", column: key, row: 0))
            ) { _ = try (timeline.cursor(), timeline.tip()) }
        }
    }
}
