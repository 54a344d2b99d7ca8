extension BearerToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The same for every token.
    package var description: String { "BearerToken(hidden)" }

    /// The same for every token.
    package var debugDescription: String { description }

    /// Empty, so that `dump` and reflection find nothing.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
