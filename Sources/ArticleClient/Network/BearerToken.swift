/// The user's access token. It describes and mirrors itself as hidden, so that it cannot end up in a log by accident.
package struct BearerToken: Hashable, Sendable {
    /// What to send. The only way to the text of the token.
    package let authorization: String

    /// Creates a token, or nil from an empty text or one that no header can hold.
    package init?(_ text: String) {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        authorization = "Bearer \(text)"
    }
}
