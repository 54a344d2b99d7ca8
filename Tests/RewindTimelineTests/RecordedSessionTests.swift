import Foundation
import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing

@Suite struct RecordedSessionTests {
    private struct State: Codable, Equatable {
        var title: String
        var items: [Item]
    }

    private struct Item: Codable, Equatable {
        var id: Int
        var isDone: Bool
    }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static let states: [Tree] = [
        ["title": "", "items": []],
        ["title": "", "items": [["id": 1, "isDone": false]]],
        ["title": "", "items": [["id": 2, "isDone": false], ["id": 1, "isDone": false]]],
        ["title": "todo", "items": [["id": 2, "isDone": false], ["id": 1, "isDone": false]]],
        ["title": "todo", "items": [["id": 2, "isDone": false], ["id": 1, "isDone": true]]],
    ]

    private func session(unknown: Set<Int> = []) throws -> RecordedSession {
        let writer = try SessionWriter(creating: folder.session(), facts: ["app": "Todo"], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(Self.states[0])
            for (seq, state) in Self.states.enumerated().dropFirst() {
                let record = ActionRecord(
                    seq: seq,
                    parent: seq - 1,
                    at: Int64(seq) * 1_000_000,
                    type: seq == 3 ? "SetTitle" : "Items.change",
                    payload: ["n": .integer(Int64(seq))],
                    patch: unknown.contains(seq) ? nil : state.patch(from: Self.states[seq - 1]),
                    duration: 250,
                    status: seq == 4 ? .failed : .done,
                    origin: "Todo.swift:\(seq)",
                    error: seq == 4 ? "no" : nil
                )
                try transaction.append(record, state: unknown.contains(seq) ? nil : state)
            }
            try transaction.mark(Bookmark(name: "typed", seq: 3, note: nil, at: 0))
        }
        try writer.close()
        return try RecordedSession(opening: folder.session())
    }

    @Test func `A session has facts and resolves references to states`() throws {
        let session = try session()
        #expect((session.first, session.last) == (0, 4))
        #expect(try session.facts()["app"] == "Todo")
        #expect(try ["start", "end~1", ":typed", "2"].map(session.seq) == [0, 3, 3, 2])
        #expect(throws: (any Error).self) { try session.seq(of: "nonsense") }
    }

