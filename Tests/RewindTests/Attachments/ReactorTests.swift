import Foundation
import OpenCombine
import Rewind
import RewindSession
import RewindTree
import TestSupport
import Testing

private func reduceTasks(_ state: Tasks, _ mutation: TaskAction) -> Tasks {
    var state = state
    state.apply(mutation)
    return state
}

/// The shapes of ReactorKit, on Combine.
private enum ReactorKit {
    protocol Reactor: AnyObject {
        associatedtype Action
        associatedtype Mutation
        associatedtype State
        var initialState: State { get }
        func mutate(action: Action) -> AnyPublisher<Mutation, Never>
        func reduce(state: State, mutation: Mutation) -> State
    }

    final class TasksReactor: Reactor {
        let initialState = Tasks()
        private let recorded: (Tasks, TaskAction) -> Tasks

        init(recorder: Recorder<Tasks>) { recorded = recorder.reducer(wrapping: reduceTasks) }

        func reduce(state: Tasks, mutation: TaskAction) -> Tasks { recorded(state, mutation) }
    }

    final class ListReactor: Reactor {
        let initialState = Tasks()
        private let recorded: (Tasks, TaskAction) -> Tasks

        init(recorder: Recorder<Slices>) {
            recorded = recorder.join("list", state: Tasks()).reducer(wrapping: reduceTasks)
        }

        func reduce(state: Tasks, mutation: TaskAction) -> Tasks { recorded(state, mutation) }
    }
}

extension ReactorKit.ListReactor {
    fileprivate func mutate(action: TaskAction) -> AnyPublisher<TaskAction, Never> {
        Just(action).eraseToAnyPublisher()
    }
}

extension ReactorKit.Reactor {
    /// Returns the states for a stream of actions.
    fileprivate func states(for actions: some Publisher<Action, Never>) -> some Publisher<State, Never> {
        actions.flatMap { self.mutate(action: $0) }
            .scan(initialState) { self.reduce(state: $0, mutation: $1) }
            .prepend(initialState)
    }
}

extension ReactorKit.TasksReactor {
    fileprivate enum Action { case addTwo(String), clear }

    fileprivate func mutate(action: Action) -> AnyPublisher<TaskAction, Never> {
        switch action {
        case .addTwo(let title): [.add(title), .add("\(title) again")].publisher.eraseToAnyPublisher()
        case .clear: [.finish(0), .finish(0)].publisher.eraseToAnyPublisher()
        }
    }
}

@Suite struct ReactorTests {
    private let folder = TemporaryFolder()

    @Test func `A reactor's mutations are recorded in its reduce`() throws {
        let file = folder.session()
        let recorder = try Recorder<Tasks>(recordingTo: file)
        let reactor = ReactorKit.TasksReactor(recorder: recorder)
        let actions = PassthroughSubject<ReactorKit.TasksReactor.Action, Never>()
        var states: [Tasks] = []
        let subscription = reactor.states(for: actions).sink { states.append($0) }
        for number in 0..<10 {
            actions.send(.addTwo("\(number)"))
            if number % 2 == 1 { actions.send(.clear) }
        }
        subscription.cancel()
        recorder.close()

        #expect(states.count == 31)
        #expect(states.last?.done == 10)
        let recording = try Recording(at: file)
        try recording.expect(states)
        #expect(
            recording.records.prefix(6).map(\.type) == [
                "TaskAction.add", "TaskAction.add", "TaskAction.add", "TaskAction.add", "TaskAction.finish",
                "TaskAction.finish",
            ]
        )
    }

    @Test func `A reactor is in the session from its creation to its release`() throws {
        let file = folder.session()
        let recorder = try Recorder<Slices>(recordingTo: file)
        var reactors = (0..<2).map { _ in ReactorKit.ListReactor(recorder: recorder) }
        _ = reactors[0].reduce(state: Tasks(), mutation: .add("a"))
        reactors.removeFirst()
        recorder.close()
        let (none, one): (Tree, Tree) = (["done": 0, "open": []], ["done": 0, "open": ["a"]])
        let recording = try Recording(at: file)
        recording.expect(
            [.null, ["list": none], ["list": none, "list-2": none], ["list": one, "list-2": none], ["list-2": none]]
                as [Tree]
        )
        #expect(recording.records.map(\.type) == ["StoreJoined", "StoreJoined", "TaskAction.add", "StoreLeft"])
    }
}
