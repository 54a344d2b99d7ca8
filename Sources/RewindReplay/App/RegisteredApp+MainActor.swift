import RewindTimeline

// The same initializers for an app that is isolated to the main actor. Where both fit, the compiler prefers those in
// RegisteredApp.swift.
extension RegisteredApp {
    /// Creates an app on the main actor whose reducer returns the next state, as in ReSwift; the first state passed is
    /// nil.
    @_disfavoredOverload
    @MainActor
    public init<State: Codable, Action>(
        reducer: @escaping @MainActor (Action, State?) throws -> State,
        actions: [any Decodable.Type],
        named: [String: @MainActor () -> Action] = [:],
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) {
        self.init(isolated: actions, named, userInfo, needsState: false) { (action: Action, state: inout State?) in
            state = try reducer(action, state)
        }
    }

    /// Creates an app on the main actor whose reducer takes the state first, as `reduce` and `scan` do, and returns the
    /// next one.
    @_disfavoredOverload
    @MainActor
    public init<State: Codable, Action>(
        reducer: @escaping @MainActor (State, Action) throws -> State,
        actions: [any Decodable.Type],
        named: [String: @MainActor () -> Action] = [:],
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) {
        self.init(isolated: actions, named, userInfo, needsState: true) { (action: Action, state: inout State?) in
            if let before = state { state = try reducer(before, action) }
        }
    }

    /// Creates an app on the main actor whose reducer changes the state in place, as in the Composable Architecture.
    /// Its result, such as an effect, is discarded.
    @_disfavoredOverload
    @MainActor
    public init<State: Codable, Action, Effect>(
        reducer: @escaping @MainActor (inout State, Action) throws -> Effect,
        actions: [any Decodable.Type],
        named: [String: @MainActor () -> Action] = [:],
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) {
        self.init(isolated: actions, named, userInfo, needsState: true) { (action: Action, state: inout State?) in
            guard var next = state else { return }
            defer { state = next }
            _ = try reducer(&next, action)
        }
    }

    @MainActor
    private init<State: Codable, Action>(
        isolated actions: [any Decodable.Type],
        _ named: [String: @MainActor () -> Action],
        _ userInfo: [CodingUserInfoKey: any Sendable],
        needsState: Bool,
        reducer: @escaping @MainActor (Action, inout State?) throws -> Void
    ) {
        let make: @MainActor () throws -> MainActorStore = {
            MainActorStore(
                try TypedStore<State, Action>(
                    actions: actions,
                    ready: named.mapValues { make in { make() } },
                    userInfo: userInfo,
                    needsState: needsState
                ) { action, state in
                    try reducer(action, &state)
                }
            )
        }
        self.init(
            Runner(state: State.self, actions: actions, isOnMainActor: true) {
                try Self.runOnMainActor { try make() }
            },
            userInfo: userInfo
        )
    }

    /// Runs `body` on the main actor and waits for it.
    package static func runOnMainActor<Result: Sendable>(_ body: @MainActor () throws -> Result) rethrows -> Result {
        try MainActorStore.run(body)
    }
}
