import Dispatch
import Foundation
import RewindTree

/// Reads the messages of a client and writes the responses, each on a line. Requests wait for each other, except for
/// `ping`; meanwhile, they can be canceled.
///
/// Safe to share because `lock` guards what both threads use, and only `queue` uses the server.
final class MCPConnection: @unchecked Sendable {
    /// The maximum number of requests that wait.
    static let mostWaiting = 1_024

    private let server: MCPServer
    private let run: @Sendable ([String], (UnsafeRawBufferPointer) throws -> Bool) throws -> ToolProcess.End
    private let write: @Sendable (String) -> Void
    private let lock = NSLock()
    private let queue = DispatchQueue(label: "rewind.mcp")
    /// The ids of the requests that wait or are being answered, and whether they were canceled.
    private var waiting: [Tree: Bool] = [:]

    /// - Parameters:
    ///   - run: Runs a command, as `ToolProcess` does.
    ///   - write: Writes a line; called by one thread at a time.
    init(
        _ server: MCPServer,
        run: @escaping @Sendable ([String], (UnsafeRawBufferPointer) throws -> Bool) throws -> ToolProcess.End,
        write: @escaping @Sendable (String) -> Void
    ) {
        self.server = server
        self.run = run
        self.write = write
    }

    /// Answers the messages until the end of input.
    func answer(_ lines: MCPLines) {
        var lines = lines
        while let line = lines.next() { receive(line) }
        queue.sync {}
    }

    private func receive(_ line: MCPLines.Line) {
        guard case .whole(let bytes) = line else {
            return send(MCPError.parse("A line has more than \(MCPLines.limit) bytes.").response(to: .null))
        }
        guard !bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) else { return }
        do {
            receive(try Tree(parsing: bytes))
        } catch {
            send(MCPError.parse("The line is not JSON, at byte \(error.offset).").response(to: .null))
        }
    }

    private func receive(_ message: Tree) {
        switch MCPMessage(message) {
        case .request(let request) where request.method == "ping": send(MCPServer.pong(to: request.id))
        case .request(let request):
            if let error = add(request) { return send(error.response(to: request.id)) }
            queue.async { if let response = self.response(to: request) { self.send(response) } }
        case .notification("notifications/cancelled", let params): cancel(params.child("requestId"))
        case .invalid(let id, let error): send(error.response(to: id))
        case .notification, nil: break
        }
    }

    // MARK: Waiting

    /// Returns the error if a request cannot wait.
    private func add(_ request: MCPRequest) -> MCPError? {
        lock.withLock {
            guard waiting[request.id] == nil else { return .invalidRequest("Another request with this id waits.") }
            guard waiting.count < Self.mostWaiting else {
                return MCPError(code: -32_000, message: "\(Self.mostWaiting) other requests wait.")
            }
            waiting[request.id] = false
            return nil
        }
    }

    private func cancel(_ id: Tree?) {
        guard let id else { return }
        lock.withLock { if waiting[id] != nil { waiting[id] = true } }
    }

    private func isCanceled(_ id: Tree) -> Bool {
        lock.withLock { waiting[id] ?? false }
    }

    /// Returns the response to a request that waits; nil if it was canceled.
    private func response(to request: MCPRequest) -> Tree? {
        guard !isCanceled(request.id) else { return end(request, with: nil) }
        let response = server.response(to: request) { arguments, take in
            try self.run(arguments) { bytes in
                if self.isCanceled(request.id) { throw CancellationError() }
                return try take(bytes)
            }
        }
        return end(request, with: response)
    }

    /// Returns the response, unless the request was canceled.
    private func end(_ request: MCPRequest, with response: Tree?) -> Tree? {
        let wasCanceled = lock.withLock { waiting.removeValue(forKey: request.id) ?? false }
        return wasCanceled ? nil : response
    }

    private func send(_ response: Tree) {
        let text = response.text
        lock.withLock { write(text) }
    }
}
