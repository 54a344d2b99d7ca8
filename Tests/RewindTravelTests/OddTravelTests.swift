import Foundation
import Rewind
import RewindTravel
import RewindStore
import RewindTree
import TestSupport
import Testing

@Suite struct OddTravelTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    private func texts(_ app: TravelingApp) -> [String] {
        app.store.state.lines.reversed().map(\.text)
    }

    private func add(_ texts: String..., to app: TravelingApp) {
        for text in texts { app.store.dispatch(AddLine(text: text)) }
    }

    @Test(arguments: [false, true])
    func `A locked past does not block the app once the recorder is closed`(isLocked: Bool) throws {
        var options = TimeTravelOptions()
        options.dispatching = isLocked ? .locked : .branches
        let app = try TravelingApp(at: url, options)
        add("a", "b", to: app)
        try app.travel.undo()
        app.recorder.close()
        #expect(!app.recorder.isTraveling)
        add("c", to: app)
        #expect(texts(app) == ["a", "c"])
    }

    @Test func `A locked past does not block the app once the session is gone`() throws {
        var options = TimeTravelOptions()
        options.dispatching = .locked
        let app = try TravelingApp(at: url, options)
        add("a", "b", to: app)
        try app.travel.undo()
        try FileManager.default.removeItem(at: url)
        // The next write detects it.
        let error = #expect(throws: TimeTravelError.self) { try app.travel.jump(to: 2) }
        // An inspector shows the error, but not the path.
        let text = try #require(error).description
        #expect(text.contains(url.lastPathComponent) && !text.contains("/"), "\(text)")
        app.recorder.record(Busy(isBusy: true), resultingIn: app.store.state)
        app.recorder.flush(atMost: .seconds(60))
        add("c", to: app)
        #expect(texts(app) == ["a", "c"])
        #expect(!app.recorder.isTraveling)
    }

    @Test(arguments: [false, true])
    func `Travel undoes and redoes excluded actions`(isWrapped: Bool) throws {
        let app = try TravelingApp(at: url, isWrapped: isWrapped)
        add("a", "b", to: app)
        app.recorder.pause()
        add("c", "d", to: app)
        app.recorder.resume()
        #expect(try app.travel.undo() == 2)
        #expect(texts(app) == ["a", "b"])
        #expect(app.travel.canRedo)
        #expect(try app.travel.redo() == 3)
        #expect(texts(app) == ["a", "b", "c", "d"])
        app.recorder.pause()
        add("e", to: app)
        app.recorder.resume()
        try app.travel.jump(to: 1)
        #expect(texts(app) == ["a"])
        try app.travel.jump(to: 4)
        #expect(texts(app) == ["a", "b", "c", "d", "e"])
        let session = try app.session()
        #expect(session.parents == [0, 1, 2, 3])
        #expect(session.states[4][["lines", "0", "text"]] == "e")
        #expect(session.isSound)
    }

    @Test(arguments: [0, -1, Int.min]) func `Travel by a count below one does nothing`(count: Int) throws {
        let app = try TravelingApp(at: url)
        add("a", "b", "c", to: app)
        try app.travel.undo()
        #expect(try app.travel.undo(count) == 2)
        #expect(try app.travel.redo(count) == 2)
        #expect(texts(app) == ["a", "b"])
    }

    @Test func `A restoration of another recorder is ignored`() throws {
        let app = try TravelingApp(at: url)
        let other = try TravelingApp(at: folder.session("b.rewind"))
        let crossed = TimeTravel(app.recorder) { other.store.dispatch($0) }
        add("a", "b", to: app)
        add("c", to: other)
        try crossed.undo()
        #expect(texts(app) == ["a", "b"])
        #expect(texts(other) == ["c"])
        add("d", to: other)
        let session = try other.session()
        #expect(session.last == 3)
        #expect(session.parents == [0, 1, 2])
        #expect(session.isSound)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Restoration<Notebook>.self, from: Data(#"{"seq":7,"state":{}}"#.utf8))
        }
    }

    @Test func `Travel works with queued restorations`() throws {
        let recorder = try Recorder<Notebook>(recordingTo: url)
        let store = Store(
            reducer: recorder.travelingReducer(wrapping: reduceNotebook),
            state: Notebook(),
            middleware: [recorder.middleware()]
        )
        var queue: [any Action] = []
        let travel = TimeTravel(recorder) { queue.append($0) }
        func work() {
            for action in queue { store.dispatch(action) }
            queue.removeAll()
        }
        for text in ["a", "b", "c", "d"] { store.dispatch(AddLine(text: text)) }
        #expect(try travel.undo() == 3)
        #expect(recorder.isTraveling)
        #expect(travel.position == 4)
        #expect(try travel.undo() == 2)
        work()
        #expect(travel.position == 2)
        #expect(store.state.lines.map(\.text) == ["b", "a"])
        store.dispatch(AddLine(text: "e"))  // 5, from 2
        try travel.jump(to: 3)
        store.dispatch(AddLine(text: "f"))  // 6, from 5
        #expect(!recorder.isTraveling)
        work()
        #expect(travel.position == 3)
        #expect(try travel.redo() == 4)
        work()
        #expect(store.state.lines.map(\.text) == ["d", "c", "b", "a"])
    }

    @Test func `A restoration that never arrived ends with the next action`() throws {
        let recorder = try Recorder<Notebook>(recordingTo: url)
        let store = Store(
            reducer: recorder.travelingReducer(wrapping: reduceNotebook),
            state: Notebook(),
            middleware: [recorder.middleware()]
        )
        var isSwallowing = true
        let travel = TimeTravel(recorder) { if !isSwallowing { store.dispatch($0) } }
        for text in ["a", "b", "c"] { store.dispatch(AddLine(text: text)) }
        try travel.undo()
        store.dispatch(AddLine(text: "d"))
        #expect(!recorder.isTraveling)
        isSwallowing = false
        #expect(try travel.undo() == 3)
        #expect(try travel.redo() == 4)
        #expect(!recorder.isTraveling)
    }

    @Test func `Travel refuses a state that was not recorded`() throws {
        struct Number: Codable {
            var n = 0
            init(_ n: Int) { self.n = n }
            func encode(to encoder: any Encoder) throws {
                if n == 3 { throw CancellationError() }
                var container = encoder.singleValueContainer()
                try container.encode(n)
            }
            init(from decoder: any Decoder) throws {
                n = try decoder.singleValueContainer().decode(Int.self)
            }
        }
        let recorder = try Recorder<Number>(recordingTo: url)
        var options = TimeTravelOptions()
        options.statesInMemory = 0
        var state = Number(0)
        let travel = TimeTravel(recorder, options: options) { state = $0.state }
        recorder.recordInitialState(state)
        for n in 1...5 { recorder.record("set", resultingIn: Number(n)) }
        #expect(throws: TimeTravelError.noState(seq: 3)) { try travel.jump(to: 3) }
        try travel.jump(to: 4)
        #expect(state.n == 4)
    }

    @Test func `A state that uses the recorder in its deinitializer can be released`() async throws {
        final class Asking {
            let recorder: Recorder<Holding>
            let done: @Sendable () -> Void
            init(_ recorder: Recorder<Holding>, done: @escaping @Sendable () -> Void) {
                (self.recorder, self.done) = (recorder, done)
            }
            deinit {
                _ = recorder.isTraveling
                done()
            }
        }
        struct Holding { var asking: Asking? }
        let recorder = try Recorder<Holding>(recordingTo: url)
        recorder.recordInitialState(Holding())
        recorder.pause()
        await withCheckedContinuation { continuation in
            recorder.record("held", resultingIn: Holding(asking: Asking(recorder) { continuation.resume() }))
            recorder.record("let go", resultingIn: Holding())
        }
        recorder.close()
    }
}
