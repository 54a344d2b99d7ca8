import Foundation
import RewindSession
import RewindTimeline
import RewindTree
import RewindUpkeep
import TestSupport
import Testing
@testable import RewindBridge

@Suite struct TreeRecordingTests {
    private let folder = TemporaryFolder()

    @Test func `A live recording can be followed, and ends as a sound session`() throws {
        let url = folder.session()
        let recording = try TreeRecording(creating: url, facts: ["app": "Web"], initial: ["n": 0], isLive: true)
        try recording.append(type: "ADD", payload: ["by": 1], at: 1_000, state: ["n": 1])
        try recording.append(type: "ADD", payload: ["by": 1], at: 2_000, state: nil)
        try recording.appendGap(count: 3, at: 3_000, state: ["n": 9])
        recording.moveCursor(to: 1)
        try recording.flush()
        let live = try Timeline(opening: url)
        #expect(live.session.isLive)
        #expect(try live.cursor() == 1 && live.last == 3)
        live.session.close()
        #expect(throws: SessionError.beingRecorded(path: url.path)) { try ClosedSession.change(url) { _ in } }

        recording.branch(from: 1, state: ["n": 1])
        try recording.append(type: "MUL", payload: ["by": 2], at: 4_000, error: "no", state: ["n": 2])
        recording.moveCursor(to: nil)
        try recording.finish(endedAt: 5_000)
        let timeline = try Timeline(opening: url)
        defer { timeline.session.close() }
        #expect(!timeline.session.isLive)
        #expect(try (1...4).map { try timeline.state(at: $0) } == [["n": 1], ["n": 1], ["n": 9], ["n": 2]])
        #expect(try timeline.cursor() == 4)
        #expect(try timeline.parent(of: 4) == 1)
        #expect(try SessionCheck.run(timeline.session).findings == [])
        #expect(try folder.contents == ["a.rewind"])
    }

    @Test func `A live recording contains no secrets, and is otherwise exact`() throws {
        let url = folder.session()
        let secret = "hunter2-hunter2"
        let token = "ghp_0123456789abcdefghijklmnopqrstuvwxyz"
        let state: Tree = [
            "user": ["name": "Ann", "password": .string(secret)],
            "list": [1, 2.5, true, .null, "", [], Tree(members: [])],
            "header": .string("Bearer \(token)"), "big": .number("1e+400"),
        ]
        let recording = try TreeRecording(creating: url, facts: [:], initial: state, isLive: true)
        try recording.append(
            type: "LOGIN",
            payload: ["password": .string(secret), "name": "Ann"],
            at: 1,
            error: "refused: Bearer \(token)",
            state: try state.applying(Patch([.add(Pointer(["list", "0"]), .string("Bearer \(token)"))]))
        )
        recording.branch(from: 0, state: state)
        try recording.append(type: "SET_PASSWORD", payload: ["value": .string(secret)], at: 2, state: state)
        try recording.finish()
        for text in [secret, token] { #expect(try Data(contentsOf: url).range(of: Data(text.utf8)) == nil, "\(text)") }
        let timeline = try Timeline(opening: url)
        defer { timeline.session.close() }
        let recorded = try timeline.state(at: 2)
        #expect(recorded.child("user")?.child("name") == "Ann")
        #expect(recorded.child("user")?.child("password")?.string.map(Masks.isMask) == true)
        #expect(recorded.child("list") == state.child("list") && recorded.child("big") == state.child("big"))
        #expect(try timeline.state(at: 0) == recorded)
        #expect(try timeline.session.action(2)?.patch == Patch([]))
        #expect(try SessionCheck.run(timeline.session).findings == [])
    }
}
