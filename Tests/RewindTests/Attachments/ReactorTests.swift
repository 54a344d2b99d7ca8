import Foundation
import OpenCombine
import Rewind
import RewindSession
import TestSupport
import Testing

// The shapes of ReactorKit, on Combine.
private protocol MutatingReactor: AnyObject {
    associatedtype Action
    associatedtype Mutation
    associatedtype State
    var initialState: State { get }
    func mutate(action: Action) -> AnyPublisher<Mutation, Never>
    func reduce(state: State, mutation: Mutation) -> State
}

extension MutatingReactor {
    /// Returns the states for a stream of actions.
    fileprivate func states(for actions: some Publisher<Action, Never>) -> some Publisher<State, Never> {
        actions.flatMap { self.mutate(action: $0) }
            .scan(initialState) { self.reduce(state: $0, mutation: $1) }
            .prepend(initialState)
    }
}

private final class TasksReactor: MutatingReactor {
    enum Action { case addTwo(String), clear }

    let initialState = Tasks()
    private let recorded: (Tasks, TaskAction) -> Tasks

    init(recorder: Recorder<Tasks>) {
        recorded = recorder.reducer { state, mutation in
            var state = state
            state.apply(mutation)
            return state
        }
    }

    func mutate(action: Action) -> AnyPublisher<TaskAction, Never> {
        switch action {
        case .addTwo(let title): [.add(title), .add("\(title) again")].publisher.eraseToAnyPublisher()
        case .clear: [.finish(0), .finish(0)].publisher.eraseToAnyPublisher()
        }
    }

    func reduce(state: Tasks, mutation: TaskAction) -> Tasks {
        recorded(state, mutation)
    }
}

@Suite struct ReactorTests {
    private let folder = TemporaryFolder()

    @Test func `A reactor's mutations are recorded in its reduce`() throws {
        let file = folder.session()
        let recorder = try Recorder<Tasks>(recordingTo: file)
        let reactor = TasksReactor(recorder: recorder)
        let actions = PassthroughSubject<TasksReactor.Action, Never>()
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
}
