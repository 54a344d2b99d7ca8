import Foundation
import Rewind
import RewindSession
import TestSupport
import Testing

/// A store with ReSwift's shapes that does not depend on Rewind.
private protocol Action {}
private typealias Dispatch = (any Action) -> Void
private typealias Middleware<State> = (@escaping Dispatch, @escaping () -> State?) -> (@escaping Dispatch) -> Dispatch

private struct Start: Action {}

private final class Store<State> {
    private(set) var state: State?
    private(set) var dispatch: Dispatch = { _ in }
    var subscriber: (State) -> Void = { _ in }

    init(reducer: @escaping (any Action, State?) -> State, state: State?, middleware: [Middleware<State>] = []) {
        self.state = state
        let reduce: Dispatch = { [unowned self] action in
            let next = reducer(action, self.state)
            self.state = next
            subscriber(next)
        }
        dispatch = middleware.reversed().reduce(reduce) { next, middleware in
            middleware({ [unowned self] in dispatch($0) }, { [unowned self] in self.state })(next)
        }
        if state == nil { dispatch(Start()) }
    }
}

private struct AddTask: Action, Codable { var title: String }
private struct FinishTask: Action, Codable { var index: Int }

private func appReducer(action: any Action, state: Tasks?) -> Tasks {
    var state = state ?? Tasks()
    switch action {
    case let action as AddTask: state.apply(.add(action.title))
    case let action as FinishTask: state.apply(.finish(action.index))
    default: break
    }
    return state
}

/// Middleware that does nothing, in place of app middleware before the recorder.
private func logger(_: @escaping Dispatch, _: @escaping () -> Tasks?) -> (@escaping Dispatch) -> Dispatch {
    { next in { action in next(action) } }
}

@Suite struct MiddlewareAttachmentTests {
    private let folder = TemporaryFolder()
    private let actions = TaskAction.some(200, seed: 1)

    private func dispatch(to store: Store<Tasks>) {
        for action in actions {
            switch action {
            case .add(let title): store.dispatch(AddTask(title: title))
            case .finish(let index): store.dispatch(FinishTask(index: index))
            }
        }
    }

    @Test func `A store can be recorded by a middleware`() throws {
        let file = folder.session()
        let recorder = try Recorder<Tasks>(recordingTo: file)
        let store = Store<Tasks>(
            reducer: appReducer,
            state: Tasks(),
            middleware: [logger, recorder.middleware()]
        )
        dispatch(to: store)
        recorder.close()
        let recording = try Recording(at: file)
        try recording.expect(Tasks.states(after: actions))
        #expect(Set(recording.records.map(\.type)) == ["AddTask", "FinishTask"])
        #expect(recording.records.allSatisfy { $0.coder == .codable && $0.origin == nil && $0.duration != nil })
    }

    @Test func `A store can be recorded by its root reducer, from the first state on`() throws {
        let file = folder.session()
        let recorder = try Recorder<Tasks>(recordingTo: file)
        let store = Store<Tasks>(reducer: recorder.reducer(wrapping: appReducer), state: nil)
        dispatch(to: store)
        recorder.close()
        let recording = try Recording(at: file)
        try recording.expect([nil] + Tasks.states(after: actions))
        #expect(recording.records.first?.type == "Start")
        // Not `Codable`: it can be read, but not decoded.
        #expect(recording.records.first?.coder == .reflected)
    }

    @Test(arguments: [true, false])
    func `Dispatches from subscribers are recorded in the order of the reducer's calls`(isWrapped: Bool) throws {
        let file = folder.session()
        let recorder = try Recorder<Tasks>(recordingTo: file)
        let store =
            isWrapped
            ? Store<Tasks>(reducer: recorder.reducer(wrapping: appReducer), state: Tasks())
            : Store<Tasks>(reducer: appReducer, state: Tasks(), middleware: [recorder.middleware()])
        store.subscriber = { [unowned store] state in
            if state.open.count > 2 { store.dispatch(FinishTask(index: 0)) }
        }
        for number in 0..<5 { store.dispatch(AddTask(title: "\(number)")) }
        recorder.close()
        let recording = try Recording(at: file)
        let actions: [TaskAction] = [
            .add("0"), .add("1"), .add("2"), .finish(0), .add("3"), .finish(0), .add("4"), .finish(0),
        ]
        try recording.expect(Tasks.states(after: actions))
    }

    @Test func `Call sites of actions are recorded if the app passes them`() throws {
        let file = folder.session()
        let recorder = try Recorder<Tasks>(recordingTo: file)
        let store = Store<Tasks>(reducer: appReducer, state: Tasks(), middleware: [recorder.middleware()])

        func send(_ action: any Action, file: StaticString = #fileID, line: UInt = #line) {
            recorder.withCallSite(CallSite(file: file, line: line)) { store.dispatch(action) }
        }

        store.subscriber = { [unowned store] state in
            // A dispatch from a subscriber does not have this call site.
            if state.open.count == 2 { store.dispatch(FinishTask(index: 0)) }
        }
        let line = #line + 1
        send(AddTask(title: "a"))
        send(AddTask(title: "b"))
        store.dispatch(AddTask(title: "c"))
        recorder.pause()
        send(AddTask(title: "left out"))
        recorder.resume()
        // Nested call sites: the outer one applies again afterward.
        recorder.withCallSite(CallSite()) {
            send(AddTask(title: "d"))
            store.dispatch(AddTask(title: "e"))
        }
        recorder.close()
        let name = "\(#fileID)"
        let records = try Recording(at: file).records
        #expect(
            records.map(\.origin) == [
                "\(name):\(line)", "\(name):\(line + 1)", nil, nil, nil, nil, "\(name):\(line + 8)", nil,
                "\(name):\(line + 7)", nil,
            ]
        )
    }
}
