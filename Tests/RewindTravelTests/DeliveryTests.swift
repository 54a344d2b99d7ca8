import Foundation
import Rewind
import RewindTravel
import RewindStore
import TestSupport
import Testing

/// The behavior while the store delivers a restored state to its subscribers.
@Suite struct DeliveryTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    /// The ways of moving to the end of the branch.
    enum Way: CaseIterable {
        case redo, jump, stepForward, play
    }

    private func go(_ way: Way, to end: Int, _ travel: TimeTravel<Notebook>) async throws {
        switch way {
        case .redo: try travel.redo(9)
        case .jump: try travel.jump(to: end)
        case .stepForward: while travel.canRedo { try travel.stepForward() }
        case .play: try await travel.play(.steady(.zero))
        }
    }

    @Test(arguments: Way.allCases, [false, true])
    func `Subscribers can suppress effects during a restoration`(way: Way, isWrapped: Bool) async throws {
        let app = try TravelingApp(at: url, isWrapped: isWrapped)
        let watcher = NotebookReactor()
        var (asked, saves) = ([Bool](), 0)
        watcher.react = { state in
            asked.append(app.recorder.isTraveling)
            guard !app.recorder.isTraveling, state.lines.count == 2, !state.isBusy else { return }
            saves += 1
            app.store.dispatch(Busy(isBusy: true))
        }
        app.store.subscribe(watcher)
        app.store.dispatch(AddLine(text: "a"))
        app.store.dispatch(AddLine(text: "b"))
        app.store.dispatch(Busy(isBusy: false))
        // The last action triggered another one, which is undone, too.
        #expect((saves, app.recorder.dispatchedCount) == (2, 5))
        try app.travel.jump(to: 4)
        app.store.dispatch(RemoveLine(index: 0))
        app.store.dispatch(AddLine(text: "c"))
        #expect((saves, app.recorder.dispatchedCount) == (3, 8))
        try app.travel.undo()
        app.recorder.flush(atMost: .seconds(60))
        asked = []
        try await go(way, to: 8, app.travel)
        #expect(asked.allSatisfy { $0 } && !asked.isEmpty)
        #expect((saves, app.recorder.dispatchedCount) == (3, 8))
        #expect(!app.recorder.isTraveling)
    }

    @Test(arguments: [false, true])
    func `Travel to the end of the branch is announced like travel to the past`(isWrapped: Bool) throws {
        let app = try TravelingApp(at: url, isWrapped: isWrapped)
        let watcher = NotebookReactor()
        watcher.react = { state in
            if !app.recorder.isTraveling, state.lines.count == 2, !state.isBusy {
                app.store.dispatch(Busy(isBusy: true))
            }
        }
        app.store.dispatch(AddLine(text: "a"))
        app.store.dispatch(AddLine(text: "b"))
        try app.travel.undo()
        app.store.subscribe(watcher)
        try app.travel.redo()
        #expect(app.recorder.dispatchedCount == 2)
        try app.travel.undo()
        try app.travel.jump(to: 2)
        #expect(app.recorder.dispatchedCount == 2)
        // The same if the store is already there.
        try app.travel.jump(to: 2)
        #expect(app.recorder.dispatchedCount == 2)
        #expect(try app.session().isSound)
    }

    @Test(arguments: [false, true])
    func `Code that dispatches during a restoration can see that the store travels`(isWrapped: Bool) throws {
        let app = try TravelingApp(at: url, isWrapped: isWrapped)
        let (careless, careful) = (NotebookReactor(), NotebookReactor())
        var told: [String] = []
        app.store.dispatch(AddLine(text: "a"))
        app.store.dispatch(AddLine(text: "b"))
        try app.travel.undo()
        careless.react = { if $0.lines.count == 2, !$0.isBusy { app.store.dispatch(Busy(isBusy: true)) } }
        careful.react = { told.append("\($0.lines.count) \($0.isBusy) \(app.recorder.isTraveling)") }
        app.store.subscribe(careless)
        app.store.subscribe(careful)
        told = []
        try app.travel.redo()
        #expect(told == ["2 true true", "2 true true"])
        #expect(!app.recorder.isTraveling)
        #expect(app.travel.position == 3)
        app.store.dispatch(AddLine(text: "c"))
        #expect(told.last == "3 true false")
        #expect(try app.session().parents == [0, 1, 2, 3])
    }

    @Test func `The travel is visible to a middleware that dispatches before the reducer runs`() throws {
        let recorder = try Recorder<Notebook>(recordingTo: url)
        var isEager = false
        let eager: Middleware<Notebook> = { dispatch, _ in
            { next in
                { action in
                    if isEager, action is Restoration<Notebook> { dispatch(Busy(isBusy: true)) }
                    next(action)
                }
            }
        }
        let store = Store(
            reducer: recorder.travelingReducer(wrapping: reduceNotebook),
            state: Notebook(),
            middleware: [eager, recorder.middleware()]
        )
        let travel = TimeTravel(recorder) { store.dispatch($0) }
        store.dispatch(AddLine(text: "a"))
        store.dispatch(AddLine(text: "b"))
        try travel.undo()
        let watcher = NotebookReactor()
        store.subscribe(watcher)
        var told: [Bool] = []
        watcher.react = { _ in told.append(recorder.isTraveling) }
        isEager = true
        try travel.redo()
        #expect(told == [true, true])
    }

    @Test(arguments: [false, true]) func `The travel is visible when the store takes the restoration from a queue`(
        isAround: Bool
    ) throws {
        let recorder = try Recorder<Notebook>(recordingTo: url)
        var queue: [any Action] = []
        var (state, told) = (Notebook(), [Bool]())
        let reduce: (any Action, Notebook?) -> Notebook = recorder.travelingReducer(wrapping: reduceNotebook)
        func deliver(_ action: any Action) {
            state = reduce(action, state)
            told.append(recorder.isTraveling)
        }
        let middleware: (@escaping (any Action) -> Void) -> (any Action) -> Void = recorder.middleware()(
            { queue.append($0) },
            { state }
        )
        func drain() {
            while !queue.isEmpty {
                let action = queue.removeFirst()
                if isAround {
                    recorder.recordDispatch(of: action, state: { state }) { deliver(action) }
                } else {
                    middleware(deliver)(action)
                }
            }
        }
        let travel = TimeTravel(recorder) { queue.append($0) }
        queue = [AddLine(text: "a"), AddLine(text: "b")]
        drain()
        try travel.undo()
        drain()
        try travel.redo()
        #expect(recorder.isTraveling)
        drain()
        #expect(told == [false, false, true, true])
        #expect(!recorder.isTraveling)
        #expect(travel.position == 2)
    }

    @Test func `The travel is visible when the app sets its state without an action`() throws {
        let recorder = try Recorder<Notebook>(recordingTo: url)
        var (state, told) = (Notebook(), [Bool]())
        func set(_ new: Notebook) {
            state = new
            told.append(recorder.isTraveling)
        }
        let travel = TimeTravel(recorder) { set($0.state) }
        recorder.recordInitialState(state)
        for text in ["a", "b"] {
            set(reduceNotebook(AddLine(text: text), state))
            recorder.record(AddLine(text: text), resultingIn: state)
        }
        try travel.undo()
        try travel.redo()
        #expect(told == [false, false, true, true])
        #expect(!recorder.isTraveling)
    }
}
