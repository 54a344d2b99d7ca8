import RewindSession

/// Types of actions that say little: they are folded in lists.
package struct Noise: Sendable {
    /// Those that tell of work under way, of time that passes, and of what a finger does.
    package static let usual = Noise([
        "*Loading*", "*Fetching*", "*Progress*", "*Spinner*", "*Tick*", "*Heartbeat*", "*Scroll*",
    ])

    /// The patterns, see `Glob`.
    package let globs: [String]

    /// Noise is each type that one of the patterns matches.
    package init(_ globs: [String]) {
        self.globs = globs
    }

    package func matches(_ type: String) -> Bool {
        globs.contains { Glob.matches($0, type) }
    }
}
