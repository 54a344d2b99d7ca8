// Let a tool import one module.
@_exported import RewindHTML
@_exported import RewindReplay
@_exported import RewindTerminal
import RewindTimeline
import RewindTree

/// The app whose sessions the tool reads.
///
/// Without an app, every command works on the recorded JSON alone. With its reducer, `rewind replay` re-runs its
/// sessions, and every command recovers states that were never written, as after a crash.
/// ```swift
/// let app = RegisteredApp(reducer: counterReducer, actions: [Increase.self, Decrease.self])
///     .printing { (state: Counter) in "value \(state.value)" }
/// await RewindCommand.run(app: app)
/// ```
extension RegisteredApp {
    /// Returns a copy of the app that prints its screens as text, for `screen`, `undo`, `redo` and `goto`.
    public func printing<State: Decodable & SendableMetatype>(
        _ text: @escaping @Sendable (State) -> String
    ) -> RegisteredApp {
        var app = self
        let decoder = StateDecoder(userInfo: userInfo)
        app.screen = { decoder.state(State.self, of: $0).map(text) }
        return app
    }

    /// Returns a copy of the app that prints its screens as text, on the main actor.
    @_disfavoredOverload
    @MainActor
    public func printing<State: Decodable>(_ text: @escaping @MainActor (State) -> String) -> RegisteredApp {
        var app = self
        app.screen = onMainActor(text)
        return app
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
        let decoder = StateDecoder(userInfo: userInfo)
        app.html = { decoder.state(State.self, of: $0).map { draw($0).markup } }
        return app
    }

    /// Returns a copy of the app that draws its screens as HTML, on the main actor.
    @_disfavoredOverload
    @MainActor
    public func drawing<State: Decodable>(_ draw: @escaping @MainActor (State) -> ScreenHTML) -> RegisteredApp {
        var app = self
        app.html = onMainActor { (state: State) in draw(state).markup }
        return app
    }

    /// Returns a function that decodes a state and shows it on the main actor.
    @MainActor
    private func onMainActor<State: Decodable>(
        _ show: @escaping @MainActor (State) -> String
    ) -> @Sendable (Tree) -> String? {
        let decoder = StateDecoder(userInfo: userInfo)
        let show: @MainActor (Tree) -> String? = { decoder.state(State.self, of: $0).map(show) }
        return { tree in Self.runOnMainActor { show(tree) } }
    }

    /// Returns a copy of the app that can export tests, whose source uses these names or expressions for the app's
    /// reducer and, if the app has them, for its `userInfo` and for a registered app with its flows.
    public func exportingTests(
        reducer name: String,
        userInfo: String? = nil,
        flows: String? = nil
    ) -> RegisteredApp {
        var app = self
        (app.reducerName, app.userInfoName, app.flowsName) = (name, userInfo, flows)
        return app
    }

    /// The app that the running tool was built for.
    @TaskLocal package static var current: RegisteredApp?

    /// The presentation of the current app, or the default one.
    static var currentPresentation: SessionPresentation { current?.presentation ?? SessionPresentation() }
}
