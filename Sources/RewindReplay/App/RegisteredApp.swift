import RewindTimeline
import RewindTree

/// An app whose sessions are read: its reducer and the types of its actions.
///
/// ```swift
/// let app = RegisteredApp(reducer: counterReducer, actions: [Increase.self, Decrease.self])
/// ```
///
/// An exported test re-runs recorded actions with it. A tool made of the library `RewindCommands` takes it, too: there,
/// it can also show the app's screens.
///
/// Actions are identified by the names of their types; the cases of an enum, by the name of the enum. An action of
/// another type cannot be re-run; its effect is taken from the recording.
///
/// `named` supplies substitutes, by name, for actions that cannot be decoded. An app can neither create nor decode
/// ReSwift's init action, for example, but every action that the reducer ignores leads to the same first state:
///
/// ```swift
/// struct Start: Action {}
///
/// let app = RegisteredApp(
///     reducer: counterReducer,
///     actions: [Increase.self, Decrease.self],
///     named: ["ReSwiftInit": { Start() }]
/// )
/// ```
///
/// `userInfo` is that of the encoders and decoders, for types that read it. Pass what the app passes to
/// `RecorderOptions.userInfo`.
///
/// In a module whose default isolation is the main actor, the app is created on it, and its reducer runs there: the
/// main thread must then be free during a re-run, or be the thread that re-runs.
public struct RegisteredApp: Sendable {
    /// The parts of an app that a re-run needs.
    struct Runner: Sendable {
        let state: Any.Type
        let actions: [Any.Type]
        let isOnMainActor: Bool
        let makeStore: @Sendable () throws -> any AppStore
    }

    /// Nil if the app has no reducer.
    let runner: Runner?
    /// The `userInfo` of encoders and decoders.
    package let userInfo: [CodingUserInfoKey: any Sendable]
    /// The action names and values that lists and the inspector treat specially.
    public var presentation = SessionPresentation()
    /// Returns the screen of a state as text, or nil if the state does not decode as this app's.
    package var screen: @Sendable (Tree) -> String? = { _ in nil }
    /// Returns the screen of a state as HTML, or nil if the state does not decode as this app's; nil if the app draws
    /// none.
    package var html: (@Sendable (Tree) -> String?)?
    /// Runs the flows of a recording again; nil if the app has not registered them.
    var flowRunner:
        (
            @MainActor (FlowRecording, ReplayOptions?, @escaping @MainActor (Int) throws -> Void) async throws
                -> FlowReport
        )?
    /// The name or expression of the reducer in the source of exported tests.
    package var reducerName: String?
    /// The expression for the app with its flows in the source of exported tests; nil if not known.
    package var flowsName: String?
    /// The name or expression of `userInfo` in the source of exported tests; nil if the app passes none.
    package var userInfoName: String?

    /// Creates an app without a reducer, for its screens alone. `userInfo` is that of the decoders.
    public init(userInfo: [CodingUserInfoKey: any Sendable] = [:]) {
        (runner, self.userInfo) = (nil, userInfo)
    }

    init(_ runner: Runner, userInfo: [CodingUserInfoKey: any Sendable]) {
        (self.runner, self.userInfo) = (runner, userInfo)
    }

    /// Creates an app whose reducer returns the next state, as in ReSwift; the first state passed is nil.
    public init<State: Codable & SendableMetatype, Action>(
        reducer: @escaping @Sendable (Action, State?) throws -> State,
        actions: [any (Decodable & SendableMetatype).Type],
        named: [String: @Sendable () -> Action] = [:],
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) {
        self.init(actions, named, userInfo, needsState: false) { (action: Action, state: inout State?) in
            state = try reducer(action, state)
        }
    }

    /// Creates an app whose reducer takes the state first, as `reduce` and `scan` do, and returns the next one.
    public init<State: Codable & SendableMetatype, Action>(
        reducer: @escaping @Sendable (State, Action) throws -> State,
        actions: [any (Decodable & SendableMetatype).Type],
        named: [String: @Sendable () -> Action] = [:],
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) {
        self.init(actions, named, userInfo, needsState: true) { (action: Action, state: inout State?) in
            if let before = state { state = try reducer(before, action) }
        }
    }

    /// Creates an app whose reducer changes the state in place, as in the Composable Architecture. Its result, such as
    /// an effect, is discarded.
    public init<State: Codable & SendableMetatype, Action, Effect>(
        reducer: @escaping @Sendable (inout State, Action) throws -> Effect,
        actions: [any (Decodable & SendableMetatype).Type],
        named: [String: @Sendable () -> Action] = [:],
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) {
        self.init(actions, named, userInfo, needsState: true) { (action: Action, state: inout State?) in
            guard var next = state else { return }
            defer { state = next }
            _ = try reducer(&next, action)
        }
    }

    private init<State: Codable & SendableMetatype, Action>(
        _ actions: [any (Decodable & SendableMetatype).Type],
        _ named: [String: @Sendable () -> Action],
        _ userInfo: [CodingUserInfoKey: any Sendable],
        needsState: Bool,
        reducer: @escaping @Sendable (Action, inout State?) throws -> Void
    ) {
        self.init(
            Runner(state: State.self, actions: actions, isOnMainActor: false) {
                try TypedStore(
                    actions: actions,
                    ready: named.mapValues { make in { make() } },
                    userInfo: userInfo,
                    needsState: needsState,
                    reducer: reducer
                )
            },
            userInfo: userInfo
        )
    }

    /// The app, if it can re-run actions.
    package var rerunnable: RegisteredApp? { runner == nil ? nil : self }

    /// Creates a store of the app for one re-run.
    ///
    /// - Throws: `ReplayError.ambiguousType`, `ReplayError.noReducer`.
    package func makeStore() throws -> any AppStore {
        guard let runner else { throw ReplayError.noReducer }
        return try runner.makeStore()
    }
}
