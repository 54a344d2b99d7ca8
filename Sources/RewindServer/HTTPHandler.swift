import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Reads the requests of a connection, and writes their responses, one after the other.
final class HTTPHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// A request and its response.
    final class Exchange {
        let head: HTTPRequestHead
        let body: AsyncThrowingStream<[UInt8], any Error>.Continuation
        /// The time until which the body may arrive.
        let end: NIODeadline
        var task: Task<Void, Never>?
        /// The number of bytes of the body that have not been read.
        var waiting = 0
        var awaitsContinue: Bool
        var isReceived = false
        /// True if the rest of the request will not be received.
        var isCut = false
        /// Fulfilled when the response is sent; nil while it is written.
        var sent: EventLoopFuture<Void>?

        init(_ head: HTTPRequestHead, _ body: AsyncThrowingStream<[UInt8], any Error>.Continuation, end: NIODeadline) {
            self.head = head
            self.body = body
            self.end = end
            let expected = head.headers.first(name: "expect")?.lowercased()
            awaitsContinue = expected == "100-continue" && head.version == .http1_1
        }

        var isAnswered: Bool { sent != nil }

        /// True if the connection is closed after the response. After a request for another protocol, no more is parsed.
        var isLast: Bool {
            isCut || !head.isKeepAlive || head.version != .http1_1 || head.method == .CONNECT
                || head.headers.contains(name: "upgrade")
        }
    }

    /// The number of unread bytes of a body from which on no more are received.
    private static let highWater = 1 << 18

    private let server: Server
    private let meter: InboundMeter
    private let parsing: [any RemovableChannelHandler]
    private let work: AsyncStream<Task<Void, Never>>.Continuation
    private var context: ChannelHandlerContext?
    private var exchange: Exchange?
    private var deadline: Scheduled<Void>?
    private var isClosing = false
    /// True until the first headers have arrived.
    private var isFresh = true

    /// - Parameters:
    ///   - parsing: The handlers that a WebSocket replaces, in the order in which they are removed.
    ///   - work: Receives the tasks of requests and WebSockets.
    init(
        _ server: Server,
        _ meter: InboundMeter,
        parsing: [any RemovableChannelHandler],
        _ work: AsyncStream<Task<Void, Never>>.Continuation
    ) {
        self.server = server
        self.meter = meter
        self.parsing = parsing
        self.work = work
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        expectMore()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        deadline?.cancel()
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        if let exchange {
            exchange.body.finish(throwing: ChannelError.eof)
            if [.GET, .HEAD].contains(exchange.head.method) { exchange.task?.cancel() }
        }
        exchange = nil
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let exchange, !exchange.isAnswered {
            exchange.isCut = true
            exchange.body.finish(throwing: error)
        } else if error is HTTPParserError, exchange == nil, !isClosing {
            isClosing = true
            let headers: HTTPHeaders = ["Content-Length": "0", "Connection": "close"]
            let head = HTTPResponseHead(version: .http1_1, status: .badRequest, headers: headers)
            context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
            let channel = context.channel
            flush(.end(nil), in: context).whenComplete { _ in channel.close(promise: nil) }
        } else if !isClosing {
            context.close(promise: nil)
        }
    }

    // MARK: The request

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosing else { return }
        switch Self.unwrapInboundIn(data) {
        case .head(let head): begin(head, in: context)
        case .body(let part):
            guard let exchange else { return }
            if exchange.isAnswered {
                meter.handled(part.readableBytes)
            } else {
                exchange.waiting += part.readableBytes
                exchange.body.yield(Array(buffer: part))
                if exchange.waiting > Self.highWater { setReading(false, in: context) }
            }
            expectMore()
        case .end:
            guard let exchange else { return }
            exchange.isReceived = true
            exchange.body.finish()
            deadline?.cancel()
            if exchange.isAnswered { finish(exchange, in: context) }
        }
    }

    private func begin(_ head: HTTPRequestHead, in context: ChannelHandlerContext) {
        let (parts, body) = AsyncThrowingStream.makeStream(of: [UInt8].self)
        let exchange = Exchange(head, body, end: .now() + TimeAmount(server.limits.patience))
        self.exchange = exchange
        isFresh = false
        expectMore()
        let (eventLoop, this) = (context.eventLoop, NIOLoopBound((self, exchange), eventLoop: context.eventLoop))
        let length = head.headers.first(name: "content-length").flatMap { Int($0) }
        let requestBody = RequestBody(parts, length: length) { count, isKept in
            eventLoop.execute {
                let (handler, exchange) = this.value
                handler.took(count, isKept: isKept, of: exchange)
            }
        }
        let (client, port) = (context.remoteAddress?.ipAddress, context.localAddress?.port ?? 0)
        let request = Request(head, from: client, to: port, body: requestBody)
        let (server, writer) = (server, ResponseWriter(this, to: head, on: context.channel))
        let task = Task {
            do {
                try await writer.write(server.response(to: request))
            } catch {
                writer.channel.close(promise: nil)
            }
        }
        exchange.task = task
        work.yield(task)
    }

    /// Notes that the body is wanted, and that `count` bytes of it were read.
    private func took(_ count: Int, isKept: Bool, of exchange: Exchange) {
        guard self.exchange === exchange, !exchange.isAnswered, let context else { return }
        if exchange.awaitsContinue {
            exchange.awaitsContinue = false
            let head = HTTPResponseHead(version: .http1_1, status: .continue)
            context.writeAndFlush(Self.wrapOutboundOut(.head(head)), promise: nil)
        }
        if !isKept { meter.handled(count) }
        setWaiting(exchange.waiting - count, in: exchange, context)
    }

    private func setWaiting(_ count: Int, in exchange: Exchange, _ context: ChannelHandlerContext) {
        let wasFull = exchange.waiting > Self.highWater
        exchange.waiting = count
        guard wasFull, count <= Self.highWater else { return }
        setReading(true, in: context)
        expectMore()
    }

    private func setReading(_ isReading: Bool, in context: ChannelHandlerContext) {
        context.channel.setOption(.autoRead, value: isReading).whenFailure { _ in }
    }

    /// Closes the connection if nothing is received for some time, unless nothing is expected. All headers of a request
    /// must arrive in this time, and a body has a limit, too.
    private func expectMore() {
        deadline?.cancel()
        guard let context, exchange?.isReceived != true, exchange?.waiting ?? 0 <= Self.highWater else { return }
        let limits = server.limits
        let (channel, silence) = (context.channel, .now() + TimeAmount(isFresh ? limits.beginning : limits.silence))
        deadline = context.eventLoop.scheduleTask(deadline: min(silence, exchange?.end ?? silence)) {
            channel.close(promise: nil)
        }
    }

    // MARK: The response

    /// Starts a response. `length` is that of the body, if it is known. The headers are sent with the next bytes.
    func start(_ response: Response, length: Int?, of exchange: Exchange) {
        guard self.exchange === exchange, let context else { return }
        // A client that was not told to send the body may still do so.
        if exchange.awaitsContinue, !exchange.isReceived { exchange.isCut = true }
        exchange.awaitsContinue = false
        var headers = HTTPHeaders(response.headers.map { ($0.name, $0.value) })
        let version = exchange.head.version == .http1_0 ? HTTPVersion.http1_0 : .http1_1
        if ![204, 304].contains(response.status) {
            if let length {
                headers.replaceOrAdd(name: "Content-Length", value: String(length))
            } else if version == .http1_1, exchange.head.method != .HEAD {
                headers.replaceOrAdd(name: "Transfer-Encoding", value: "chunked")
            }
        }
        if exchange.isLast { headers.replaceOrAdd(name: "Connection", value: "close") }
        let status = HTTPResponseStatus(statusCode: response.status)
        let head = HTTPResponseHead(version: version, status: status, headers: headers)
        context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
    }

    /// Sends a part of the body.
    func send(_ bytes: [UInt8], of exchange: Exchange) throws -> EventLoopFuture<Void> {
        guard self.exchange === exchange, let context else { throw ChannelError.ioOnClosedChannel }
        return flush(.body(.byteBuffer(ByteBuffer(bytes: bytes))), in: context)
    }

    /// Sends the last part of the body. What the client still sends of the request is discarded.
    func end(with bytes: [UInt8], of exchange: Exchange) throws -> EventLoopFuture<Void> {
        guard self.exchange === exchange, let context else { throw ChannelError.ioOnClosedChannel }
        let promise = context.eventLoop.makePromise(of: Void.self)
        exchange.sent = promise.futureResult
        meter.handled(meter.used)
        setWaiting(0, in: exchange, context)
        if !bytes.isEmpty {
            context.write(Self.wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: bytes)))), promise: nil)
        }
        // The next request may arrive in the call that sends the end.
        if exchange.isReceived || exchange.isCut { finish(exchange, in: context) }
        flush(.end(nil), in: context).cascade(to: promise)
        return promise.futureResult
    }

    /// Waits for the next request, or closes the connection when the response is sent.
    private func finish(_ exchange: Exchange, in context: ChannelHandlerContext) {
        self.exchange = nil
        guard exchange.isLast else { return expectMore() }
        isClosing = true
        deadline?.cancel()
        let channel = context.channel
        exchange.sent?.whenComplete { _ in channel.close(promise: nil) }
    }

    private func flush(_ part: HTTPServerResponsePart, in context: ChannelHandlerContext) -> EventLoopFuture<Void> {
        let channel = context.channel
        // The client may not read.
        let timeout = context.eventLoop.scheduleTask(in: TimeAmount(server.limits.silence)) {
            channel.close(promise: nil)
        }
        let sent = context.writeAndFlush(Self.wrapOutboundOut(part))
        sent.whenComplete { _ in timeout.cancel() }
        return sent
    }

    /// Makes the connection a WebSocket.
    func upgrade(
        _ headers: HTTPHeaders,
        of exchange: Exchange,
        _ serve: @escaping @Sendable (WebSocket) async -> Void
    ) throws -> EventLoopFuture<Void> {
        guard self.exchange === exchange, exchange.isReceived, let context else {
            throw ChannelError.ioOnClosedChannel
        }
        self.exchange = nil
        meter.handled(meter.used)
        let head = HTTPResponseHead(version: .http1_1, status: .switchingProtocols, headers: headers)
        let sent = flush(.head(head), in: context)
        let pipeline = context.pipeline.syncOperations
        try pipeline.addHandlers([
            WebSocketFrameEncoder(),
            ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: WebSocketHandler.longestMessage)),
            WebSocketFrameCheck(),
            NIOWebSocketFrameAggregator(
                minNonFinalFragmentSize: 0,
                maxAccumulatedFrameCount: 1 << 16,
                maxAccumulatedFrameSize: WebSocketHandler.longestMessage
            ),
            WebSocketHandler(meter, work, serve),
        ])
        // Last the handlers that pass on what the client has sent already.
        for handler in [self] + parsing { pipeline.removeHandler(handler, promise: nil) }
        return sent
    }
}
