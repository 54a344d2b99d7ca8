/// The body of an error response: `{"message": …, "type": …}`.
package struct APIErrorBody: Codable, Hashable, Sendable {
    /// The reason, for people.
    package var message: String
    /// The reason, for programs, such as `not_found`.
    package var type: String

    /// Creates an error body.
    package init(message: String, type: String) {
        self.message = message
        self.type = type
    }
}
