#if os(macOS) || os(Linux)

import RewindHTML
import RewindReplay
import RewindTree

// The same initializers for an app that is isolated to the main actor. Where both fit, the compiler prefers those in
// RegisteredApp.swift.
extension RegisteredApp {
    /// Creates an app on the main actor with a text view of its states.
    @_disfavoredOverload
    @MainActor
    public init<State: Decodable>(state: State.Type, screen: @escaping @MainActor (State) -> String) {
        self.init(nil, isolatedScreen: screen)
    }

    /// Creates an app on the main actor whose reducer returns the next state, as in ReSwift; the first state passed is
    /// nil.
    @_disfavoredOverload
    @MainActor
    public init<State: Codable, Action>(
        reducer: @escaping @MainActor (Action, State?) throws -> State,
        actions: [any Decodable.Type],
        named: [String: @MainActor () -> Action] = [:],
        screen: (@MainActor (State) -> String)? = nil
    ) {
        self.init(.onMainActor(reducer, actions, named), isolatedScreen: screen)
    }

    /// Creates an app on the main actor whose reducer takes the state first, as `reduce` and `scan` do, and returns the
    /// next one.
    @_disfavoredOverload
    @MainActor
    public init<State: Codable, Action>(
        reducer: @escaping @MainActor (State, Action) throws -> State,
        actions: [any Decodable.Type],
        named: [String: @MainActor () -> Action] = [:],
        screen: (@MainActor (State) -> String)? = nil
    ) {
        self.init(.onMainActor(reducer, actions, named), isolatedScreen: screen)
    }

    /// Creates an app on the main actor whose reducer changes the state in place, as in the Composable Architecture.
    @_disfavoredOverload
    @MainActor
    public init<State: Codable, Action, Effect>(
        reducer: @escaping @MainActor (inout State, Action) throws -> Effect,
        actions: [any Decodable.Type],
        named: [String: @MainActor () -> Action] = [:],
        screen: (@MainActor (State) -> String)? = nil
    ) {
        self.init(.onMainActor(reducer, actions, named), isolatedScreen: screen)
    }

    /// Returns a copy of the app that draws its screens as HTML, on the main actor.
    @_disfavoredOverload
    @MainActor
    public func drawing<State: Decodable>(_ draw: @escaping @MainActor (State) -> ScreenHTML) -> RegisteredApp {
        let show: @MainActor (Tree) -> String? = { tree in
            (try? TreeDecoder().decode(State.self, from: tree)).map { draw($0).markup }
        }
        var app = self
        app.html = { tree in RerunnableApp.runOnMainActor { show(tree) } }
        return app
    }

    @MainActor
    private init<State: Decodable>(_ rerunnable: RerunnableApp?, isolatedScreen screen: (@MainActor (State) -> String)?)
    {
        let show: @MainActor (Tree) -> String? = { tree in
            guard let screen, let state = try? TreeDecoder().decode(State.self, from: tree) else { return nil }
            return screen(state)
        }
        self.init(rerunnable, screenOfTree: { tree in RerunnableApp.runOnMainActor { show(tree) } })
    }
}

#endif
