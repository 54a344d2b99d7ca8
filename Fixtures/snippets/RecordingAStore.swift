import Foundation
import Observation
import Rewind
import RewindReplay
import RewindStore
import RewindTravel

nonisolated struct Tasks: Codable {
    mutating func apply(_ action: TaskAction) {}
}

nonisolated enum TaskAction: Codable {
    case add(String)
}

func appReducer(action: any Action, state: Tasks?) -> Tasks {
    state ?? Tasks()
}

func reduce(_ state: Tasks, _ action: TaskAction) -> Tasks {
    state
}

var logger: Middleware<Tasks> { { _, _ in { next in { action in next(action) } } } }

@MainActor enum Redux {
    static func wrap(_ recorder: Recorder<Tasks>) {
        // SNIPPET: let store = Store<Tasks>(reducer: recorder.reducer(wrapping: appReducer), state: nil)
    }

    static func add(_ recorder: Recorder<Tasks>) {
        // SNIPPET: let store = Store<Tasks>(
    }
}

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

    final class CartStore {
        let state = Tasks()

        init(_ dispatcher: Dispatcher) {}
    }

    final class AccountStore {
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

    static func start(_ recorder: Recorder<Slices>) {
        // SNIPPET: let dispatcher = RecordingDispatcher(recorder)
    }
}

// As in Combine.
let actions = AsyncStream<TaskAction> { $0.finish() }

extension AsyncStream {
    func scan<Result>(_ initial: Result, _ next: @escaping (Result, Element) -> Result) -> Result {
        initial
    }
}

@MainActor enum Streams {
    static func scan(_ recorder: Recorder<Tasks>) {
        // SNIPPET: let states = actions.scan(Tasks(), recorder.reducer(wrapping: reduce))
    }

    static func loop(_ recorder: Recorder<Tasks>) async {
        // SNIPPET: let reduce = recorder.reducer(wrapping: reduce)
    }
}

// SNIPPET: @MainActor @Observable final class TasksModel {

// As in Mobius.
enum MobiusLoop {
    struct Next {
        let model: Tasks?
    }

    enum Mobius {
        static func loop(update: @escaping (Tasks, TaskAction) -> Next, effectHandler: Int) -> Int { 0 }
    }

    static let effectHandler = 0

    static func update(_ model: Tasks, _ event: TaskAction) -> Next {
        Next(model: model)
    }

    static func start(_ recorder: Recorder<Tasks>) {
        // SNIPPET: let reduce = recorder.reducer { (model: inout Tasks, event: TaskAction) in
    }
}

// As in ReactorKit.
protocol Reactor: AnyObject {
    associatedtype Mutation
    associatedtype State

    var initialState: State { get }

    func reduce(state: State, mutation: Mutation) -> State
}

func reduceTasks(_ state: Tasks, _ mutation: TaskAction) -> Tasks {
    state
}

// A store with a reducer that changes the state in place.
enum InPlace {
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

    static func start(_ recorder: Recorder<Feature.State>) {
        // SNIPPET: let store = Store(initialState: Feature.State()) {
    }
}

final class Ledger {
    private var tasks = Tasks()
    private let recorder: Recorder<Tasks>

    // SNIPPET: init(recorder: Recorder<Tasks>) {
}

// The whole apps.
extension Restoration: @retroactive Action {}

enum Client {
    struct AppState: Codable {}

    static func appReducer(action: any Action, state: AppState?) -> AppState {
        state ?? AppState()
    }

    static var logging: Middleware<AppState> { { _, _ in { next in { action in next(action) } } } }
    static var delay: Middleware<AppState> { logging }

    static func start(_ recorder: Recorder<AppState>) {
        // SNIPPET: let store = Store<AppState>(
    }
}

enum Stream {
    struct Counter: Codable {}

    enum CounterAction {
        case restore(Restoration<Counter>)
    }

    static func reduce(_ state: Counter, _ action: CounterAction) -> Counter {
        state
    }

    final class Subject {
        func send(_ counter: Counter) {}
        func scan(_ state: Counter, _ next: (Counter, CounterAction) -> Counter) -> Subject { self }
        func sink(_ receive: (Counter) -> Void) -> Int { 0 }
    }

    final class CounterStore {
        let states = Subject()
        let actions = Subject()
        var subscription = 0

        init(recorder: Recorder<Counter>) {
            // SNIPPET: let recorded = recorder.reducer(wrapping: reduce)
        }

        func send(_ action: CounterAction) {}
    }

    static func start(_ recorder: Recorder<Counter>, _ store: CounterStore) {
        // SNIPPET: let travel = TimeTravel(recorder) { store.send(.restore($0)) }
    }
}

enum Shop {
    struct State: Codable {}
    struct Cart {}
    struct Account {}
    struct AddToCart: Codable {}
    struct LogIn: Codable {}

    final class Store<State> {
        var state: State

        init(_ state: State) { self.state = state }
    }

    static func shopReducer(state: inout State, action: Any) {}

    static func start(_ recorder: Recorder<Slices>, _ cartStore: Store<Cart>, _ accountStore: Store<Account>) {
        // SNIPPET: let travel = TimeTravel(recorder) { restoration in
    }

    static func register() {
        // SNIPPET: let app = RegisteredApp(
    }
}
