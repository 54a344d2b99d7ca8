import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Writes the response to a request, from any thread.
struct ResponseWriter: Sendable {
    private static let upgrader = NIOTypedWebSocketServerUpgrader<Void>(
        shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
        upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() }
    )

    let channel: any Channel
    private let head: HTTPRequestHead
    private let exchange: NIOLoopBound<(HTTPHandler, HTTPHandler.Exchange)>

    init(
        _ exchange: NIOLoopBound<(HTTPHandler, HTTPHandler.Exchange)>,
        to head: HTTPRequestHead,
        on channel: any Channel
    ) {
        self.exchange = exchange
        self.head = head
        self.channel = channel
    }

    /// Writes a response. Returns when the client has received it, or the WebSocket is open.
    ///
    /// - Throws: An error if the client has left; an error of a stream.
    func write(_ response: Response) async throws {
        switch response.body {
        case .bytes(let bytes):
            try await onLoop { handler, exchange in
                handler.start(response, length: bytes.count, of: exchange)
                return try handler.end(with: exchange.head.method == .HEAD ? [] : bytes, of: exchange)
            }
        case .stream(let length, let produce):
            let exchange = exchange
            try await channel.eventLoop.submit {
                exchange.value.0.start(response, length: length, of: exchange.value.1)
            }.get()
            if head.method != .HEAD {
                try await produce { bytes in try await onLoop { try $0.send(bytes, of: $1) } }
            }
            try await onLoop { try $0.end(with: [], of: $1) }
        case .webSocket(let serve):
            guard isUpgrade else { return try await write(.sentence(426, "This address is for WebSocket clients.")) }
            let headers: HTTPHeaders
            do {
                headers = try await Self.upgrader.buildUpgradeResponse(
                    channel: channel,
                    upgradeRequest: head,
                    initialResponseHeaders: [:]
                ).get()
            } catch {
                return try await write(.sentence(400, "The request for a WebSocket is malformed."))
            }
            try await onLoop { try $0.upgrade(headers, of: $1, serve) }
        }
    }

    /// True if the client asks for a WebSocket. The parser must have stopped after the request, so this accepts no more
    /// than the parser does, which takes only spaces for white space.
    private var isUpgrade: Bool {
        func lists(_ value: String, in name: String) -> Bool {
            head.headers[name].joined(separator: ",").lowercased().split(separator: ",").contains { part in
                part.split(separator: " ") == [value[...]]
            }
        }
        return head.method == .GET && head.version == .http1_1 && lists("upgrade", in: "connection")
            && lists("websocket", in: "upgrade")
    }

    private func onLoop(
        _ body: @escaping @Sendable (HTTPHandler, HTTPHandler.Exchange) throws -> EventLoopFuture<Void>
    ) async throws {
        let exchange = exchange
        try await channel.eventLoop.flatSubmit {
            do {
                return try body(exchange.value.0, exchange.value.1)
            } catch {
                return channel.eventLoop.makeFailedFuture(error)
            }
        }.get()
    }
}
