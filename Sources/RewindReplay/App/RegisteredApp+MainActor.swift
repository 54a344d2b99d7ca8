import RewindTimeline
import RewindTree

// An app that is isolated to the main actor, in the same shapes. Where both would do, the compiler takes those of
// RerunnableApp.swift.
extension RerunnableApp {
    /// An app on the main actor whose reducer gives the next state, as ReSwift's do; at the very start the state is nil.
    @_disfavoredOverload
    @MainActor
    public init<State: Codable, Action>(
        reducer: @escaping @MainActor (Action, State?) throws -> State,
        actions: [any Decodable.Type],
        named: [String: @MainActor () -> Action] = [:]
    ) {
        self = .onMainActor(reducer, actions, named)
    }

    /// An app on the main actor whose reducer gives the next state, in the order of `reduce` and `scan`: the state first.
    @_disfavoredOverload
    @MainActor
    public init<State: Codable, Action>(
        reducer: @escaping @MainActor (State, Action) throws -> State,
        actions: [any Decodable.Type],
        named: [String: @MainActor () -> Action] = [:]
    ) {
        self = .onMainActor(reducer, actions, named)
    }

    /// An app on the main actor whose reducer changes the state in place, as in the Composable Architecture; what it
    /// returns, such as an effect, is let go.
    @_disfavoredOverload
    @MainActor
    public init<State: Codable, Action, Effect>(
        reducer: @escaping @MainActor (inout State, Action) throws -> Effect,
        actions: [any Decodable.Type],
        named: [String: @MainActor () -> Action] = [:]
    ) {
        self = .onMainActor(reducer, actions, named)
    }

    /// See `init(reducer:actions:)`.
    @MainActor
    package static func onMainActor<State: Codable, Action>(
        _ reducer: @escaping @MainActor (Action, State?) throws -> State,
        _ actions: [any Decodable.Type],
        _ named: [String: @MainActor () -> Action]
    ) -> RerunnableApp {
        make(actions, named, needsState: false) { (action: Action, state: inout State?) in
            state = try reducer(action, state)
        }
    }

    /// See `init(reducer:actions:)`.
    @MainActor
    package static func onMainActor<State: Codable, Action>(
        _ reducer: @escaping @MainActor (State, Action) throws -> State,
        _ actions: [any Decodable.Type],
        _ named: [String: @MainActor () -> Action]
    ) -> RerunnableApp {
        make(actions, named, needsState: true) { (action: Action, state: inout State?) in
            if let before = state { state = try reducer(before, action) }
        }
    }

    /// See `init(reducer:actions:)`.
    @MainActor
    package static func onMainActor<State: Codable, Action, Effect>(
        _ reducer: @escaping @MainActor (inout State, Action) throws -> Effect,
        _ actions: [any Decodable.Type],
        _ named: [String: @MainActor () -> Action]
    ) -> RerunnableApp {
        make(actions, named, needsState: true) { (action: Action, state: inout State?) in
            guard var next = state else { return }
            defer { state = next }
            _ = try reducer(&next, action)
        }
    }

    /// Runs `body` on the main actor, and waits for that.
    package static func runOnMainActor<Result: Sendable>(_ body: @MainActor () throws -> Result) rethrows -> Result {
        try MainActorStore.run(body)
    }

    @MainActor
    private static func make<State: Codable, Action>(
        _ actions: [any Decodable.Type],
        _ named: [String: @MainActor () -> Action],
        needsState: Bool,
        reducer: @escaping @MainActor (Action, inout State?) throws -> Void
    ) -> RerunnableApp {
        let make: @MainActor () throws -> MainActorStore = {
            let types = try ActionTypes<Action>.registered(actions, ready: named.mapValues { make in { make() } })
            return MainActorStore(
                TypedStore<State, Action>(types: types, needsState: needsState) { action, state in
                    try reducer(action, &state)
                }
            )
        }
        return RerunnableApp(onMainActor: (State.self, actions)) { try MainActorStore.run { try make() } }
    }
}
