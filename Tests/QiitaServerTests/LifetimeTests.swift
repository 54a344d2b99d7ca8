import Foundation
import QiitaServer
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct LifetimeTests {
    private struct Interruption: Error {}

    @Test func `The port is closed when the scope throws`() async throws {
        let started = Captured<QiitaServer>()
        await #expect(throws: Interruption.self) {
            try await QiitaServer.run { server in
                await started.set(server)
                throw Interruption()
            }
        }
        let server = try #require(await started.value)
        let error = await #expect(throws: URLError.self) { try await server.send("GET", "/api/v2/items") }
        #expect(error?.code == .cannotConnectToHost)
    }

    @Test(.timeLimit(.minutes(10)))
    func `The server stops despite a kept-alive connection and a stalled request`() async throws {
        let session = URLSession(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        let stalled = Captured<Task<HTTPReply, any Error>>()
        try await QiitaServer.run { server in
            _ = try await session.data(for: URLRequest(url: server.baseURL))
            let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
            await server.add(
                Failure(.stall) { _ in
                    arrival.yield()
                    return true
                }
            )
            await stalled.set(Task { try await server.send("GET", "/api/v2/items", timeout: 600) })
            _ = await arrivals.first { _ in true }
        }
        let task = try #require(await stalled.value)
        await #expect(throws: URLError.self) { try await task.value }
    }

    @Test(arguments: 1...20)
    func `Connections that arrive while the server stops are harmless`(round: Int) async throws {
        let tasks = try await QiitaServer.run { server in
            (0..<8).map { _ in
                Task { try? await server.send("GET", "/api/v2/items?per_page=\(round)", timeout: 10).status }
            }
        }
        for task in tasks {
            let status = await task.value
            #expect(status == nil || status == 200)
        }
    }

    @Test func `Canceling the surrounding task stops the server`() async throws {
        let (servers, started) = AsyncStream.makeStream(of: QiitaServer.self)
        let task = Task {
            try await QiitaServer.run(failures: [Failure(.stall)]) { server in
                started.yield(server)
                _ = try await server.send("GET", "/api/v2/items", timeout: 600)
            }
        }
        let server = try #require(await servers.first { _ in true })
        task.cancel()
        let end = await #expect(throws: (any Error).self) { try await task.value }
        // The request may have begun.
        #expect(end is CancellationError || (end as? URLError)?.code == .cancelled)
        let error = await #expect(throws: URLError.self) { try await server.send("GET", "/") }
        #expect(error?.code == .cannotConnectToHost)
    }

    @Test func `Requests are logged in order of arrival`() async throws {
        try await QiitaServer.run { server in
            _ = try await server.send("GET", "/api/v2/items?page=2&per_page=1")
            _ = try await server.send("PUT", "/api/v2/items/%E3%81%82/stock")
            #expect(
                await server.requests.map(\.description) == [
                    "GET /api/v2/items?page=2&per_page=1", "PUT /api/v2/items/%E3%81%82/stock",
                ]
            )
        }
    }
}

/// Carries a value out of a closure.
private actor Captured<Value: Sendable> {
    private(set) var value: Value?

    func set(_ value: Value) {
        self.value = value
    }
}
