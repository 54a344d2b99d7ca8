#if os(macOS) || os(Linux)

/// A request that the server received.
package struct ReceivedRequest: Equatable, Sendable {
    /// The HTTP method, such as `GET`.
    package let method: String
    /// The path as sent, percent-encoded and without the query.
    package let path: String
    /// The query after `?`, percent-encoded; nil without one.
    package let query: String?
}

#endif
