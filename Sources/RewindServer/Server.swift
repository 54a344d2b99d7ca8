import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOPosix

/// The reason why a server cannot start.
package enum ServerError: Error, Hashable, Sendable {
    case portTaken(Int)
    /// The address is none of this machine, or not allowed.
    case noAddress(String, reason: String)
    /// The file at the path of the kept token has no token, or other users can read or replace it.
    case unusableToken(path: String)
}

extension ServerError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .portTaken(let port): "Port \(port) is in use."
        case .noAddress(let host, let reason):
            "This machine cannot listen on \(host): \(reason.prefix(1).lowercased() + reason.dropFirst())."
        case .unusableToken(let path): "\(path) is not the file of a token that only you can read and change."
        }
    }
}

/// An HTTP/1.1 server, whose responses may be streams and WebSockets.
package struct Server: Sendable {
    /// The limits for clients.
    package struct Limits: Sendable {
        /// The maximum number of simultaneous connections. Further ones are refused.
        package var connections = 512
        /// The maximum size of the headers of a request, in bytes.
        package var headerBytes = 80 << 10
        /// The memory for the bodies of requests and for messages that have not been handled, in bytes.
        package var memory = 256 << 20
        /// The time in which the headers of the first request of a connection must arrive.
        package var beginning = Duration.seconds(10)
        /// The time after which a connection is closed whose client should send or read something, and does not.
        package var silence = Duration.seconds(60)
        /// The time that the body of a request may take.
        package var patience = Duration.seconds(300)

        package init() {}
    }

    let limits: Limits
    private let refused: @Sendable () -> Void
    private let respond: @Sendable (Request) async throws -> Response

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - refused: Called for each connection beyond the limit.
    ///   - respond: Responds to a request. It is called before the body arrives, and need not read it. When the
    ///   client leaves, a GET request is canceled; others are completed. If the closure throws another error than those
    ///   of `RequestBody`, the connection is closed.
    package init(
        limits: Limits = Limits(),
        refused: @escaping @Sendable () -> Void = {},
        respond: @escaping @Sendable (Request) async throws -> Response
    ) {
        (self.limits, self.refused, self.respond) = (limits, refused, respond)
    }

    /// Listens on a port of the address `host`, by default a free one, while `body` runs. Its argument is the port.
    ///
    /// Then all connections are closed. Returns when no request is being handled any more. The process may have more files
    /// open from now on, up to 10,240.
    ///
    /// - Parameter willStop: Called before the connections are closed.
    /// - Throws: An error of `body`; `ServerError`.
    package func run<Value: Sendable>(
        host: String = "127.0.0.1",
        port: Int = 0,
        isolation: isolated (any Actor)? = #isolation,
        willStop: () async -> Void = {},
        _ body: (Int) async throws -> Value
    ) async throws -> Value {
        DescriptorLimit.raise()
        let (tasks, work) = AsyncStream.makeStream(of: Task<Void, Never>.self)
        let connections = Connections(limit: limits.connections)
        let listener = try await bind(host, port, connections, work)
        let working = Task {
            await withDiscardingTaskGroup { group in
                for await task in tasks { group.addTask { await task.value } }
            }
        }
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(listener.localAddress?.port ?? port))
        } catch {
            result = .failure(error)
        }
        await willStop()
        try? await listener.close()
        await connections.close()
        work.finish()
        await working.value
        return try result.get()
    }

    /// Returns the URL of a path on a server on this machine.
    package static func url(port: Int, _ path: String = "") throws -> URL {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { throw URLError(.badURL) }
        return url
    }

    /// Responds to a request, also if it is refused because of its body.
    func response(to request: Request) async throws -> Response {
        do {
            return try await respond(request)
        } catch let error as RequestBody.TooLong {
            return .sentence(413, error.description)
        } catch is HTTPParserError {
            return .sentence(400, "The request is malformed.")
        } catch is InboundBudget.Exceeded {
            return .sentence(503, "The server is busy; try again later.")
        }
    }

    private func bind(
        _ host: String,
        _ port: Int,
        _ connections: Connections,
        _ work: AsyncStream<Task<Void, Never>>.Continuation
    ) async throws -> any Channel {
        let budget = InboundBudget(limit: limits.memory)
        do {
            return try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .serverChannelOption(.backlog, value: 256)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        if connections.add(channel) {
                            try configure(channel, budget, work)
                        } else {
                            refuse(channel)
                            refused()
                        }
                    }
                }
                .bind(host: host, port: port)
                .get()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw ServerError.portTaken(port)
        } catch let error as IOError {
            throw ServerError.noAddress(host, reason: String(cString: strerror(error.errnoCode)))
        } catch {
            throw ServerError.noAddress(host, reason: "no such address")
        }
    }

    private func configure(
        _ channel: any Channel,
        _ budget: InboundBudget,
        _ work: AsyncStream<Task<Void, Never>>.Continuation
    ) throws {
        var decoding = NIOHTTPDecoderLimitConfiguration()
        (decoding.maxHeaderFieldSize, decoding.maxHeaderListSize) = (limits.headerBytes, limits.headerBytes)
        var encoding = HTTPResponseEncoder.Configuration()
        // NIO cannot know that the response to HEAD has no body.
        encoding.automaticallySetFramingHeaders = false
        let encoder = HTTPResponseEncoder(configuration: encoding)
        let decoder = ByteToMessageHandler(
            HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: decoding)
        )
        let (pipeliner, validator) = (HTTPServerPipelineHandler(), NIOHTTPResponseHeadersValidator())
        // Removed in this order, none gets what a client sends early to a WebSocket.
        let parsing: [any RemovableChannelHandler] = [validator, encoder, decoder, pipeliner]
        let meter = InboundMeter(budget)
        try channel.pipeline.syncOperations.addHandlers([
            meter, encoder, decoder, pipeliner, validator, HTTPHandler(self, meter, parsing: parsing, work),
        ])
    }

    /// Says why the connection is closed.
    private func refuse(_ channel: any Channel) {
        let sentence = "The server has \(limits.connections) connections, and admits no more.\n"
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
private final class Connections: Sendable {
    private let limit: Int
    private let state = NIOLockedValueBox<(channels: [ObjectIdentifier: any Channel], isClosed: Bool)>(([:], false))

    init(limit: Int) {
        self.limit = limit
    }

    /// Adds a connection. Returns false if there are too many.
    func add(_ channel: any Channel) -> Bool {
        let (isAdded, isClosed) = state.withLockedValue { state in
            let isAdded = state.channels.count < limit && !state.isClosed
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
    func close() async {
        let channels = state.withLockedValue { state in
            state.isClosed = true
            return Array(state.channels.values)
        }
        for channel in channels { channel.close(promise: nil) }
        for channel in channels { try? await channel.closeFuture.get() }
    }
}
