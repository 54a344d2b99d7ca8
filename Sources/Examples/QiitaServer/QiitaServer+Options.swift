#if os(macOS) || os(Linux)

extension QiitaServer {
    /// The options of a server.
    package struct Options: Sendable {
        /// The only token accepted.
        package var token: String
        /// The id of the user whom the token authorizes, and who stocks articles.
        package var userID: String
        /// The failures from the first request on.
        package var failures: [Failure]
        /// Called after each request with the status of its response, nil if it got none; on any thread.
        package var onResponse: (@Sendable (ReceivedRequest, Int?) -> Void)?

        /// Creates options; by default, the server prints nothing and fails no requests.
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
