import Foundation
import RewindAnswers
import TestSupport
import Testing

@testable import RewindInspector

extension HTTPExchange {
    /// True if the session or its app refused a right request.
    var isRefusal: Bool { status == 200 && body.hasPrefix(#"{"refused":{"error":"#) }

    /// True if there is no answer, because the request was wrong or refused.
    var isWithoutAnswer: Bool { [400, 404].contains(status) || isRefusal }
}

/// A running inspector for sample sessions, with its credentials.
struct SampleServer {
    let port: Int
    let token: String

    /// The value of the header `Authorization`.
    var key: String { "Bearer \(token)" }

    /// Runs `body` with a server that shows these sessions.
    static func run(
        _ urls: [URL],
        app: InspectedApp = InspectedApp(questions: [Blame.self, Search.self, Watch.self]),
        canWrite: Bool = false,
        copyLimit: Int = 1 << 30,
        _ body: (SampleServer) async throws -> Void
    ) async throws {
        let inspector = Inspector(
            urls.map { InspectedFile(url: $0, file: $0.lastPathComponent) },
            app: app,
            version: "1.2.3",
            canWrite: canWrite,
            copyLimit: copyLimit,
            describe: { error, _ in FailureAnswer("\(error)") }
        )
        try await inspector.run { url in
            let token = url.query()?.replacing("token=", with: "") ?? ""
            try await body(SampleServer(port: url.port ?? 0, token: token))
        }
    }

    /// Sends a GET request with the token.
    func get(_ path: String, headers: [String: String] = [:]) throws -> HTTPExchange {
        var headers = headers
        headers["Authorization"] = headers["Authorization"] ?? key
        return try HTTPExchange.get(path, port: port, headers: headers)
    }

    /// Sends a POST request as the page does.
    func post(_ path: String, _ body: String, headers: [String: String] = [:]) throws -> HTTPExchange {
        var lines = [
            "Host": "127.0.0.1:\(port)", "Authorization": key, "Origin": "http://127.0.0.1:\(port)",
            "Content-Type": "application/json", "Connection": "close", "Content-Length": "\(body.utf8.count)",
        ]
        for (name, value) in headers { lines[name] = value.isEmpty ? nil : value }
        let head = lines.map { "\($0.key): \($0.value)\r\n" }.joined()
        return try HTTPExchange("POST \(path) HTTP/1.1\r\n\(head)\r\n\(body)", port: port)
    }

    /// Returns the JSON of a response.
    func json(_ path: String) throws -> [String: Any] {
        let body = try get(path).body
        return try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any] ?? [:]
    }

    /// Waits until all actions of the first session are indexed.
    func indexed(_ last: Int) async throws {
        try await waitUntil { try json("/api/0")["indexed"] as? Int == last }
    }
}
