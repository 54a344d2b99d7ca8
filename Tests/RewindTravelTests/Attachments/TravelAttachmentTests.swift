import Foundation
import OpenCombine
import Rewind
import RewindTravel
import RewindSession
import TestSupport
import Testing

/// A minimal store with ReSwift's shapes.
private protocol Action {}

private final class Store<State> {
    private(set) var state: State
    private let reducer: (any Action, State?) -> State
    private var dispatchFunction: (any Action) -> Void = { _ in }

    init(
        reducer: @escaping (any Action, State?) -> State,
        state: State,
        middleware: [(@escaping (any Action) -> Void, @escaping () -> State?) -> (@escaping (any Action) -> Void) -> (
            any Action
        ) -> Void]
    ) {
        (self.state, self.reducer) = (state, reducer)
        dispatchFunction = middleware.reversed().reduce({ [unowned self] in self.state = reducer($0, self.state) }) {
            $1({ [unowned self] in dispatch($0) }, { [unowned self] in self.state })($0)
        }
    }

    func dispatch(_ action: any Action) { dispatchFunction(action) }
}

private struct AddTask: Action, Codable { var title: String }

private func appReducer(action: any Action, state: Tasks?) -> Tasks {
    var state = state ?? Tasks()
    if let action = action as? AddTask { state.apply(.add(action.title)) }
    return state
}

extension Restoration: Action {}

/// The actions of an app that has one enum for all.
private enum AppAction: Codable, Equatable {
    case task(TaskAction)
    case restore(Restoration<Tasks>)
}

private func reduce(_ state: Tasks, _ action: AppAction) -> Tasks {
    var state = state
    if case .task(let action) = action { state.apply(action) }
    return state
}

/// An app in the style of Flux, with two stores.
private final class TaskStore {
    var state = Tasks()
}
private final class UserStore {
    /// Not `Codable`, as is common in such apps.
    struct User { var name = "" }
    var state = User()
}

/// Actions before and after an undo, for each of the apps, and the expected result.
private struct Trip {
    static let before: [TaskAction] = [.add("a"), .add("b"), .finish(0)]
    static let after = TaskAction.add("c")

    let file: URL

    /// Undoes one of three actions and dispatches another one.
    func run(
        _ travel: TimeTravel<Tasks>,
        state: () -> Tasks,
        send: (TaskAction) -> Void
    ) throws {
        for action in Self.before { send(action) }
        let states = Tasks.states(after: Self.before)
        #expect(try travel.undo(2) == 1)
        #expect(state() == states[1])
        #expect(try travel.redo() == 2)
        #expect(state() == states[2])
        send(Self.after)
        #expect(state().open == ["a", "b", "c"])
        travel.recorder.flush(atMost: .seconds(60))
        try check()
        travel.recorder.close()
        try check()
    }

    func check() throws {
        let recording = try Recording(at: file)
        let states = Tasks.states(after: Self.before)
        try recording.expect(states + [Tasks(open: ["a", "b", "c"], done: 0)])
        #expect(recording.records.map(\.parent) == [0, 1, 2, 2])
    }
}

private enum Effect: Equatable { case none, run(String) }

@Suite struct TravelAttachmentTests {
    private let folder = TemporaryFolder()
    private var file: URL { folder.session() }

    @Test func `A store with ReSwift's shapes travels`() throws {
        let recorder = try Recorder<Tasks>(recordingTo: file)
        let store = Store(
            reducer: recorder.travelingReducer(wrapping: appReducer),
            state: Tasks(),
            middleware: [recorder.middleware()]
        )
        let travel = TimeTravel(recorder) { store.dispatch($0) }
        for title in ["a", "b", "c"] { store.dispatch(AddTask(title: title)) }
        try travel.undo()
        #expect(store.state.open == ["a", "b"])
        store.dispatch(AddTask(title: "d"))
        #expect(store.state.open == ["a", "b", "d"])
        recorder.close()
        #expect(try Recording(at: file).records.map(\.parent) == [0, 1, 2, 2])
    }

    @Test func `A stream folded with scan travels`() throws {
        let actions = PassthroughSubject<AppAction, Never>()
        let recorder = try Recorder<Tasks>(recordingTo: file)
        let recorded = recorder.reducer(wrapping: reduce)
        let states = actions.scan(Tasks()) { recorder.travelState(for: $1, from: $0) ?? recorded($0, $1) }
        let travel = TimeTravel(recorder) { actions.send(.restore($0)) }
        var last = Tasks()
        let subscription = states.sink { last = $0 }
        try Trip(file: file).run(travel, state: { last }, send: { actions.send(.task($0)) })
        subscription.cancel()
    }

    @Test func `An AsyncSequence that receives a restoration later travels`() async throws {
        let (actions, continuation) = AsyncStream<AppAction>.makeStream()
        let recorder = try Recorder<Tasks>(recordingTo: file)
        let recorded = recorder.reducer(wrapping: reduce)
        let traveling = { recorder.travelState(for: $1, from: $0) ?? recorded($0, $1) }
        let travel = TimeTravel(recorder) { continuation.yield(.restore($0)) }
        var iterator = actions.makeAsyncIterator()
        var state = Tasks()
        func step() async {
            if let action = await iterator.next() { state = traveling(state, action) }
        }
        for action in Trip.before {
            continuation.yield(.task(action))
            await step()
        }
        try travel.jump(to: 1)
        #expect(state.done == 1)
        #expect(travel.position == 3)
        // Actions dispatched in the meantime are applied first.
        #expect(recorder.isTraveling)
        await step()
        #expect(state.open == ["a"])
        #expect(travel.position == 1)
        let clock = ContinuousClock()
        try await travel.play(.steady(.zero), clock: clock)
        await step()
        await step()
        #expect(travel.position == 3)
        #expect(state == Tasks.states(after: Trip.before).last)
        try travel.undo()
        await step()
        continuation.yield(.task(Trip.after))
        await step()
        recorder.close()
        try Trip(file: file).check()
    }

