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
        arguments: [(6, 1, 3), (6, 2, 2), (5, 2, 2), (7, 1, 0), (6, 99, 0), (4, 0, 4), (3, 3, 0)]
    )
    func `Undo moves to the parents`(cursor: Int, steps: Int, target: Int) throws {
        let timeline = try timeline(cursor: cursor)
        #expect(try timeline.cursor() == cursor)
        #expect(try timeline.undoTarget(steps: steps) == target)
    }

    @Test func `Undo at the start is refused`() throws {
        let timeline = try timeline(cursor: 0)
        #expect(throws: TimelineError.nothingToUndo) { try timeline.undoTarget(steps: 1) }
    }

    @Test(
        arguments: [
            (0, 1, nil, 7), (0, 1, 1, 1), (0, 2, 1, 2), (0, 3, 1, 4), (2, 1, nil, 4), (2, 1, 3, 3), (2, 2, 3, 6),
            (2, 9, 4, 5), (1, 1, nil, 2), (3, 1, nil, 6), (1, 1, 2, 2),
        ] as [(Int, Int, Int?, Int)]
    )
    func `Redo follows the newest branch or the given one`(
        cursor: Int,
        steps: Int,
        branch: Int?,
        target: Int
    ) throws {
        #expect(try timeline(cursor: cursor).redoTarget(steps: steps, branch: branch) == target)
    }

    @Test(
        arguments: [
            (0, 6, 1, nil, 1), (0, 6, 4, nil, 6), (2, 6, 1, nil, 3), (2, 5, 9, nil, 5), (0, 3, 9, nil, 6),
            (0, 1, 4, nil, 5), (2, 6, 1, 4, 4), (2, 6, 9, 4, 5), (2, 6, 2, 3, 6), (0, 3, 9, 1, 6), (7, 7, 0, nil, 7),
        ] as [(Int, Int, Int, Int?, Int)]
    )
    func `Redo follows the tip or the given branch`(
        cursor: Int,
        tip: Int,
        steps: Int,
        branch: Int?,
        target: Int
    ) throws {
        #expect(try timeline(cursor: cursor, tip: tip).redoTarget(steps: steps, branch: branch) == target)
    }

    @Test(
        arguments: [
            (6, 6, 2, 6), (6, 6, 0, 6), (2, 6, 6, 6), (2, 6, 3, 6), (2, 6, 4, 5), (2, 3, 6, 6), (6, 6, 7, 7),
            (1, 6, 1, 6), (3, 5, 2, 6), (3, 5, 3, 6), (7, 7, 1, 5), (7, 7, 3, 6),
        ]
    )
    func `The tip is kept on the way to it, and is the end of the newest branch elsewhere`(
        cursor: Int,
        tip: Int,
        target: Int,
        after: Int
    ) throws {
        #expect(try timeline(cursor: cursor, tip: tip).tip(movingTo: target) == after)
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

    @Test(arguments: [5, 6, 7]) func `Redo at an end is refused`(cursor: Int) throws {
        let timeline = try timeline(cursor: cursor)
        #expect(throws: TimelineError.nothingToRedo) { try timeline.redoTarget(steps: 1) }
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

    @Test func `Redo reverses an undo at every seq`() throws {
        for seq in 1...7 {
            let parent = try timeline(cursor: seq).undoTarget(steps: 1)
            #expect(try timeline(cursor: parent).redoTarget(steps: 1, branch: seq) == seq)
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
