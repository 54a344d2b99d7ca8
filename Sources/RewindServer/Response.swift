/// The response to a `Request`.
package struct Response: Sendable {
    package enum Body: Sendable {
        case bytes([UInt8])
        /// A body that is produced while it is sent, by calling the argument. If the closure throws, the connection is
        /// closed. It is not called for HEAD.
        case stream(length: Int?, @Sendable (_ write: Writer) async throws -> Void)
        /// A WebSocket, open until the closure returns. A client that does not ask for one is refused.
        case webSocket(@Sendable (WebSocket) async -> Void)
    }

    /// Sends bytes. Returns when the client can receive more; throws when it has left.
    package typealias Writer = @Sendable ([UInt8]) async throws -> Void

    package var status: Int
    /// The headers, without those for the length of the body and the connection.
    package var headers: [(name: String, value: String)]
    package var body: Body

    package init(status: Int = 200, headers: [(name: String, value: String)] = [], body: Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Returns a response with a sentence for people. `retryAfter` is the time in seconds after which the request can be
    /// tried again.
    package static func sentence(_ status: Int, _ text: String, retryAfter: Int? = nil) -> Response {
        Response(
            status: status,
            headers: [("Content-Type", "text/plain; charset=utf-8")]
                + (retryAfter.map { [("Retry-After", String($0))] } ?? []),
            body: .bytes(Array((text + "\n").utf8))
        )
    }
}