    @Test func `A store that changes its state in place travels`() throws {
        let recorder = try Recorder<Tasks>(recordingTo: file)
        var effects: [String] = []
        let feature = { (state: inout Tasks, action: AppAction) -> [String] in
            if case .task(let action) = action { state.apply(action) }
            return ["effect"]
        }
        let reduce = recorder.travelingReducer(wrapping: recorder.reducer(wrapping: feature), returning: [])
        var state = Tasks()
        let travel = TimeTravel(recorder) { effects += reduce(&state, .restore($0)) }
        try Trip(file: file).run(travel, state: { state }, send: { effects += reduce(&state, .task($0)) })
        #expect(effects.count == 4)
    }

    @Test func `A locked store that changes its state in place drops an action in the past`() throws {
        let recorder = try Recorder<Tasks>(recordingTo: file)
        let feature = { (state: inout Tasks, action: AppAction) -> Effect in
            guard case .task(let action) = action else { return .none }
            state.apply(action)
            return .run("save")
        }
        let reduce = recorder.travelingReducer(wrapping: recorder.reducer(wrapping: feature), returning: .none)
        var (state, options) = (Tasks(), TimeTravelOptions())
        options.dispatching = .locked
        let travel = TimeTravel(recorder, options: options) {
            #expect(reduce(&state, .restore($0)) == .none)
        }
        #expect(reduce(&state, .task(.add("a"))) == .run("save"))
        #expect(reduce(&state, .task(.add("b"))) == .run("save"))
        try travel.undo()
        #expect(reduce(&state, .task(.add("c"))) == .none)
        #expect(state.open == ["a"])
        try travel.redo()
        #expect(reduce(&state, .task(.add("d"))) == .run("save"))
        #expect(state.open == ["a", "b", "d"])
        recorder.close()
        #expect(try Recording(at: file).records.map(\.parent) == [0, 1, 2])
    }

    @Test func `A store with a throwing reducer travels`() throws {
        struct NoSuchTask: Error {}
        let recorder = try Recorder<Tasks>(recordingTo: file)
        let strict = { (state: inout Tasks, action: AppAction) throws in
            guard case .task(let action) = action else { return }
            if case .finish(let index) = action, !state.open.indices.contains(index) { throw NoSuchTask() }
            state.apply(action)
        }
        let recorded = recorder.reducer(wrapping: strict)
        let reduce = { (state: inout Tasks, action: AppAction) throws in
            guard let next = recorder.travelState(for: action, from: state) else { return try recorded(&state, action) }
            state = next
        }
        var state = Tasks()
        let travel = TimeTravel(recorder) { restoration in
            #expect(throws: Never.self) { try reduce(&state, .restore(restoration)) }
        }
        try reduce(&state, .task(.add("a")))
        #expect(throws: NoSuchTask.self) { try reduce(&state, .task(.finish(9))) }
        #expect(try travel.undo(2) == 0)
        #expect(state == Tasks())
        try reduce(&state, .task(.add("b")))
        recorder.close()
        let recording = try Recording(at: file)
        #expect(recording.records.map(\.parent) == [0, 1, 0])
        #expect(recording.records.map(\.status) == [.done, .failed, .done])
    }

    @Test func `An app that records after the fact and sets its own state travels`() throws {
        let recorder = try Recorder<Tasks>(recordingTo: file)
        var tasks = Tasks()
        let travel = TimeTravel(recorder) { tasks = $0.state }
        recorder.recordInitialState(tasks)
        try Trip(file: file).run(travel, state: { tasks }) {
            tasks.apply($0)
            recorder.record($0, resultingIn: tasks)
        }
    }

    @Test func `Several stores of a Flux app travel together`() throws {
        let recorder = try Recorder<Slices>(recordingTo: file)
        let (taskStore, userStore) = (TaskStore(), UserStore())
        let travel = TimeTravel(recorder) { restoration in
            if let tasks = restoration.state["tasks"] as? Tasks { taskStore.state = tasks }
            if let user = restoration.state["user"] as? UserStore.User { userStore.state = user }
        }
        let state = { ["tasks": taskStore.state, "user": userStore.state] as Slices }
        recorder.recordDispatch(of: TaskAction.add("a"), state: state) { taskStore.state.apply(.add("a")) }
        recorder.recordDispatch(of: "rename", state: state) { userStore.state.name = "Ada" }
        recorder.recordDispatch(of: TaskAction.add("b"), state: state) { taskStore.state.apply(.add("b")) }
        try travel.undo(2)
        #expect(taskStore.state.open == ["a"])
        #expect(userStore.state.name == "")
        try travel.redo()
        #expect(userStore.state.name == "Ada")
        recorder.recordDispatch(of: TaskAction.add("c"), state: state) { taskStore.state.apply(.add("c")) }
        recorder.close()
        let recording = try Recording(at: file)
        #expect(recording.records.map(\.parent) == [0, 1, 2, 2])
        #expect(taskStore.state.open == ["a", "c"])
    }
}
