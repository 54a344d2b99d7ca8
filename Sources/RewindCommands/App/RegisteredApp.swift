#if os(macOS) || os(Linux)

// So that a tool which draws screens imports one module.
@_exported import RewindHTML
import RewindReplay
import RewindTimeline
import RewindTree

/// What the tool knows about the app whose sessions it reads.
///
/// Without one, every command works on the recorded JSON alone. With its reducer, `rewind replay` re-runs its sessions,
/// every command recovers states that were never written, as after a crash, and with a text view of its states, `undo`,
/// `redo` and `goto` show its screens; what `drawing(_:)` is given, the inspector shows:
/// ```swift
/// let app = RegisteredApp(reducer: counterReducer, actions: [Increase.self, Decrease.self])
/// await RewindCommand.run(app: app)
/// ```
public struct RegisteredApp: Sendable {
    /// The screen that a state shows, as text; nil when the state is not one of this app's.
    package let screen: @Sendable (Tree) -> String?
    /// The screen that a state shows, as HTML, nil when the state is not one of this app's; nil itself when the app draws
    /// none.
    package var html: (@Sendable (Tree) -> String?)?
    /// The names of its actions and values that lists and the inspector treat in a special way.
    public var presentation = Presentation()
    /// What re-runs its sessions.
    package let rerunnable: RerunnableApp?
    /// What the source of exported tests calls its reducer.
    package var reducerName: String?

    /// An app with a text view of its states.
    public init<State: Decodable & SendableMetatype>(state: State.Type, screen: @escaping @Sendable (State) -> String) {
        self.init(nil, screen: screen)
    }

    /// An app whose reducer gives the next state, as ReSwift's do; at the very start the state is nil.
    ///
    /// Actions are known by the names of their types, those of an enum by that of the enum. For those that cannot be
    /// decoded, such as ReSwift's own init action, `named` has one that takes their place, by their names:
    /// `["ReSwiftInit": { Start() }]`, where `Start` is any action that the reducer leaves alone.
    public init<State: Codable & SendableMetatype, Action>(
        reducer: @escaping @Sendable (Action, State?) throws -> State,
        actions: [any (Decodable & SendableMetatype).Type],
        named: [String: @Sendable () -> Action] = [:],
        screen: (@Sendable (State) -> String)? = nil
    ) {
        self.init(RerunnableApp(reducer: reducer, actions: actions, named: named), screen: screen)
    }

    /// An app whose reducer gives the next state, in the order of `reduce` and `scan`: the state first.
    public init<State: Codable & SendableMetatype, Action>(
        reducer: @escaping @Sendable (State, Action) throws -> State,
        actions: [any (Decodable & SendableMetatype).Type],
        named: [String: @Sendable () -> Action] = [:],
        screen: (@Sendable (State) -> String)? = nil
    ) {
        self.init(RerunnableApp(reducer: reducer, actions: actions, named: named), screen: screen)
    }

    /// An app whose reducer changes the state in place, as in the Composable Architecture.
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

    /// An app whose screens are made of trees.
    init(_ rerunnable: RerunnableApp?, screenOfTree screen: @escaping @Sendable (Tree) -> String?) {
        (self.rerunnable, self.screen) = (rerunnable, screen)
    }

    /// The same app for a tool that shows its screens as pages, as the inspector does.
    ///
    /// ```swift
    /// RegisteredApp(reducer: counterReducer, actions: [Increase.self])
    ///     .drawing { (state: Counter) in "<p data-p=\"/value\">\(state.value)</p>" }
    /// ```
    ///
    /// The part of a page is one element, with a `<style>` for it if need be. It stands in a frame of its own, in which no
    /// script runs and nothing is fetched; where the frame's root element has a `data-theme`, `dark` or `light`, that is
    /// wanted in the place of the system's. An element with a pointer in `data-p` tells, where it is clicked, who wrote the
    /// value there. One with a name in `data-screen`, of which there is one at most, is the same in each state that has that
    /// name, so that what has `data-scroll` stays where it was scrolled to.
    public func drawing<State: Decodable & SendableMetatype>(
        _ draw: @escaping @Sendable (State) -> ScreenHTML
    ) -> RegisteredApp {
        var app = self
        app.html = { tree in (try? TreeDecoder().decode(State.self, from: tree)).map { draw($0).markup } }
        return app
    }

    /// The same app for a tool that exports tests, whose source has this name or expression for the app's reducer.
    public func exportingTests(reducer name: String) -> RegisteredApp {
        var app = self
        app.reducerName = name
        return app
    }

    /// The app that the running tool was made for.
    @TaskLocal package static var current: RegisteredApp?

    /// The presentation of the current app, or of none.
    static var presentation: Presentation { current?.presentation ?? Presentation() }
}

#endif
