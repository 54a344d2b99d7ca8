import Foundation
import Subprocess
import TestSupport
import Testing

/// A client of the Model Context Protocol, which checks every message of the server. Independent of the server's code.
final class MCPClient {
    /// A request that the server answered with an error.
    struct Refusal: Error {
        let code: Int
        let message: String
        /// The versions that the server supports, if that is the reason.
        let supported: [String]?
    }

    /// An answer of a tool.
    struct Answer {
        let text: String
        let isError: Bool
    }

    private let send: (String) async throws -> Void
    private let receive: () async throws -> String
    private let schema: JSONSchema
    private var id = 0
    /// Sent with each request: the metadata of a version without `initialize`.
    var metadata: [String: Any]?
    /// The number of bytes sent and received, line feeds included.
    private(set) var bytes = 0
    /// The number of requests.
    private(set) var requests = 0

    private init(
        send: @escaping (String) async throws -> Void,
        receive: @escaping () async throws -> String
    ) throws {
        (self.send, self.receive, schema) = (send, receive, try .mcp())
    }

    /// Starts a server, calls `body` with its client, and ends the input. Nothing is printed on standard error.
    static func run(
        _ arguments: [String],
        in folder: TemporaryFolder,
        environment: [Environment.Key: String?] = [:],
        _ body: (MCPClient) async throws -> Void
    ) async throws {
        let outcome = try await Subprocess.run(
            Tool.configuration(["mcp"] + arguments, in: folder, environment: environment),
            input: .inputWriter,
            output: .sequence,
            error: .string(limit: 1 << 20)
        ) { execution in
            let input = execution.standardInputWriter
            var output = execution.standardOutput.makeAsyncIterator()
            var rest: [UInt8] = []
            let client = try MCPClient(
                send: { _ = try await input.write($0 + "\n") },
                receive: {
                    while true {
                        if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                            defer { rest.removeSubrange(...end) }
                            return String(decoding: rest[..<end], as: UTF8.self)
                        }
                        let buffer = try #require(try await output.next(), "The server ended.")
                        buffer.withUnsafeBytes { rest += $0 }
                    }
                }
            )
            let result: Result<Void, any Error>
            do {
                result = .success(try await body(client))
            } catch {
                result = .failure(error)
            }
            try await input.finish()
            while let buffer = try await output.next() { buffer.withUnsafeBytes { rest += $0 } }
            #expect(rest.isEmpty, "\(String(decoding: rest, as: UTF8.self))")
            return result
        }
        try outcome.closureResult.get()
        #expect(outcome.terminationStatus == .exited(0))
        #expect(outcome.standardError == "")
    }

    /// Sends a line. Returns the next line of the server.
    func exchange(_ line: String) async throws -> String {
        try await write(line)
        let answer = try await receive()
        bytes += answer.utf8.count + 1
        return answer
    }

    private func write(_ line: String) async throws {
        bytes += line.utf8.count + 1
        try await send(line)
    }

    /// Sends a request. Returns its result, which has the published form.
    func request(_ method: String, _ parameters: [String: Any] = [:]) async throws -> [String: Any] {
        (id, requests) = (id + 1, requests + 1)
        var message: [String: Any] = ["jsonrpc": "2.0", "id": id, "method": method]
        let parameters = metadata.map { parameters.merging(["_meta": $0]) { $1 } } ?? parameters
        if !parameters.isEmpty { message["params"] = parameters }
        let response = try JSON.object(try await exchange(Self.text(message)))
        #expect(response["id"] as? Int == id)
        if let error = response["error"] as? [String: Any] {
            #expect(try schema.problems(of: response, as: "error") == [])
            throw Refusal(
                code: try #require(error["code"] as? Int),
                message: try #require(error["message"] as? String),
                supported: (error["data"] as? [String: Any])?["supported"] as? [String]
            )
        }
        #expect(try schema.problems(of: response, as: "response") == [])
        let result = try #require(response["result"] as? [String: Any])
        #expect(try schema.problems(of: result, as: method) == [])
        return result
    }

    /// Sends a request that the server must answer with an error. Returns the error; nil if it did not.
    func refusal(of method: String, _ parameters: [String: Any] = [:]) async throws -> Refusal? {
        do {
            _ = try await request(method, parameters)
            return nil
        } catch let refusal as Refusal {
            return refusal
        }
    }

    func notify(_ method: String, _ parameters: [String: Any] = [:]) async throws {
        try await write(Self.text(["jsonrpc": "2.0", "method": method, "params": parameters]))
    }

    /// Agrees on a version. Returns the server's answer.
    @discardableResult
    func initialize(_ version: String = "2025-11-25") async throws -> [String: Any] {
        let result = try await request(
            "initialize",
            [
                "protocolVersion": version, "capabilities": [String: Any](),
                "clientInfo": ["name": "tests", "version": "1"],
            ]
        )
        try await notify("notifications/initialized")
        return result
    }

    /// Calls a tool.
    func call(_ name: String, _ arguments: [String: Any] = [:]) async throws -> Answer {
        let result = try await request("tools/call", ["name": name, "arguments": arguments])
        let content = try #require(result["content"] as? [[String: Any]])
        #expect(content.count == 1)
        return Answer(text: try #require(content[0]["text"] as? String), isError: result["isError"] as? Bool ?? false)
    }

    /// Returns JSON text on one line.
    static func text(_ value: Any) throws -> String {
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try JSONSerialization.data(withJSONObject: value, options: options), as: UTF8.self)
    }
}
