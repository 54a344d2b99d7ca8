extension BearerToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The same text for every token.
    package var description: String { "BearerToken(hidden)" }

    /// The same text for every token.
    package var debugDescription: String { description }

    /// A mirror without children, so that `dump` and reflection find nothing.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
