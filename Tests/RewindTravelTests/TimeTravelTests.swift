import Foundation
import Rewind
import RewindStore
import RewindTimeline
import RewindTravel
import RewindTree
import TestSupport
import Testing
@testable import RewindUpkeep

@Suite struct TimeTravelTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    private func type(_ text: String, into app: TravelingApp) {
        for end in text.indices { app.store.dispatch(TypeText(text: String(text[...end]))) }
    }

    @Test(arguments: [false, true]) func `An action after an undo keeps both branches`(isWrapped: Bool) throws {
        let app = try TravelingApp(at: url, isWrapped: isWrapped)
        for text in ["a", "b", "c"] { app.store.dispatch(AddLine(text: text)) }
        #expect(try app.travel.undo(2) == 1)
        #expect(app.store.state.lines.map(\.text) == ["a"])
        #expect(app.recorder.isTraveling)
        app.store.dispatch(AddLine(text: "d"))
        #expect(!app.recorder.isTraveling)
        #expect(app.store.state.lines.map(\.text) == ["d", "a"])
        try app.travel.jump(to: 3)
        #expect(app.store.state.lines.map(\.text) == ["c", "b", "a"])
        let session = try app.session()
        #expect(session.parents == [0, 1, 2, 1])
        #expect(session.cursor == 3)
        #expect(session.isSound)
    }

    @Test(arguments: [false, true])
    func `Undo stops at the first state that the store made itself`(isWrapped: Bool) throws {
        let app = try TravelingApp(at: url, state: nil, isWrapped: isWrapped)
        #expect(!app.travel.canUndo)
        app.store.dispatch(AddLine(text: "a"))
        #expect(app.travel.canUndo)
        #expect(try app.travel.undo(5) == 1)
        #expect(app.store.state == Notebook())
        #expect(throws: TimeTravelError.nothingToUndo) { try app.travel.undo() }
        #expect(throws: TimeTravelError.nothingToUndo) { try app.travel.stepBack() }
        #expect(throws: TimeTravelError.noState(seq: 0)) { try app.travel.jump(to: 0) }
        #expect(try app.session().isSound)
    }

    @Test func `Undo moves by steps if the app defines them`() throws {
        var options = TimeTravelOptions()
        options.isUndoable = { $0 != "Busy" }
        options.groupBy = { $0.type == "TypeText" ? "text" : nil }
        let app = try TravelingApp(at: url, options)
        type("one", into: app)  // 1...3
        app.store.dispatch(Busy(isBusy: true))  // 4
        app.store.dispatch(AddLine(text: "one"))  // 5
        app.store.dispatch(AddLine(text: "two"))  // 6
        app.store.dispatch(Busy(isBusy: false))  // 7
        type("th", into: app)  // 8...9
        #expect(try app.travel.undo() == 7)
        #expect(try app.travel.undo() == 5)
        #expect(try app.travel.undo() == 4)
        #expect(app.store.state == Notebook(field: "one", isBusy: true))
        #expect(try app.travel.undo() == 0)
        #expect(throws: TimeTravelError.nothingToUndo) { try app.travel.undo() }
        #expect(try app.travel.redo() == 4)
        #expect(try app.travel.redo(2) == 7)
        #expect(try app.travel.redo() == 9)
        #expect(try app.travel.stepBack() == 8)
        #expect(app.store.state.field == "t")
        #expect(try app.travel.stepForward() == 9)
    }

    @Test func `Travel into the middle of a step begins a new one`() throws {
        var options = TimeTravelOptions()
        options.groupBy = { $0.payload?["/text"].map { $0 == "x" ? "marks" : "words" } }
        let app = try TravelingApp(at: url, options)
        type("abc", into: app)  // 1...3
        app.store.dispatch(TypeText(text: "x"))  // 4
        app.store.dispatch(TypeText(text: "x"))  // 5
        #expect(try app.travel.undo() == 3)
        try app.travel.stepBack()
        type("de", into: app)  // 6...7
        #expect(try app.travel.undo() == 2)
        #expect(try app.travel.undo() == 0)
        #expect(try app.travel.redo() == 2)
        #expect(try app.travel.redo() == 7)
    }

    @Test(arguments: [false, true])
    func `A locked past drops dispatched actions`(isWrapped: Bool) throws {
        var options = TimeTravelOptions()
        options.dispatching = .locked
        let app = try TravelingApp(at: url, options, isWrapped: isWrapped)
        app.store.dispatch(AddLine(text: "a"))
        app.store.dispatch(AddLine(text: "b"))
        try app.travel.undo()
        app.store.dispatch(AddLine(text: "dropped"))
        #expect(app.store.state.lines.map(\.text) == ["a"])
        try app.travel.redo()
        app.store.dispatch(AddLine(text: "c"))
        #expect(app.store.state.lines.map(\.text) == ["c", "b", "a"])
        let session = try app.session()
        #expect(session.parents == [0, 1, 2])
        #expect(app.recorder.droppedCount == 0)
        #expect(session.isSound)
    }

    @Test func `Travel does not run effects again`() throws {
        let recorder = try Recorder<Notebook>(recordingTo: url)
        var requests: [String] = []
        let save: Middleware<Notebook> = { _, getState in
            { next in
                { action in
                    next(action)
                    if action is AddLine { requests.append("save \(getState()?.lines.count ?? 0)") }
                }
            }
        }
        let store = Store(
            reducer: recorder.travelingReducer(wrapping: reduceNotebook),
            state: Notebook(),
            middleware: [createThunkMiddleware(), save, recorder.middleware()]
        )
        let upload = Thunk<Notebook> { dispatch, _ in
            guard !recorder.isTraveling else { return }
            requests.append("upload")
            dispatch(Busy(isBusy: true))
        }
        let travel = TimeTravel(recorder) { store.dispatch($0) }
        store.dispatch(AddLine(text: "a"))
        store.dispatch(AddLine(text: "b"))
        store.dispatch(upload)
        #expect(requests == ["save 1", "save 2", "upload"])
        try travel.undo(2)
        try travel.redo()
        store.dispatch(upload)
        #expect(requests == ["save 1", "save 2", "upload"])
        #expect(try travel.redo() == 3)
        store.dispatch(upload)
        #expect(requests.count == 4)
    }

    @Test func `Travel can begin in a subscriber once the recorder is done with the action`() throws {
        let app = try TravelingApp(at: url, isWrapped: true)
        let watcher = NotebookReactor()
        watcher.react = { state in
            // A field that becomes too long is undone immediately.
            if state.field.count > 3 { #expect(throws: Never.self) { try app.travel.undo() } }
        }
        app.store.subscribe(watcher)
        type("abcd", into: app)
        #expect(app.store.state.field == "abc")
        app.store.dispatch(AddLine(text: "abc"))
        let session = try app.session()
        #expect(session.parents == [0, 1, 2, 3, 3])
        #expect(session.isSound)
        #expect(session.states[4][["field"]] == "abcd")
    }

    @Test func `States that are no longer in memory are decoded`() throws {
        var options = TimeTravelOptions()
        options.statesInMemory = 2
        let app = try TravelingApp(at: url, options)
        for number in 1...600 { app.store.dispatch(AddLine(text: "line \(number)")) }
        try app.travel.jump(to: 100)
        #expect(app.store.state.lines.map(\.text) == (1...100).reversed().map { "line \($0)" })
        app.store.dispatch(AddLine(text: "branch"))
        try app.travel.jump(to: 0)
        #expect(app.store.state == Notebook())
        #expect(try app.session().isSound)
        #expect(throws: TimeTravelError.noState(seq: 602)) { try app.travel.jump(to: 602) }
        #expect(throws: TimeTravelError.noState(seq: -1)) { try app.travel.jump(to: -1) }
    }

    @Test func `Travel does not put masks into the app`() throws {
        struct Account: Codable, Equatable {
            var password = ""
            var note = ""
        }
        let recorder = try Recorder<Account>(recordingTo: url)
        var account = Account()
        var options = TimeTravelOptions()
        options.statesInMemory = 2
        let travel = TimeTravel(recorder, options: options) { account = $0.state }
        recorder.recordInitialState(account)
        func set(_ change: (inout Account) -> Void) {
            change(&account)
            recorder.record("set", resultingIn: account)
        }
        set { $0.password = "hunter2" }
        set { $0.note = "x" }
        set { $0.note = "y" }
        try travel.jump(to: 2)
        #expect(account == Account(password: "hunter2", note: "x"))
        #expect(throws: TimeTravelError.masked(seq: 1)) { try travel.jump(to: 1) }
        try travel.jump(to: 0)
        #expect(account == Account())
    }

    @Test func `The error for a travel that is not possible has the reason`() throws {
        struct Plain { var count = 0 }
        let recorder = try Recorder<Plain>(recordingTo: url)
        var options = TimeTravelOptions()
        options.statesInMemory = 1
        var state = Plain()
        let travel = TimeTravel(recorder, options: options) { state = $0.state }
        for count in 1...3 { recorder.record("count", resultingIn: Plain(count: count)) }
        let error = #expect(throws: TimeTravelError.self) { try travel.undo() }
        let reason = "its type is not Decodable, and it is older than the one state that `statesInMemory` keeps"
        #expect(error == .notDecodable(seq: 2, reason: reason))
        #expect(error?.description == "The state 2 cannot be restored: \(reason).")
        try travel.jump(to: 3)
        #expect(state.count == 3)
        // Its state is not recorded yet.
        recorder.recordDispatch(of: "outer", state: { state }) {
            _ = #expect(throws: TimeTravelError.dispatching) { try travel.jump(to: 3) }
        }
        recorder.close()
        #expect(throws: TimeTravelError.closed) { try travel.jump(to: 4) }
    }

    @Test func `Travel continues while the oldest actions of the session are pruned`() throws {
        var recording = RecorderOptions()
        recording.durability = .buffered
        recording.maxActions = 300
        let app = try TravelingApp(at: url, recording: recording)
        for number in 1...1_000 { app.store.dispatch(AddLine(text: "line \(number)")) }
        try app.travel.undo(20)
        // While the store exists, that state is kept.
        for _ in 0..<3 {
            try app.travel.undo(5)
            app.recorder.flush(atMost: .seconds(60))
            #expect(try app.travel.redo(5) == 980)
        }
        for number in 1...1_000 { app.store.dispatch(AddLine(text: "branch \(number)")) }
        #expect(throws: TimeTravelError.noState(seq: 980)) { try app.travel.jump(to: 980) }
        #expect(try app.travel.undo(3) == 1_997)
        app.recorder.close()
        let timeline = try Timeline(opening: url)
        #expect(try SessionCheck.run(timeline.session).findings == [])
        #expect(try timeline.cursor() == 1_997)
    }
}

/// Reacts to states.
final class NotebookReactor: StoreSubscriber {
    var react: (Notebook) -> Void = { _ in }
    func newState(state: Notebook) { react(state) }
}
