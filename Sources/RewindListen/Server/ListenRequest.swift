#if os(macOS) || os(Linux)

/// An HTTP request of an app.
package struct ListenRequest: Sendable {
    package let method: String
    package let path: String
    /// The part of the URL after the question mark, as sent, or an empty text.
    package let query: String
    /// The token in the header, if any.
    package let token: String?
    package let body: [UInt8]
}

/// The response to a `ListenRequest`.
package struct ListenResponse: Sendable {
    package var status: Int
    package var headers: [(name: String, value: String)] = []
    package var body: [UInt8] = []

    /// A response with a sentence for people. `retryAfter` is the time in seconds after which the request can be tried
    /// again.
    static func sentence(_ status: Int, _ text: String, retryAfter: Int? = nil) -> ListenResponse {
        ListenResponse(
            status: status,
            headers: [("Content-Type", "text/plain; charset=utf-8")]
                + (retryAfter.map { [("Retry-After", String($0))] } ?? []),
            body: Array((text + "\n").utf8)
        )
    }
}

/// Responds to the requests that a `ListenGate` admits.
package protocol ListenHandler: Sendable {
    /// Responds to a request. May take up to 30 seconds; the client may be gone by then.
    func response(to request: ListenRequest) async -> ListenResponse
}

#endif
