#if os(macOS) || os(Linux)

// Lets a tool that draws screens import one module.
@_exported import RewindHTML
import RewindReplay
import RewindTimeline
import RewindTree

/// The app whose sessions the tool reads.
///
/// Without an app, every command works on the recorded JSON alone. With its reducer, `rewind replay` re-runs its
/// sessions, and every command recovers states that were never written, as after a crash. With a text view of its
/// states, `undo`, `redo` and `goto` print its screens; with `drawing(_:)`, the inspector shows them:
/// ```swift
/// let app = RegisteredApp(reducer: counterReducer, actions: [Increase.self, Decrease.self])
/// await RewindCommand.run(app: app)
/// ```
public struct RegisteredApp: Sendable {
    /// Returns the screen of a state as text, or nil if the state does not decode as this app's.
    package let screen: @Sendable (Tree) -> String?
    /// Returns the screen of a state as HTML, or nil if the state does not decode as this app's; nil if the app draws
    /// none.
    package var html: (@Sendable (Tree) -> String?)?
    /// The action names and values that lists and the inspector treat specially.
    public var presentation = Presentation()
    /// The reducer and action types for re-runs; nil if the app has no reducer.
    package let rerunnable: RerunnableApp?
    /// The name or expression of the reducer in the source of exported tests.
    package var reducerName: String?

    /// Creates an app with a text view of its states.
    public init<State: Decodable & SendableMetatype>(state: State.Type, screen: @escaping @Sendable (State) -> String) {
        self.init(nil, screen: screen)
    }

    /// Creates an app whose reducer returns the next state, as in ReSwift; the first state passed is nil.
    ///
    /// Actions are identified by the names of their types; the cases of an enum, by the name of the enum. `named`
    /// supplies substitutes, by name, for actions that cannot be decoded, such as ReSwift's init action:
    /// `["ReSwiftInit": { Start() }]`, where `Start` is any action that the reducer ignores.
    public init<State: Codable & SendableMetatype, Action>(
        reducer: @escaping @Sendable (Action, State?) throws -> State,
        actions: [any (Decodable & SendableMetatype).Type],
        named: [String: @Sendable () -> Action] = [:],
        screen: (@Sendable (State) -> String)? = nil
    ) {
        self.init(RerunnableApp(reducer: reducer, actions: actions, named: named), screen: screen)
    }

    /// Creates an app whose reducer takes the state first, as `reduce` and `scan` do, and returns the next one.
    public init<State: Codable & SendableMetatype, Action>(
        reducer: @escaping @Sendable (State, Action) throws -> State,
        actions: [any (Decodable & SendableMetatype).Type],
        named: [String: @Sendable () -> Action] = [:],
        screen: (@Sendable (State) -> String)? = nil
    ) {
        self.init(RerunnableApp(reducer: reducer, actions: actions, named: named), screen: screen)
    }

    /// Creates an app whose reducer changes the state in place, as in the Composable Architecture.
    public init<State: Codable & SendableMetatype, Action, Effect>(
        reducer: @escaping @Sendable (inout State, Action) throws -> Effect,
        actions: [any (Decodable & SendableMetatype).Type],
        named: [String: @Sendable () -> Action] = [:],
        screen: (@Sendable (State) -> String)? = nil
    ) {
        self.init(RerunnableApp(reducer: reducer, actions: actions, named: named), screen: screen)
    }

    private init<State: Decodable & SendableMetatype>(
        _ rerunnable: RerunnableApp?,
        screen: (@Sendable (State) -> String)?
    ) {
        self.rerunnable = rerunnable
        self.screen = { tree in
            guard let screen, let state = try? TreeDecoder().decode(State.self, from: tree) else { return nil }
            return screen(state)
        }
    }

    /// Creates an app whose screens are made from trees.
    init(_ rerunnable: RerunnableApp?, screenOfTree screen: @escaping @Sendable (Tree) -> String?) {
        (self.rerunnable, self.screen) = (rerunnable, screen)
    }

    /// Returns a copy of the app that draws its screens as HTML, for the inspector.
    ///
    /// ```swift
    /// RegisteredApp(reducer: counterReducer, actions: [Increase.self])
    ///     .drawing { (state: Counter) in "<p data-p=\"/value\">\(state.value)</p>" }
    /// ```
    ///
    /// The markup is one element, with a `<style>` if needed. It is shown in a separate frame, in which no script runs
    /// and nothing is fetched. If the root element of the frame has a `data-theme`, `dark` or `light`, use that theme
    /// instead of the system theme. Clicking an element with a pointer in `data-p` shows the action that wrote the
    /// value there. At most one element has a name in `data-screen`; states with the same name share the scroll
    /// positions of their `data-scroll` elements.
    public func drawing<State: Decodable & SendableMetatype>(
        _ draw: @escaping @Sendable (State) -> ScreenHTML
    ) -> RegisteredApp {
        var app = self
        app.html = { tree in (try? TreeDecoder().decode(State.self, from: tree)).map { draw($0).markup } }
        return app
    }

    /// Returns a copy of the app that can export tests, whose source uses this name or expression for the app's
    /// reducer.
    public func exportingTests(reducer name: String) -> RegisteredApp {
        var app = self
        app.reducerName = name
        return app
    }

    /// The app that the running tool was built for.
    @TaskLocal package static var current: RegisteredApp?

    /// The presentation of the current app, or the default one.
    static var presentation: Presentation { current?.presentation ?? Presentation() }
}

#endif
