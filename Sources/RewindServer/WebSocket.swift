import NIOCore
import NIOWebSocket

/// A connection to a WebSocket client.
package final class WebSocket: Sendable {
    /// The received text messages, as UTF-8. Ends with the connection.
    package let messages: AsyncStream<[UInt8]>

    private let eventLoop: any EventLoop
    private let handler: NIOLoopBound<WebSocketHandler>

    fileprivate init(_ messages: AsyncStream<[UInt8]>, _ handler: WebSocketHandler, _ eventLoop: any EventLoop) {
        (self.messages, self.eventLoop) = (messages, eventLoop)
        self.handler = NIOLoopBound(handler, eventLoop: eventLoop)
    }

    /// Sends a text message. The connection is closed if the client does not read what it is sent.
    package func send(_ text: String) {
        eventLoop.execute { self.handler.value.send(text) }
    }

    /// Closes the connection.
    package func close(_ code: Int) {
        eventLoop.execute { self.handler.value.close(code) }
    }

    /// Releases a message that was received. Only then are more read.
    package func handled(_ message: [UInt8]) {
        let count = message.count
        eventLoop.execute { self.handler.value.handled(count) }
    }
}

/// Receives and sends the frames of a WebSocket client.
final class WebSocketHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    /// The maximum length of a message, in bytes.
    static let longestMessage = 64 << 20
    /// The number of unhandled bytes from which on no more are read.
    private static let highWater = 1 << 20
    /// The maximum number of sent bytes that the client has not read.
    private static let longestBacklog = 4 << 20
    /// The time for which a closed connection waits for the client, which may not read.
    private static let farewell = TimeAmount.seconds(1)

    private let meter: InboundMeter
    private let work: AsyncStream<Task<Void, Never>>.Continuation
    private let serve: @Sendable (WebSocket) async -> Void
    private let arrivals: AsyncStream<[UInt8]>.Continuation
    private let messages: AsyncStream<[UInt8]>
    private var context: ChannelHandlerContext?
    private var waiting = 0
    private var backlog = 0
    private var isClosing = false

    /// - Parameters:
    ///   - work: Receives the task that serves the client.
    ///   - serve: Serves the client until its messages end.
    init(
        _ meter: InboundMeter,
        _ work: AsyncStream<Task<Void, Never>>.Continuation,
        _ serve: @escaping @Sendable (WebSocket) async -> Void
    ) {
        self.meter = meter
        self.work = work
        self.serve = serve
        (messages, arrivals) = AsyncStream.makeStream()
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        let socket = WebSocket(messages, self, context.eventLoop)
        work.yield(
            Task { [serve] in
                await serve(socket)
                socket.close(1000)
            }
        )
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        arrivals.finish()
    }

    func channelInactive(context: ChannelHandlerContext) {
        arrivals.finish()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = Self.unwrapInboundIn(data)
        guard !isClosing else { return }
        switch frame.opcode {
        case .text:
            let bytes = Array(buffer: frame.unmaskedData)
            waiting += bytes.count
            if waiting > Self.highWater { context.channel.setOption(.autoRead, value: false).whenFailure { _ in } }
            arrivals.yield(bytes)
        case .ping: send(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData))
        case .pong: break
        case .connectionClose: close(1000)
        default: close(1003)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case NIOWebSocketError.invalidFrameLength, NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge:
            close(1009)
        case is InboundBudget.Exceeded: close(1013)
        case is NIOWebSocketError, is NIOWebSocketFrameAggregator.Error, is WebSocketFrameCheck.Violation: close(1002)
        default: context.close(promise: nil)
        }
    }

    func handled(_ bytes: Int) {
        let wasFull = waiting > Self.highWater
        waiting -= bytes
        meter.handled(bytes)
        if wasFull, waiting <= Self.highWater {
            context?.channel.setOption(.autoRead, value: true).whenFailure { _ in }
        }
    }

    func send(_ text: String) {
        guard !isClosing, let context else { return }
        send(WebSocketFrame(fin: true, opcode: .text, data: context.channel.allocator.buffer(string: text)))
    }

    private func send(_ frame: WebSocketFrame) {
        guard let context else { return }
        let length = frame.length
        backlog += length
        guard backlog <= Self.longestBacklog else {
            isClosing = true
            return context.close(promise: nil)
        }
        let (this, eventLoop) = (NIOLoopBound(self, eventLoop: context.eventLoop), context.eventLoop)
        context.writeAndFlush(Self.wrapOutboundOut(frame)).hop(to: eventLoop).whenComplete { _ in
            this.value.backlog -= length
        }
    }

    func close(_ code: Int) {
        guard !isClosing, let context else { return }
        isClosing = true
        var data = context.channel.allocator.buffer(capacity: 2)
        data.write(webSocketErrorCode: WebSocketErrorCode(codeNumber: code))
        let channel = context.channel
        let frame = WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
        context.writeAndFlush(Self.wrapOutboundOut(frame)).whenComplete { _ in channel.close(promise: nil) }
        context.eventLoop.scheduleTask(in: Self.farewell) { channel.close(promise: nil) }
    }
}

/// Refuses the frames that a client may not send (RFC 6455, section 5): those without a mask, and those with reserved bits.
final class WebSocketFrameCheck: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = WebSocketFrame

    struct Violation: Error {}

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = Self.unwrapInboundIn(data)
        guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
            return context.fireErrorCaught(Violation())
        }
        context.fireChannelRead(data)
    }
}
