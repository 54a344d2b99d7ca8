import Foundation
import RewindSession
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@testable import RewindInspector

/// Files that are dropped on the page.
@Suite(.ownThreads, .serialized, .timeLimit(.minutes(10)))
struct DroppedFileTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }
    private let sample = InspectedSample(seed: 3, count: 30)

    init() throws {
        try sample.write(to: folder.session())
        try InspectedSample(seed: 8, count: 50).write(to: folder.session("dropped.rewind"))
    }

    /// A part of the names of the files that a test drops, as other tests use the temporary folder, too.
    private let mark = UUID().uuidString

    /// Returns the paths of the copies of the files that the test dropped.
    private func copies() throws -> [String] {
        let temporary = FileManager.default.temporaryDirectory.path
        let folders = try FileManager.default.contentsOfDirectory(atPath: temporary).filter {
            $0.hasPrefix("rewind-dropped-")
        }
        return folders.flatMap { folder in
            (FileManager.default.subpaths(atPath: "\(temporary)/\(folder)") ?? []).filter { $0.contains(mark) }
                .map { "\(temporary)/\(folder)/\($0)" }
        }
    }

    /// Returns the number of sessions that a server shows.
    private func sessions(_ server: SampleServer) throws -> Int {
        (try server.json("/api/sessions")["sessions"] as? [Any] ?? []).count
    }

    /// Sends a file as the page does.
    private func drop(
        _ data: Data,
        as name: String,
        on server: SampleServer,
        changing headers: [String: String?] = [:]
    ) async throws -> (status: Int, body: String) {
        var components = URLComponents()
        (components.scheme, components.host, components.port) = ("http", "127.0.0.1", server.port)
        (components.path, components.queryItems) = ("/api/sessions", [URLQueryItem(name: "name", value: name)])
        var request = URLRequest(url: try #require(components.url))
        request.httpMethod = "POST"
        let own: [String: String?] = [
            "Authorization": server.key, "Origin": "http://127.0.0.1:\(server.port)",
            "Content-Type": "application/octet-stream",
        ]
        for (field, value) in own.merging(headers, uniquingKeysWith: { $1 }) {
            request.setValue(value, forHTTPHeaderField: field)
        }
        let (answer, response) = try await URLSession.shared.upload(for: request, from: data)
        let status = try #require((response as? HTTPURLResponse)?.statusCode)
        return (status, String(decoding: answer, as: UTF8.self))
    }

    @Test(arguments: [false, true])
    func `A dropped session is open as a copy, which nobody else can read and nothing changes`(canWrite: Bool)
        async throws
    {
        let data = try Data(contentsOf: folder.session("dropped.rewind"))
        try await SampleServer.run([url], canWrite: canWrite) { server in
            let answer = try await drop(data, as: "../é \(mark).rewind", on: server)
            #expect(answer.status == 200)
            let session = try server.json("/api/1")
            #expect(session["file"] as? String == "é \(mark).rewind")
            #expect(session["last"] as? Int == 50 && session["changes"] as? Bool == false)
            #expect(try server.json("/api/0")["last"] as? Int == 30)
            #expect(try sessions(server) == 2)
            #expect(try server.get("/api/1/diff?to=50").status == 200)
            let copy = URL(filePath: try #require(try copies().first))
            let modes = try [copy, copy.deletingLastPathComponent()].map {
                try FileManager.default.attributesOfItem(atPath: $0.path)[.posixPermissions] as? Int
            }
            #expect(modes == [0o600, 0o700])
            let refused = try server.post("/api/1/bookmark", #"{"name":"a","seq":3}"#)
            #expect(canWrite ? refused.isRefusal : refused.status == 405)
            #expect(try Data(contentsOf: copy) == data)
        }
        #expect(try copies().isEmpty)
    }

    @Test func `A dropped export of Redux DevTools is open as a session, and a file of no known form is refused`()
        async throws
    {
        let export = #"""
            {"actionsById":{"0":{"type":"PERFORM_ACTION","action":{"type":"@@INIT"}},"1":{"type":"PERFORM_ACTION",
            "action":{"type":"todos/add","payload":"Milk"}}},"stagedActionIds":[0,1],"skippedActionIds":[],
            "computedStates":[{"state":[]},{"state":["Milk"]}],"currentStateIndex":1,"nextActionId":2}
            """#
        try await SampleServer.run([url]) { server in
            let answer = try await drop(Data(export.utf8), as: "\(mark).json", on: server)
            #expect(answer.status == 200)
            let session = try server.json("/api/1")
            #expect(session["file"] as? String == "\(mark).rewind" && session["last"] as? Int == 1)
            for text in [#"{"a": 1}"#, "[1, 2"] {
                let refused = try await drop(Data(text.utf8), as: "\(mark).json", on: server)
                #expect(refused.body.hasPrefix(#"{"refused":{"error":"\#(mark).json"#))
            }
        }
    }

    @Test func `Another site, or a client without the token, cannot open a file`() async throws {
        let data = try Data(contentsOf: folder.session("dropped.rewind"))
        try await SampleServer.run([url], canWrite: true) { server in
            let others: [[String: String?]] = [
                ["Origin": "https://evil.example"], ["Origin": nil], ["Sec-Fetch-Site": "cross-site"],
                ["Authorization": ""], ["Authorization": "Bearer 0"],
            ]
            for headers in others {
                #expect(try await drop(data, as: mark, on: server, changing: headers).status == 403, "\(headers)")
            }
            for type in ["text/plain", "multipart/form-data", "application/json"] {
                let answer = try await drop(data, as: mark, on: server, changing: ["Content-Type": type])
                #expect(answer.status == 400)
            }
            #expect(try await drop(data, as: "", on: server).status == 400)
            #expect(try sessions(server) == 1)
            #expect(try copies().isEmpty)
        }
    }

    @Test func `All copies together are limited, and a rejected file does not count`() async throws {
        let data = try Data(contentsOf: folder.session("dropped.rewind"))
        try await SampleServer.run([url], copyLimit: 2 * data.count + 10) { server in
            let foreign = Data(repeating: 0x41, count: 2 * data.count + 10)
            var damaged = data
            damaged.replaceSubrange(100..<data.count, with: Data(repeating: 7, count: data.count - 100))
            for file in [foreign, foreign, damaged, damaged, damaged] {
                let answer = try await drop(file, as: "\(mark).txt", on: server)
                #expect(answer.status == 200 && answer.body.hasPrefix(#"{"refused":"#))
            }
            var count = try copies().count
            #expect(count == 0)
            for status in [200, 200, 413] {
                let answer = try await drop(data, as: "\(mark).rewind", on: server)
                #expect(answer.status == status)
            }
            count = try copies().count
            #expect(count == 2)
            // A body of unknown length is limited, too.
            let chunk = String(repeating: "a", count: 0x1000)
            let head =
                "POST /api/sessions?name=\(mark) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAuthorization: \(server.key)\r\n"
                + "Origin: http://127.0.0.1:\(server.port)\r\nContent-Type: application/octet-stream\r\n"
                + "Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
            let body = String(repeating: "1000\r\n\(chunk)\r\n", count: 4) + "0\r\n\r\n"
            let chunked = try HTTPExchange(head + body, port: server.port)
            #expect(chunked.status == 413)
            count = try copies().count
            #expect(count == 2)
        }
        #expect(try copies().isEmpty)
    }
}
