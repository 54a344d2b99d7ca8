import RewindSession

/// The names of actions and values that lists and the inspector treat specially.
public struct SessionPresentation: Sendable {
    /// Patterns for the type names of minor actions, which lists fold. By default these match loading, progress, ticks,
    /// and scrolling. Patterns may contain `*`, `?`, `[a-z]`, and `[^a-z]`.
    public var noise = ["*Loading*", "*Fetching*", "*Progress*", "*Spinner*", "*Tick*", "*Heartbeat*", "*Scroll*"]

    /// The names of state members whose values are errors.
    public var errorNames: Set<String> = ["error", "errorMessage"]

    /// Creates a presentation that is not specific to an app.
    public init() {}

    /// Returns true if actions of the type with this name are folded.
    package func isNoise(_ type: String) -> Bool {
        noise.contains { Glob.matches($0, type) }
    }
}
