import ArticleClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// An ``HTTPClient`` for servers on this machine, with one connection per request. Unlike one with `URLSession`, it does
/// not need libcurl on Linux.
package struct QiitaServerClient: HTTPClient {
    private typealias Connection = NIOAsyncChannel<NIOHTTPClientResponseFull, HTTPClientRequestPart>

    /// The maximum size of a response, in bytes.
    private static let mostBytes = 16 << 20

    private let timeout: TimeInterval

    /// Creates a client.
    ///
    /// - Parameter timeout: The timeout of a request, in seconds.
    package init(timeout: TimeInterval) {
        self.timeout = timeout
    }

    package func send(_ request: ArticleClient.HTTPRequest) async throws(ArticleClientError) -> HTTPResponse {
        do {
            return try await withThrowingTaskGroup(of: HTTPResponse.self) { tasks in
                tasks.addTask { try await answer(to: request) }
                tasks.addTask {
                    try await Task.sleep(for: .seconds(timeout))
                    throw ArticleClientError.timedOut
                }
                defer { tasks.cancelAll() }
                guard let response = try await tasks.next() else { throw CancellationError() }
                return response
            }
        } catch {
            // A cancellation also closes the connection.
            throw Task.isCancelled ? .cancelled : error as? ArticleClientError ?? .unreachable(.unknown)
        }
    }

    private func answer(to request: ArticleClient.HTTPRequest) async throws -> HTTPResponse {
        guard let host = request.url.host, let port = request.url.port else {
            throw ArticleClientError.unreachable(.badURL)
        }
        let connection: Connection
        do {
            connection = try await connect(to: host, port)
        } catch {
            throw ArticleClientError.unreachable(.cannotConnectToHost)
        }
        do {
            return try await connection.executeThenClose { inbound, outbound in
                // In one write: the server may respond to the head and close the connection before a second one.
                try await outbound.write(contentsOf: [.head(head(of: request, to: "\(host):\(port)")), .end(nil)])
                for try await response in inbound {
                    return HTTPResponse(
                        status: Int(response.head.status.code),
                        body: Data(response.body?.readableBytesView ?? ByteBufferView())
                    )
                }
                throw ChannelError.eof
            }
        } catch {
            throw ArticleClientError.unreachable(.networkConnectionLost)
        }
    }

    private func connect(to host: String, _ port: Int) async throws -> Connection {
        try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup).connect(host: host, port: port) {
            channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHTTPClientHandlers()
                try channel.pipeline.syncOperations.addHandler(
                    NIOHTTPClientResponseAggregator(maxContentLength: Self.mostBytes)
                )
                return try Connection(wrappingChannelSynchronously: channel)
            }
        }
    }

    private func head(of request: ArticleClient.HTTPRequest, to authority: String) -> HTTPRequestHead {
        let path = request.url.path(percentEncoded: true)
        let query = request.url.query(percentEncoded: true).map { "?\($0)" } ?? ""
        var headers: HTTPHeaders = ["Host": authority, "Accept": "application/json", "Connection": "close"]
        if let token = request.token { headers.add(name: "Authorization", value: token.authorization) }
        return HTTPRequestHead(
            version: .http1_1,
            method: HTTPMethod(rawValue: request.method.rawValue),
            uri: path + query,
            headers: headers
        )
    }
}
