#if os(macOS) || os(Linux)

import NIOCore
import NIOHTTP1
import RewindTimeline

/// Collects the requests of a connection, and responds to them one after the other.
final class HTTPHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// The maximum length of a body, in bytes.
    static let longestBody = LinkHead.longestMessage

    private let access: ListenAccess
    private let link: (any ListenHandler)?
    private let budget: InboundBudget
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []
    private var task: Task<Void, Never>?
    private let refusedUpgrade: HTTPRequestHead?

    /// - Parameter refusedUpgrade: The request to become a WebSocket that was refused, which no longer arrives.
    init(access: ListenAccess, link: (any ListenHandler)?, budget: InboundBudget, refusedUpgrade: HTTPRequestHead?) {
        (self.access, self.link, self.budget, self.refusedUpgrade) = (access, link, budget, refusedUpgrade)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        guard let refusedUpgrade else { return }
        let refusal = refusal(of: refusedUpgrade)
        respond(refusal ?? .sentence(400, "There are no WebSockets here."), in: context, isLast: true)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch Self.unwrapInboundIn(data) {
        case .head(let head):
            if let refusal = refusal(of: head) { return respond(refusal, in: context, isLast: true) }
            self.head = head
        case .body(let part):
            guard head != nil else { return }
            guard body.count + part.readableBytes <= Self.longestBody else {
                head = nil
                let sentence = "A request has at most \(Self.longestBody >> 20) MB."
                return respond(.sentence(413, sentence), in: context, isLast: true)
            }
            do {
                try budget.add(part.readableBytes, used: body.count)
                body += part.readableBytesView
            } catch {
                head = nil
                respond(.sentence(503, "The server is busy with other apps."), in: context, isLast: true)
            }
        case .end:
            if let head { answer(head, in: context) }
        }
    }

    private func refusal(of head: HTTPRequestHead) -> ListenResponse? {
        let path = ListenURL(head.uri).path
        if path.hasPrefix("/link/"), link != nil {
            let field = head.headers.first(name: "authorization")
            let token = field.flatMap { $0.wholeMatch(of: #/(?i:Bearer) +(.*)/#)?.1 }
            return access.refusal(of: head, token: token.map(String.init), needsToken: true)
                .map { .sentence(403, $0) }
        }
        if ListenURL.isSocketCluster(path) {
            let refusal = access.refusal(of: head, token: ListenURL(head.uri).token)
            return refusal.map { .sentence(403, $0) } ?? .sentence(426, "This address is for WebSocket clients.")
        }
        return .sentence(404, "There is nothing here: apps connect to /socketcluster/ or /link/.")
    }

    private func answer(_ head: HTTPRequestHead, in context: ChannelHandlerContext) {
        guard let link else { return }
        let url = ListenURL(head.uri)
        let request = ListenRequest(
            method: head.method.rawValue,
            path: url.path,
            query: url.query,
            headers: Dictionary(
                head.headers.map { ($0.name.lowercased(), $0.value) },
                uniquingKeysWith: { first, _ in first }
            ),
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
        (head, body, task) = (nil, [], nil)
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

/// The parts of a request's target.
struct ListenURL {
    let path: String
    let query: String

    init(_ uri: String) {
        let parts = uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        (path, query) = (String(parts.first ?? ""), parts.count > 1 ? String(parts[1]) : "")
    }

    /// The token in the query, if any.
    var token: String? {
        query.split(separator: "&").first { $0.hasPrefix("token=") }.map { String($0.dropFirst(6)) }
    }

    /// True if this is the path of Redux DevTools' clients.
    static func isSocketCluster(_ path: String) -> Bool {
        path == "/socketcluster/" || path == "/socketcluster"
    }
}

extension ListenAccess {
    func refusal(of head: HTTPRequestHead, token: String?, needsToken: Bool = false) -> String? {
        refusal(
            host: head.headers.first(name: "host"),
            origin: head.headers.first(name: "origin"),
            token: token,
            needsToken: needsToken
        )
    }
}

#endif
