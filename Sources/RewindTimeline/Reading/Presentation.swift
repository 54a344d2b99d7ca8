import RewindSession

/// The names of actions and values that lists and the inspector treat in a special way.
public struct Presentation: Sendable {
    /// The patterns for names of types whose actions say little and are folded in lists: by default those of work under
    /// way, of time that passes, and of what a finger does. Patterns have `*`, `?`, `[a-z]` and `[^a-z]`.
    public var noise = ["*Loading*", "*Fetching*", "*Progress*", "*Spinner*", "*Tick*", "*Heartbeat*", "*Scroll*"]

    /// The names of members of the state in which a value says that something went wrong.
    public var errorNames: Set<String> = ["error", "errorMessage"]

    /// Creates the presentation of a tool that knows no app.
    public init() {}

    /// Returns whether actions of the type with this name are folded.
    package func isNoise(_ type: String) -> Bool {
        noise.contains { Glob.matches($0, type) }
    }
}
