import Foundation
import Rewind
import RewindStore

struct Tasks: Codable {
    mutating func apply(_ action: TaskAction) {}
}

enum TaskAction: Codable {
    case add(String)
}

func appReducer(action: any Action, state: Tasks?) -> Tasks {
    state ?? Tasks()
}

func reduce(_ state: Tasks, _ action: TaskAction) -> Tasks {
    state
}

var logger: Middleware<Tasks> { { _, _ in { next in { action in next(action) } } } }

// As in SwiftFlux.
enum Flux {
    protocol Action {
        associatedtype Payload
        associatedtype Failure: Error
    }

    class Dispatcher {
        init() {}

        func dispatch<A: Action>(_ action: A, result: Result<A.Payload, A.Failure>) {}
    }

    final class TaskStore {
        let state = Tasks()

        init(_ dispatcher: Dispatcher) {}
    }

    final class UserStore {
        let state = ["name": ""]

        init(_ dispatcher: Dispatcher) {}
    }

    final class RecordingDispatcher: Dispatcher {
        let recorder: Recorder<Slices>
        var state: () -> Slices? = { nil }

        init(_ recorder: Recorder<Slices>) {
            self.recorder = recorder
            super.init()
        }

        // SNIPPET: override func dispatch<A: Action>(_ action: A, result: Result<A.Payload, A.Failure>) {
    }

    static func start() throws {
        // SNIPPET: let recorder = try Recorder<Slices>(recordingTo: file)
    }
}

// As in Combine.
let actions = AsyncStream<TaskAction> { $0.finish() }

extension AsyncStream {
    func scan<Result>(_ initial: Result, _ next: @escaping (Result, Element) -> Result) -> Result {
        initial
    }
}

// As in the Composable Architecture.
enum ComposableArchitecture {
    struct Effect {}

    struct Reduce<State, Action> {
        init(_ reduce: @escaping (inout State, Action) -> Effect) {}
    }

    struct Store<State> {
        init<Action>(initialState: State, reducer: () -> Reduce<State, Action>) {}
    }

    struct Feature {
        typealias State = Tasks

        func reduce(into state: inout Tasks, action: TaskAction) -> Effect {
            Effect()
        }
    }

    static func start() throws {
        // SNIPPET: let recorder = try Recorder<Feature.State>(recordingTo: file)
    }
}

final class Ledger {
    private var tasks = Tasks()
    private let recorder: Recorder<Tasks>

    // SNIPPET: init(recorder: Recorder<Tasks>) {
}
