#if os(macOS) || os(Linux)

import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// The reason why `rewind listen` cannot start.
package enum ListenError: Error, Hashable, Sendable {
    case portTaken(Int)
    /// The address is none of this machine, or not allowed.
    case noAddress(String, reason: String)
}

/// Serves HTTP requests, and the WebSocket clients of Redux DevTools.
struct ListenServer: Sendable {
    /// The maximum number of simultaneous connections.
    static let longestList = 512
    /// The memory for messages that have not been handled, in bytes.
    private static let memory = 256 << 20
    /// The time after which a silent connection is closed, unless it waits for a response.
    private static let silence = TimeAmount.seconds(60)

    let access: any ListenGate
    let link: (any ListenHandler)?
    /// Serves a WebSocket client until its messages end.
    let serve: @Sendable (WebSocket) async -> Void

    /// Listens while `body` runs. Its argument is the port.
    ///
    /// - Throws: An error of `body`; `ListenError`.
    func run<Value: Sendable>(
        host: String,
        port: Int,
        isolation: isolated (any Actor)? = #isolation,
        _ body: (Int) async throws -> Value
    ) async throws -> Value {
        let (sockets, opened) = AsyncStream.makeStream(of: WebSocket.self)
        let clients = Clients()
        let listener = try await bind(host, port, clients) { opened.yield($0) }
        let serving = Task {
            await withDiscardingTaskGroup { group in
                for await socket in sockets {
                    group.addTask {
                        await serve(socket)
                        socket.close(1000)
                    }
                }
            }
        }
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(listener.localAddress?.port ?? port))
        } catch {
            result = .failure(error)
        }
        try? await listener.close()
        clients.close()
        opened.finish()
        await serving.value
        return try result.get()
    }

    private func bind(
        _ host: String,
        _ port: Int,
        _ clients: Clients,
        opened: @escaping @Sendable (WebSocket) -> Void
    ) async throws -> any Channel {
        let budget = InboundBudget(limit: Self.memory)
        do {
            return try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .serverChannelOption(.backlog, value: 256)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        if clients.add(channel) {
                            try configure(channel, budget, opened: opened)
                        } else {
                            try refuse(channel)
                        }
                    }
                }
                .bind(host: host, port: port)
                .get()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw ListenError.portTaken(port)
        } catch let error as IOError {
            throw ListenError.noAddress(host, reason: String(cString: strerror(error.errnoCode)))
        } catch {
            throw ListenError.noAddress(host, reason: "no such address")
        }
    }

    private func configure(
        _ channel: any Channel,
        _ budget: InboundBudget,
        opened: @escaping @Sendable (WebSocket) -> Void
    ) throws {
        try channel.pipeline.syncOperations.addHandler(IdleStateHandler(allTimeout: Self.silence))
        let refused = NIOLoopBoundBox<HTTPRequestHead?>(nil, eventLoop: channel.eventLoop)
        let upgrader = NIOTypedWebSocketServerUpgrader<Void>(
            maxFrameSize: WebSocketHandler.longestMessage,
            enableAutomaticErrorHandling: false,
            shouldUpgrade: { channel, head in
                let isAdmitted = access.admitsSocket(head)
                refused.value = isAdmitted ? nil : head
                return channel.eventLoop.makeSucceededFuture(isAdmitted ? HTTPHeaders() : nil)
            },
            upgradePipelineHandler: { channel, _ in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    let meter = InboundMeter(budget)
                    let decoder = try pipeline.handler(type: ByteToMessageHandler<WebSocketFrameDecoder>.self)
                    try pipeline.addHandler(meter, position: .before(decoder))
                    try pipeline.addHandlers([
                        NIOWebSocketFrameAggregator(
                            minNonFinalFragmentSize: 0,
                            maxAccumulatedFrameCount: 1 << 16,
                            maxAccumulatedFrameSize: WebSocketHandler.longestMessage
                        ),
                        WebSocketHandler(meter, opened: opened),
                    ])
                }
            }
        )
        let upgrade = NIOTypedHTTPServerUpgradeConfiguration(
            upgraders: [upgrader],
            notUpgradingCompletionHandler: { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        HTTPHandler(access: access, link: link, budget: budget, refusedUpgrade: refused.value)
                    )
                }
            }
        )
        try channel.pipeline.syncOperations
            .configureUpgradableHTTPServerPipeline(configuration: .init(upgradeConfiguration: upgrade))
            .whenFailure { _ in channel.close(promise: nil) }
    }

    /// Says why the connection is closed.
    private func refuse(_ channel: any Channel) throws {
        let sentence = "\(Self.longestList) apps are connected: no more are admitted.\n"
        let head = """
            HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nContent-Length: \(sentence.utf8.count)\r
            Connection: close\r\n\r\n
            """
        let buffer = channel.allocator.buffer(string: head + sentence)
        channel.eventLoop.execute {
            channel.writeAndFlush(buffer).whenComplete { _ in channel.close(promise: nil) }
        }
    }
}

/// The open connections.
private final class Clients: Sendable {
    private let state = NIOLockedValueBox<(channels: [ObjectIdentifier: any Channel], isClosed: Bool)>(([:], false))

    /// Adds a connection. Returns false if there are too many.
    func add(_ channel: any Channel) -> Bool {
        let (isAdded, isClosed) = state.withLockedValue { state in
            let isAdded = state.channels.count < ListenServer.longestList && !state.isClosed
            if isAdded { state.channels[ObjectIdentifier(channel)] = channel }
            return (isAdded, state.isClosed)
        }
        if isClosed { channel.close(promise: nil) }
        channel.closeFuture.whenComplete { _ in
            self.state.withLockedValue { _ = $0.channels.removeValue(forKey: ObjectIdentifier(channel)) }
        }
        return isAdded
    }

    /// Closes all connections, and those that are added later.
    func close() {
        let channels = state.withLockedValue { state in
            state.isClosed = true
            return Array(state.channels.values)
        }
        for channel in channels { channel.close(promise: nil) }
    }
}

extension ListenError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .portTaken(let port): "Port \(port) is in use."
        case .noAddress(let host, let reason):
            "This machine cannot listen on \(host): \(reason.prefix(1).lowercased() + reason.dropFirst())."
        }
    }
}

#endif
