import Foundation
import Rewind
import RewindRemote
import RewindSession
import RewindStore
import RewindTimeline
import RewindTree
import TestSupport
import Testing

@testable import RewindTravel

/// An app that is steered through the files beside its session.
@Suite(.ownThreads, .timeLimit(.minutes(10))) struct SteeringTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    private func refusal(_ app: SteeredApp, _ request: SteeringRequest) async throws -> Refusal? {
        do {
            _ = try await app.client.send(request)
            return nil
        } catch let refusal as Refusal {
            return refusal
        }
    }

    @Test func `A client undoes, redoes and jumps, and gets the position`() async throws {
        let app = try SteeredApp(at: url)
        try app.add("a", "b", "c")
        var answer = try await app.client.send(.undo(count: 2))
        #expect(answer.numbers == [3, 1, 3, 3])
        #expect(try app.lines == ["a"])
        answer = try await app.client.send(.redo(count: 1))
        #expect(answer.position == 2)
        answer = try await app.client.send(.jump(to: 3))
        #expect(try app.lines == ["c", "b", "a"])
        #expect(try await refusal(app, .redo(count: 1)) == .init(.nothingToRedo, "There is nothing to redo."))
        #expect(try await refusal(app, .jump(to: 9)) == .init(.noState, "The session has no state 9."))
        answer = try await app.client.send(.undo(count: 1_000_000))
        #expect(answer.position == 0)
        #expect(try await refusal(app, .undo(count: 1)) == .init(.nothingToUndo, "There is nothing to undo."))
        let session = try app.use { try $0.session() }
        #expect(session.cursor == 0 && session.isSound)
    }

    @Test func `A client dispatches only actions that the app has opened`() async throws {
        let app = try SteeredApp(at: url)
        try app.add("a", "b")
        try await _ = app.client.send(.undo(count: 1))
        let answer = try await app.client.send(.dispatch(type: "AddLine", payload: ["text": "c"]))
        #expect(answer.numbers == [1, 3, 3, 3])
        #expect(try app.lines == ["c", "a"])
        #expect(try app.use { try $0.session() }.parents == [0, 1, 1])
        #expect(try await app.client.send(.status).types == ["AddLine", "Busy", "RemoveLine", "TypeText"])
        let unknown = try await refusal(app, .dispatch(type: "Delete", payload: [:]))
        #expect(unknown?.code == .unknownType)
        #expect(
            unknown?.message
                == "The app has not opened actions of the type Delete, but those of AddLine, Busy, RemoveLine, TypeText."
        )
        let missing = try await refusal(app, .dispatch(type: "AddLine", payload: [:]))
        #expect(missing == Refusal(.payload, "The payload does not decode as AddLine: /text is missing."))
        let deep = Tree(elements: [nested(to: 200)])
        #expect(try await refusal(app, .dispatch(type: "AddLine", payload: deep))?.code == .payload)
        #expect(try app.use { $0.recorder.dispatchedCount } == 3)
    }

    private func nested(to depth: Int) -> Tree {
        (0..<depth).reduce(Tree.null) { tree, _ in Tree(elements: [tree]) }
    }

    @Test func `A client cannot dispatch masked values`() async throws {
        let app = try SteeredApp(at: url)
        let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmN"
        try app.use { $0.store.dispatch(AddLine(text: token)) }
        let payload = try app.use { app in
            app.recorder.flush(atMost: .seconds(60))
            let timeline = try Timeline(opening: #require(app.recorder.url))
            defer { timeline.session.close() }
            return try #require(try timeline.session.action(1)?.payload)
        }
        #expect(try await refusal(app, .dispatch(type: "AddLine", payload: payload))?.code == .payload)
    }

    @Test func `A client sets, moves and deletes bookmarks while the app records`() async throws {
        let app = try SteeredApp(at: url)
        func bookmarks() throws -> [Bookmark] {
            let timeline = try Timeline(opening: url)
            defer { timeline.session.close() }
            return try timeline.session.bookmarks()
        }
        let early = Bookmark(name: "early", seq: 0, at: 1)
        try await _ = app.client.send(.bookmark(change: .set(early)))
        #expect(try bookmarks() == [early])
        try app.add("a", "b")
        let late = Bookmark(name: "late", seq: 2, note: "the \"b\"", at: 2)
        let answer = try await app.client.send(.bookmark(change: .set(late, replacing: "early")))
        #expect(answer.numbers == [2, 2, 2, 2])
        #expect(try bookmarks() == [late])
        let moved = Bookmark(name: "late", seq: 1, at: 3)
        try await _ = app.client.send(.bookmark(change: .set(moved)))
        #expect(try bookmarks() == [moved])
        let missing = try await refusal(app, .bookmark(change: .set(Bookmark(name: "x", seq: 3, at: 0))))
        #expect(missing == Refusal(.noState, "The session has no state 3."))
        for name in ["", "a~1", "end", String(repeating: "x", count: 201)] {
            let bookmark = Bookmark(name: name, seq: 1, at: 0)
            #expect(try await refusal(app, .bookmark(change: .set(bookmark)))?.code == .malformed, "\(name)")
        }
        #expect(try bookmarks() == [moved])
        try await _ = app.client.send(.bookmark(change: .delete(name: "late")))
        #expect(try bookmarks() == [])
        try app.add("c")
        #expect(try app.use { try $0.session() }.isSound)
    }

    @Test func `A client locks and unlocks past states`() async throws {
        let app = try SteeredApp(at: url)
        try app.add("a", "b")
        #expect(try await app.client.send(.lock).isLocked)
        try app.add("c")
        try await _ = app.client.send(.undo(count: 1))
        try app.add("d")
        #expect(try app.lines == ["b", "a"])
        #expect(try await refusal(app, .dispatch(type: "AddLine", payload: ["text": "e"]))?.code == .locked)
        #expect(try await !app.client.send(.unlock).isLocked)
        try app.add("d")
        #expect(try app.lines == ["d", "b", "a"])
    }

    @Test func `A client plays and pauses`() async throws {
        let app = try SteeredApp(at: url)
        try app.add("a", "b", "c", "d", "e")
        #expect(try await refusal(app, .playSteadily(perSecond: 100))?.code == .nothingToRedo)
        try await _ = app.client.send(.undo(count: 5))
        #expect(try await app.client.send(.playSteadily(perSecond: 100)).isPlaying)
        while try await app.client.send(.status).isPlaying {}
        #expect(try await app.client.send(.status).position == 5)
        try await _ = app.client.send(.undo(count: 5))
        #expect(try await app.client.send(.playSteadily(perSecond: 0.001)).isPlaying)
        #expect(try await !app.client.send(.pause).isPlaying)
        #expect(try await app.client.send(.play(times: 0.001)).isPlaying)
        #expect(try await !app.client.send(.jump(to: 2)).isPlaying)
        #expect(try await app.client.send(.status).position == 2)
    }

    @Test func `A request is refused if the app has closed, not opened or never started its travel`() async throws {
        let client = SteeringClient(of: url)
        await #expect(throws: SessionError.notFound(path: url.path)) { try await client.send(.status) }
        let app = try SteeredApp(at: url, opened: false)
        await #expect(throws: Refusal.notOpen(path: url.path)) { try await client.send(.undo(count: 1)) }
        try app.use { try SteeredApp.open($0, on: app.queue) }
        #expect(client.isOpen)
        #expect(try app.use { $0.travel.isOpen })
        #expect(throws: TimeTravelError.notOpened(reason: "it is open already")) {
            try app.use { try SteeredApp.open($0, on: app.queue) }
        }
        try await _ = client.send(.status)
        try app.use { $0.travel.close() }
        #expect(!client.isOpen)
        await #expect(throws: Refusal.notOpen(path: url.path)) { try await client.send(.undo(count: 1)) }
        try app.use { try SteeredApp.open($0, on: app.queue) }
        try app.use { $0.recorder.close() }
        await #expect(throws: Refusal.notRecorded(path: url.path)) { try await client.send(.undo(count: 1)) }
        #expect(throws: TimeTravelError.closed) { try app.use { try SteeredApp.open($0, on: app.queue) } }
        #expect(try folder.contents == ["a.rewind"])
    }

    @Test func `Steering ends with the travel`() async throws {
        let app = try SteeredApp(at: url)
        try app.add("a")
        try await _ = app.client.send(.status)
        app.end()
        await #expect(throws: Refusal.notRecorded(path: url.path)) { try await app.client.send(.undo(count: 1)) }
        #expect(try folder.contents == ["a.rewind"])
    }

    @Test func `A busy app is reported, and the request is not run later`() async throws {
        let app = try SteeredApp(at: url)
        try app.add("a", "b")
        app.queue.suspend()
        let client = app.client
        for _ in 1...2 {
            await #expect(throws: Refusal(.busy, "The app's thread was busy, so nothing was done.")) {
                try await client.send(.undo(count: 1), timeout: .milliseconds(500))
            }
        }
        app.queue.resume()
        try await Task.sleep(for: .milliseconds(100))
        #expect(try app.lines == ["b", "a"])
    }

    @Test func `Each of many clients gets its own answer, and each request runs once`() async throws {
        let app = try SteeredApp(at: url)
        let client = app.client
        try await withThrowingTaskGroup(of: (String, SteeringAnswer).self) { group in
            for number in 0..<60 {
                group.addTask {
                    let text = "line \(number)"
                    let action = SteeringRequest.dispatch(type: "AddLine", payload: ["text": .string(text)])
                    return (text, try await client.send(action, timeout: .seconds(60)))
                }
            }
            for try await (text, answer) in group {
                #expect(answer.position == answer.from + 1)
                let id = answer.position
                #expect(try app.use { $0.store.state.lines.first { $0.id == id }?.text } == text)
            }
        }
        #expect(try app.lines.count == 60)
        #expect(try app.use { try $0.session() }.last == 60)
    }

    @Test func `Opening actions of several types with one name is refused`() throws {
        let app = try TravelingApp(at: url)
        #expect(throws: TimeTravelError.notOpened(reason: "several of the types are called Decimal")) {
            try app.travel.open(actions: [Decimal.self, Foundation.Decimal.self]) { (_: any Action) in }
        }
        #expect(!app.travel.isOpen)
    }

    @Test func `The error for a travel that cannot be opened has the reason`() throws {
        let (app, other) = (try TravelingApp(at: url), url.path + "-travel")
        func reason() -> String? {
            do throws(TimeTravelError) {
                try app.travel.open()
                return nil
            } catch {
                return error.description
            }
        }
        try Data().write(to: URL(fileURLWithPath: other))
        #expect(
            reason()
                == "Travel cannot be opened to other processes: the folder beside the session cannot be used, Not a directory."
        )
        unlink(other)
        #expect(mkdir(other, 0o700) == 0 && chmod(other, 0o755) == 0)
        #expect(
            reason()
                == "Travel cannot be opened to other processes: the folder beside the session cannot be made, or is open to other users."
        )
        rmdir(other)
        #expect(reason() == nil)
        let second = TimeTravel(app.recorder) { app.store.dispatch($0) }
        #expect(throws: TimeTravelError.notOpened(reason: "another one of this session is open")) { try second.open() }
    }
}

private struct Decimal: Codable {}

extension SteeringAnswer {
    fileprivate var numbers: [Int] { [from, position, last, tip] }
}
