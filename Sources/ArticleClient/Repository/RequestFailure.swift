/// A failed request as the state and the actions keep it: what to show, and what kind of failure it was.
package struct RequestFailure: Codable, Error, Hashable, Sendable {
    /// What to show to the user.
    package var message: String
    /// The API's own type, such as `not_found`, or the client's, such as `timed_out`.
    package var type: String

    /// Creates a failure.
    package init(message: String, type: String) {
        self.message = message
        self.type = type
    }
}
