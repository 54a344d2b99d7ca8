/// The user's access token. Its description and mirror hide it, so that it cannot end up in a log by accident.
package struct BearerToken: Hashable, Sendable {
    /// The value of the `Authorization` header: the only access to the token.
    package let authorization: String

    /// Creates a token; nil if the text is empty or not valid in a header.
    package init?(_ text: String) {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        authorization = "Bearer \(text)"
    }
}

extension BearerToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The same text for every token.
    package var description: String { "BearerToken(hidden)" }

    /// The same text for every token.
    package var debugDescription: String { description }

    /// A mirror without children, so that `dump` and reflection find nothing.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
