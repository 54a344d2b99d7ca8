#if os(macOS) || os(Linux)

extension QiitaServer {
    /// What can be chosen about a server before it starts.
    package struct Options: Sendable {
        /// The only token that is accepted.
        package var token: String
        /// The id of the user whose token it is: the one who stocks.
        package var userID: String
        /// What fails from the first request on.
        package var failures: [Failure]
        /// Called after each request with the status it was answered with, nil when it got no answer; on any thread.
        package var onResponse: (@Sendable (ReceivedRequest, Int?) -> Void)?

        /// Creates options; a server is silent and fails at nothing unless told otherwise.
        package init(
            token: String = "local-token",
            userID: String = "sora_reader",
            failures: [Failure] = [],
            onResponse: (@Sendable (ReceivedRequest, Int?) -> Void)? = nil
        ) {
            self.token = token
            self.userID = userID
            self.failures = failures
            self.onResponse = onResponse
        }
    }
}

#endif
