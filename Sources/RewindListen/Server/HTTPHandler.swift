#if os(macOS) || os(Linux)

import NIOCore
import NIOHTTP1
import RewindRemote

/// Collects the requests of a connection, and responds to them one after the other.
final class HTTPHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// The maximum length of a body, in bytes.
    static let longestBody = LinkHead.longestMessage

    /// The time that a body may take to arrive.
    private static let patience = TimeAmount.minutes(5)

    private let access: any ListenGate
    private let link: (any ListenHandler)?
    private let budget: InboundBudget
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []
    private var task: Task<Void, Never>?
    /// The response to a request that is refused; it is sent after the body, so that the client reads it.
    private var refusal: ListenResponse?
    private var discarded = 0
    private var deadline: Scheduled<Void>?
    private let refusedUpgrade: HTTPRequestHead?

    /// - Parameter refusedUpgrade: The request to become a WebSocket that was refused, which no longer arrives.
    init(access: any ListenGate, link: (any ListenHandler)?, budget: InboundBudget, refusedUpgrade: HTTPRequestHead?) {
        (self.access, self.link, self.budget, self.refusedUpgrade) = (access, link, budget, refusedUpgrade)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        guard let refusedUpgrade else { return }
        let refusal = access.refusal(of: refusedUpgrade, from: context.remoteAddress)
        respond(refusal ?? .sentence(400, "There are no WebSockets here."), in: context, isLast: true)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch Self.unwrapInboundIn(data) {
        case .head(let head):
            refusal = access.refusal(of: head, from: context.remoteAddress)
            self.head = head
            let channel = context.channel
            deadline = context.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
        case .body(let part):
            guard head != nil else { return }
            guard discarded + body.count + part.readableBytes <= Self.longestBody else {
                let sentence = "A request has at most \(Self.longestBody >> 20) MB."
                return respond(.sentence(413, sentence), in: context, isLast: true)
            }
            if refusal != nil {
                discarded += part.readableBytes
                return
            }
            do {
                try budget.add(part.readableBytes, used: body.count)
                body += part.readableBytesView
            } catch {
                respond(.sentence(503, "The server is busy with other apps."), in: context, isLast: true)
            }
        case .end:
            deadline?.cancel()
            guard let head else { return }
            if let refusal { return respond(refusal, in: context, isLast: true) }
            answer(head, in: context)
        }
    }

    private func answer(_ head: HTTPRequestHead, in context: ChannelHandlerContext) {
        guard let link else {
            return respond(.sentence(404, "Apps cannot be linked to this server."), in: context, isLast: true)
        }
        let url = ListenURL(head.uri)
        let request = ListenRequest(
            method: head.method.rawValue,
            path: url.path,
            query: url.query,
            token: ListenURL.bearer(head),
            body: body
        )
        let this = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let (eventLoop, isLast) = (context.eventLoop, !head.isKeepAlive)
        task = Task {
            let response = await link.response(to: request)
            eventLoop.execute {
                let (handler, context) = this.value
                handler.respond(response, in: context, isLast: isLast)
            }
        }
    }

    private func respond(_ response: ListenResponse, in context: ChannelHandlerContext, isLast: Bool) {
        forget()
        guard context.channel.isActive else { return }
        var headers = HTTPHeaders(response.headers.map { ($0.name, $0.value) })
        headers.replaceOrAdd(name: "Content-Length", value: String(response.body.count))
        if isLast { headers.replaceOrAdd(name: "Connection", value: "close") }
        let status = HTTPResponseStatus(statusCode: response.status)
        context.write(
            Self.wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))),
            promise: nil
        )
        let buffer = context.channel.allocator.buffer(bytes: response.body)
        context.write(Self.wrapOutboundOut(.body(.byteBuffer(buffer))), promise: nil)
        let channel = context.channel
        context.writeAndFlush(Self.wrapOutboundOut(.end(nil))).whenComplete { _ in
            if isLast { channel.close(promise: nil) }
        }
    }

    private func forget() {
        budget.remove(body.count)
        deadline?.cancel()
        (head, body, task, refusal, discarded, deadline) = (nil, [], nil, nil, 0, nil)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // A request that is being answered may take long; the client waits for it.
        if event is IdleStateHandler.IdleStateEvent, task == nil { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        task?.cancel()
        forget()
        context.fireChannelInactive()
    }
}

#endif
