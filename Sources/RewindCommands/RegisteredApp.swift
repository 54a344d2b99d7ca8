import StateTree

/// What the tool knows about the app whose sessions it reads.
///
/// Without one, every command works on the recorded JSON alone.
public struct RegisteredApp: Sendable {
    /// The screen that a state shows, as text; nil when the state is not one of this app's.
    package let screen: @Sendable (Tree) -> String?

    /// An app with a text view of its states.
    public init<State: Decodable & SendableMetatype>(state: State.Type, screen: @escaping @Sendable (State) -> String) {
        self.screen = { tree in
            guard let state = try? TreeDecoder().decode(State.self, from: tree) else { return nil }
            return screen(state)
        }
    }

    /// The app that the running tool was made for.
    @TaskLocal package static var current: RegisteredApp?
}
