import RewindTimeline
import RewindTree

/// What a re-run needs of an app: its root reducer, and the types of its actions.
///
/// ```swift
/// let app = RerunnableApp(reducer: appReducer, actions: [LoadingAction.self, ArticleAction.self])
/// ```
/// Actions are known by the names of their types, those of an enum by that of the enum. What is not among the types
/// cannot be run again; its effect is taken from the recording.
///
/// An action that cannot be decoded can be run again where what it carries does not matter: `named` has an action for
/// each such name, which is reduced in the place of all recorded ones that have it. ReSwift's own init action is one: no
/// app can make or decode it, but any action that the reducers leave alone leads to the same first state.
///
/// ```swift
/// struct Start: Action {}
///
/// let app = RerunnableApp(
///     reducer: appReducer,
///     actions: [LoadingAction.self, ArticleAction.self],
///     named: ["ReSwiftInit": { Start() }]
/// )
/// ```
///
/// In a module whose default isolation is the main actor's, it is made on that, and the reducer runs there: the main
/// thread must then be free while something is re-run, or be the one that re-runs it.
public struct RerunnableApp: Sendable {
    /// The type of its states, and those of its actions.
    let types: (state: Any.Type, actions: [Any.Type])
    /// Whether its reducer and its types belong to the main actor.
    let isOnMainActor: Bool
    private let make: @Sendable () throws -> any AppStore

    /// An app whose reducer gives the next state, as ReSwift's do; at the very start the state is nil.
    public init<State: Codable & SendableMetatype, Action>(
        reducer: @escaping @Sendable (Action, State?) throws -> State,
        actions: [any (Decodable & SendableMetatype).Type],
        named: [String: @Sendable () -> Action] = [:]
    ) {
        self.init(for: State.self, actions: actions, named: named, needsState: false) { (action: Action, state) in
            state = try reducer(action, state)
        }
    }

    /// An app whose reducer gives the next state, in the order of `reduce` and `scan`: the state first.
    public init<State: Codable & SendableMetatype, Action>(
        reducer: @escaping @Sendable (State, Action) throws -> State,
        actions: [any (Decodable & SendableMetatype).Type],
        named: [String: @Sendable () -> Action] = [:]
    ) {
        self.init(for: State.self, actions: actions, named: named, needsState: true) { (action: Action, state) in
            if let before = state { state = try reducer(before, action) }
        }
    }

    /// An app whose reducer changes the state in place, as in the Composable Architecture; what it returns, such as an
    /// effect, is let go.
    public init<State: Codable & SendableMetatype, Action, Effect>(
        reducer: @escaping @Sendable (inout State, Action) throws -> Effect,
        actions: [any (Decodable & SendableMetatype).Type],
        named: [String: @Sendable () -> Action] = [:]
    ) {
        self.init(for: State.self, actions: actions, named: named, needsState: true) { (action: Action, state) in
            guard var next = state else { return }
            defer { state = next }
            _ = try reducer(&next, action)
        }
    }

    private init<State: Codable & SendableMetatype, Action>(
        for state: State.Type,
        actions: [any (Decodable & SendableMetatype).Type],
        named: [String: @Sendable () -> Action],
        needsState: Bool,
        reducer: @escaping @Sendable (Action, inout State?) throws -> Void
    ) {
        types = (State.self, actions)
        isOnMainActor = false
        make = {
            let types = try ActionTypes<Action>.registered(actions, ready: named.mapValues { make in { make() } })
            return TypedStore(types: types, needsState: needsState, reducer: reducer)
        }
    }

    /// An app on the main actor, whose store is made by `make`.
    init(
        onMainActor types: (state: Any.Type, actions: [Any.Type]),
        make: @escaping @Sendable () throws -> MainActorStore
    ) {
        (self.types, self.make) = (types, make)
        isOnMainActor = true
    }

    /// Makes a store of the app, for one re-run.
    ///
    /// - Throws: `ReplayError.ambiguousType`.
    package func store() throws -> any AppStore {
        try make()
    }
}
