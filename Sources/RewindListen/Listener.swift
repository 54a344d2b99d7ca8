import Foundation
import RewindRemote
import RewindServer

/// Receives the recordings of apps, over Redux DevTools' protocol and over that of linked apps.
package struct Listener: Sendable {
    /// The name of the file in the folder of the sessions that keeps the token.
    static let tokenFile = ".rewind-token"

    private let folder: URL
    private let names: SessionNames
    private let link: LinkReceiver?
    private let report: @Sendable (ListenEvent) -> Void

    /// Creates a listener that keeps its token in `folder`, and records into it the stores of Redux DevTools' clients.
    package init(
        in folder: URL,
        naming names: SessionNames? = nil,
        link: LinkReceiver? = nil,
        report: @escaping @Sendable (ListenEvent) -> Void = { _ in }
    ) {
        self.folder = folder
        self.names = names ?? SessionNames(folder)
        self.link = link
        self.report = report
    }

    /// Listens on a port of the address `host` while `body` runs. If the host is not a loopback address, every client
    /// needs the token.
    ///
    /// - Throws: An error of `body`; `ServerError`; `SessionError` if the token cannot be read or written.
    package func run<Value: Sendable>(
        host: String,
        port: Int,
        isolation: isolated (any Actor)? = #isolation,
        _ body: (LinkAddress) async throws -> Value
    ) async throws -> Value {
        let token = try KeptToken.read(at: folder.appending(path: Self.tokenFile))
        let clients = DevToolsClients(names: names, report: report)
        let access = ListenAccess(token: token, host: host)
        let counts = RefusalCounts()
        let refused: @Sendable (String) -> Void = { reason in
            if let count = counts.add(reason) { report(.refused(reason, count: count)) }
        }
        var responder = ListenResponder(access: access, link: link?.response) { socket in
            await DevToolsClient(socket, clients, report: report).serve()
        }
        responder.record = clients.record
        responder.refused = { sentence in
            refused(sentence.prefix(1).lowercased() + sentence.dropFirst().dropLast())
        }
        let watching = Task { await clients.watch() }
        let result: Result<Value, any Error>
        do {
            result = .success(
                try await Server(
                    refused: { refused("there are too many connections") },
                    respond: responder.response
                ).run(host: host, port: port) { port in
                    try await body(LinkAddress(host: host, port: port, token: token))
                }
            )
        } catch {
            result = .failure(error)
        }
        watching.cancel()
        await clients.close()
        return try result.get()
    }
}

/// The numbers of refused clients, by reason.
///
/// Safe to share because they are only used under `lock`.
final class RefusalCounts: @unchecked Sendable {
    private let lock = NSLock()
    private var counts: [String: (count: Int, next: Int)] = [:]

    /// Counts a refusal. Returns the number of those with its reason if it is to be reported: of the first one, the
    /// tenth, and so on, as a client tries again and again.
    func add(_ reason: String) -> Int? {
        lock.withLock {
            var (count, next) = counts[reason] ?? (0, 1)
            count += 1
            let isReported = count == next
            if isReported { next *= 10 }
            counts[reason] = (count, next)
            return isReported ? count : nil
        }
    }
}
