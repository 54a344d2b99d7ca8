/// A failed request in the state and the actions: the message to show and the kind of failure.
package struct RequestFailure: Codable, Error, Hashable, Sendable {
    /// The message for the user.
    package var message: String
    /// The API's type, such as `not_found`, or the client's, such as `timed_out`.
    package var type: String

    /// Creates a failure.
    package init(message: String, type: String) {
        self.message = message
        self.type = type
    }
}