    @Test func `Actions are selected by type, by changed pointer and by number`() throws {
        let session = try session()
        func seqs(_ actions: [RecordedAction]) -> [Int] { actions.map(\.seq) }
        #expect(try seqs(session.actions()) == [1, 2, 3, 4])
        #expect(try seqs(session.actions(types: "Items.*", latestFirst: true, limit: 2)) == [4, 2])
        #expect(try seqs(session.actions(types: "[^I]*")) == [3])
        #expect(try seqs(session.actions(changing: "/items/1/isDone", after: 1)) == [2, 4])
        let action = try #require(try session.action(4))
        #expect(action.date == Date(timeIntervalSince1970: 4))
        #expect((action.status, action.error, action.callSite) == (.failed, "no", "Todo.swift:4"))
        #expect((action.nanoseconds, action.isDecodable, action.payload) == (250, true, ["n": 4]))
        #expect(try session.action(5)?.seq == nil)
        // The second time, it is already compiled.
        for _ in 0..<2 { #expect(try session.firstAction(where: "at('/title') = 'todo'")?.seq == 3) }
        #expect(try session.firstAction(where: "at('/title') = 'todo'", after: 3)?.seq == nil)
        #expect(try session.firstAction(where: "json_array_length(at('/items')) = 1", isReversed: true)?.seq == 1)
        #expect(try session.firstAction(where: "at('/title') = 'done'")?.seq == nil)
    }

    @Test func `Values are returned as literals and as the app's types, and differences as changes`() throws {
        let session = try session()
        #expect(try session.value(at: 3, "/title") == "todo")
        #expect(try session.value(at: 0, "/items") == [])
        #expect(try session.value(at: 1, "/items/0") == ["id": 1, "isDone": false])
        #expect(try session.value(at: 1, "/items/1") == nil)
        let state = try #require(try session.value(at: 4)).decode(State.self)
        #expect(state == State(title: "todo", items: [Item(id: 2, isDone: false), Item(id: 1, isDone: true)]))
        #expect(try session.value(at: 4)?["/items/1/isDone"] == true)
        let changes = try session.changes(from: 2, to: 4)
        #expect(changes.map(\.pointer) == ["/items/1/isDone", "/title"])
        #expect((changes[0].kind, changes[0].old, changes[0].new) == (.replace, false, true))
        #expect(try session.changes(from: 2, to: 4, at: "/title").map(\.pointer) == ["/title"])
        for seq in [-1, 5] { #expect(throws: (any Error).self) { try session.value(at: seq) } }
    }

    @Test func `The writer of a value is found even if its element moved`() throws {
        let session = try session()
        let last = try #require(try session.lastWrite(of: "/items/1/isDone"))
        #expect((last.seq, last.cause, last.old, last.new) == (4, .action, false, true))
        let history = try session.history(of: "/items/1/isDone")
        #expect(history.map(\.seq) == [1, 4])
        #expect(history.map(\.pointer) == ["/items/0/isDone", "/items/1/isDone"])
        for (latestFirst, limit, seqs) in [(false, 1, [1]), (true, 1, [4]), (true, nil, [4, 1]), (false, 0, [])] {
            let part = try session.history(of: "/items/1/isDone", latestFirst: latestFirst, limit: limit)
            #expect(part.map(\.seq) == seqs)
        }
        #expect(try session.lastWrite(of: "/title", at: 2)?.cause == .firstState)
        #expect(try session.lastWrite(of: "/none") == nil)
    }

    @Test(arguments: [-1, 5, Int.max, Int.min]) func `A number outside of the session is refused`(seq: Int) throws {
        let session = try session()
        #expect(throws: TimelineError.self) { try session.value(at: seq) }
        #expect(throws: TimelineError.self) { try session.changes(from: 0, to: seq) }
        #expect(throws: TimelineError.self) { try session.lastWrite(of: "/title", at: seq) }
        #expect(throws: TimelineError.self) { try session.history(of: "/title", through: seq) }
        #expect(try session.action(seq) == nil)
        #expect(throws: SessionError.damaged(path: folder.session().path, .actionMissing(seq: seq))) {
            try session.timeline.session.patch(seq)
        }
        let (found, latest) = seq < 0 ? (3, nil) : (nil, 3)
        #expect(try session.firstAction(where: "at('/title') = 'todo'", after: seq)?.seq == found)
        #expect(try session.firstAction(where: "at('/title') = 'todo'", after: seq, isReversed: true)?.seq == latest)
    }

    @Test func `The results can be encoded as JSON`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let session = try session()
        let change = try #require(try session.changes(from: 2, to: 3).first)
        #expect(
            String(decoding: try encoder.encode(change), as: UTF8.self)
                == #"{"kind":"replace","new":"todo","old":"","pointer":"\/title"}"#
        )
        let write = try #require(try session.lastWrite(of: "/items/1"))
        let text = String(decoding: try encoder.encode(write), as: UTF8.self)
        #expect(text.contains(#""new":{"id":1,"isDone":true}"#))
        #expect(try session.value(at: 1)?.description == #"{"items":[{"id":1,"isDone":false}],"title":""}"#)
    }

    @Test func `An unknown state is an error, and no older state replaces it`() throws {
        let session = try session(unknown: [3])
        #expect(try session.value(at: 2, "/title") == "")
        let error = #expect(throws: RecordedSession.UnknownState.self) { try session.value(at: 3, "/title") }
        #expect((error?.seq, error?.action, error?.lastKnown) == (3, 3, 2))
        #expect(throws: RecordedSession.UnknownState.self) { try session.changes(from: 3, to: 1) }
    }
}
