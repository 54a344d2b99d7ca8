import Foundation
import Rewind
import RewindSession
import TestSupport
import Testing

/// The result of a reducer in the style of the Composable Architecture: actions to send later.
private enum Effect<Action> {
    case none
    case send(Action)
}

/// A reducer that changes the state in place, as in the Composable Architecture.
private protocol Reducer<State, Action> {
    associatedtype State
    associatedtype Action
    func reduce(into state: inout State, action: Action) -> Effect<Action>
}

private struct Reduce<State, Action>: Reducer {
    private let body: (inout State, Action) -> Effect<Action>

    init(_ body: @escaping (inout State, Action) -> Effect<Action>) {
        self.body = body
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        body(&state, action)
    }
}

extension Reducer {
    /// Records each action that this reducer receives, and the state it led to.
    fileprivate func recorded(by recorder: Recorder<State>) -> some Reducer<State, Action> {
        Reduce(recorder.reducer(wrapping: reduce(into:action:)))
    }
}

private final class Store<State, Action> {
    private(set) var state: State
    private let reducer: any Reducer<State, Action>

    init(initialState: State, reducer: () -> any Reducer<State, Action>) {
        state = initialState
        self.reducer = reducer()
    }

    func send(_ action: Action) {
        if case .send(let next) = reducer.reduce(into: &state, action: action) { send(next) }
    }
}

private struct Feature: Reducer {
    typealias State = Tasks
    typealias Action = TaskAction

    func reduce(into state: inout Tasks, action: TaskAction) -> Effect<TaskAction> {
        state.apply(action)
        return state.open.count > 9 ? .send(.finish(4)) : .none
    }
}

@Suite struct InoutAttachmentTests {
    private let folder = TemporaryFolder()

    @Test func `An in-place reducer is recorded where the store takes it, and its effects run`() throws {
        let file = folder.session()
        let recorder = try Recorder<Feature.State>(recordingTo: file)
        let store = Store(initialState: Feature.State()) {
            Reduce(recorder.reducer(wrapping: Feature().reduce(into:action:)))
        }
        for number in 0..<40 { store.send(.add("\(number)")) }
        recorder.close()
        let actions = (0..<40).flatMap { number -> [TaskAction] in
            number < 9 ? [.add("\(number)")] : [.add("\(number)"), .finish(4)]
        }
        try Recording(at: file).expect(Tasks.states(after: actions))
        #expect(store.state == Tasks.states(after: actions).last)
    }

    @Test func `A reducer with a method that records it is recorded with the actions of its effects`() throws {
        let file = folder.session()
        let recorder = try Recorder<Feature.State>(recordingTo: file)
        let store = Store(initialState: Feature.State()) {
            Feature().recorded(by: recorder)
        }
        for number in 0..<10 { store.send(.add("\(number)")) }
        recorder.close()
        let actions = (0..<10).map { TaskAction.add("\($0)") } + [.finish(4)]
        try Recording(at: file).expect(Tasks.states(after: actions))
        #expect(store.state == Tasks.states(after: actions).last)
    }

    @Test(arguments: [false, true]) func `A recorded in-place reducer keeps the state's storage unique`(
        isRecorded: Bool
    ) throws {
        let file = folder.session()
        let recorder = try Recorder<[Int]>(recordingTo: file)
        var addresses: Set<UInt> = []
        let add: (inout [Int], Int) -> Void = { state, action in
            state[0] += action
            addresses.insert(state.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) })
            state[1] += action
            addresses.insert(state.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) })
        }
        let reduce = isRecorded ? recorder.reducer(wrapping: add) : add
        var state = [0, 0]
        reduce(&state, 1)
        #expect(addresses.count == 1)
        recorder.close()
        #expect(state == [1, 1])
    }

    @Test func `An action whose reducer throws is recorded with its error and its changes`() throws {
        struct NoSuchTask: Error, CustomStringConvertible {
            let description: String
        }
        let file = folder.session()
        let recorder = try Recorder<Tasks>(recordingTo: file)
        let reduce = recorder.reducer { (state: inout Tasks, action: TaskAction) throws in
            state.done += 1
            guard case .finish(let index) = action, state.open.indices.contains(index) else {
                throw NoSuchTask(description: "no such task; password=hunter2secret")
            }
        }
        var state = Tasks(open: ["a"], done: 0)
        try reduce(&state, .finish(0))
        #expect(throws: NoSuchTask.self) { try reduce(&state, .finish(7)) }
        recorder.close()
        let recording = try Recording(at: file)
        try recording.expect((0...2).map { Tasks(open: ["a"], done: $0) })
        #expect(recording.records.map(\.status) == [.done, .failed])
        let text = try #require(recording.records.last?.error)
        #expect(text.hasPrefix("no such task; password=‹masked "))
        #expect(!text.contains("hunter2secret"))
    }
}
