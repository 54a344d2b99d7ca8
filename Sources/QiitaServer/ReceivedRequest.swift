#if os(macOS) || os(Linux)

/// What a request asked for.
package struct ReceivedRequest: Equatable, Sendable {
    /// The HTTP method, such as `GET`.
    package let method: String
    /// The path as it was sent, percent-encoded and without the query.
    package let path: String
    /// What followed `?`, percent-encoded; nil without one.
    package let query: String?
}

#endif
