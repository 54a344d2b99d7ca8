import Foundation
@testable import RewindListen
import RewindRemote
import RewindServer
import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing

@Suite(.serialized, .ownThreads) struct ListenServerTests {
    /// Returns the request in the response.
    @Sendable private static func echo(_ request: Request) async throws -> Response {
        let count = try await request.body.all(upTo: LinkHead.longestMessage).count
        let text = "\(request.method) \(request.path) \(request.query ?? "") \(count)"
        return Response(headers: [("X-Echo", request.bearer ?? "")], body: .bytes(Array(text.utf8)))
    }

    private func listening(_ body: (LinkAddress) async throws -> Void) async throws {
        let access = ListenAccess(token: .secret(), host: "127.0.0.1")
        let responder = ListenResponder(access: access, link: Self.echo) { _ in }
        try await Server(respond: responder.response).run { port in
            try await body(LinkAddress(host: "127.0.0.1", port: port, token: access.token))
        }
    }

    private func post(_ path: String, token: String, body: String, port: Int) throws -> HTTPExchange {
        try HTTPExchange(
            """
            POST \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(token)\r
            Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)
            """,
            port: port
        )
    }

    @Test("A request below /link/ reaches its handler only with the token")
    func link() async throws {
        try await listening { address in
            let exchange = try post("/link/a/b?c=d", token: address.token, body: "hello", port: address.port)
            #expect(exchange.status == 200)
            #expect(exchange.body == "POST /link/a/b c=d 5")
            #expect(exchange.headers["x-echo"] == address.token)
            #expect(try post("/link/a", token: "0", body: "", port: address.port).status == 403)
            #expect(try HTTPExchange.get("/link/a", port: address.port).status == 403)
            #expect(try HTTPExchange.get("/", port: address.port).status == 404)
        }
    }

    @Test("A body of more than 16 MB is refused")
    func longBody() async throws {
        try await listening { (address: LinkAddress) async throws -> Void in
            let whole = String(repeating: "a", count: 16 << 20)
            #expect(try post("/link/a", token: address.token, body: whole, port: address.port).status == 200)
            #expect(try post("/link/a", token: address.token, body: whole + "a", port: address.port).status == 413)
        }
    }

    @Test(
        "A report of an error is recorded, the browser's question is answered, and who may not is told to the terminal"
    )
    func report() async throws {
        let folder = TemporaryFolder()
        let (events, add) = AsyncStream.makeStream(of: ListenEvent.self)
        func body(_ count: Int) -> String {
            let actions = (1...count).map { #""\#($0)":{"type":"PERFORM_ACTION","action":{"type":"A","n":\#($0)}}"# }
            let states = (1...count).map { #"{"state":\#($0)\#($0 == 3 ? #","error":"oops""# : "")}"# }
            let lifted = """
                {"actionsById":{"0":{"type":"@@INIT"},\(actions.joined(separator: ","))},
                "stagedActionIds":\(Array(0...count)),"computedStates":[{"state":0},\(states.joined(separator: ","))]}
                """
            return (["type": "STATE", "id": "crash", "name": "To do", "payload": .string(lifted)] as Tree).text
        }
        @Sendable func send(
            _ method: String,
            _ body: String,
            origin: String,
            length: Int? = nil,
            _ port: Int
        ) throws -> HTTPExchange {
            try HTTPExchange(
                """
                \(method) / HTTP/1.1\r\nHost: localhost:\(port)\r\nOrigin: \(origin)\r\nContent-Type: application/json\r
                Content-Length: \(length ?? body.utf8.count)\r\nConnection: close\r\n\r\n\(body)
                """,
                port: port
            )
        }
        let listener = Listener(in: folder.url) { add.yield($0) }
        try await listener.run(host: "127.0.0.1", port: 0) { address in
            let page = "http://localhost:3000"
            let asked = try send("OPTIONS", "", origin: page, address.port)
            #expect(asked.status == 204 && asked.headers["access-control-allow-origin"] == page)
            let answer = try send("POST", body(3), origin: page, address.port)
            #expect(answer.status == 200 && answer.headers["access-control-allow-origin"] == page, "\(answer.body)")
            let bodies = (1...8).map { body($0) }
            let threads = Threads(8) { _ = try send("POST", bodies[$0], origin: page, address.port) }
            try await OwnThreads.run { try threads.wait() }
            for other in ["", "{}", "[]", #"{"type":"STATE","payload":"{}"}"#, #"{"type":"START"}"#] {
                #expect(try send("POST", other, origin: page, address.port).status == 400)
            }
            #expect(try send("POST", body(3), origin: page, length: 1 << 30, address.port).status == 413)
            for _ in 1...3 {
                #expect(try send("POST", body(3), origin: "https://a.example", address.port).status == 403)
            }
        }
        add.finish()
        let lines = await events.reduce(into: []) { $0.append("\($1)") }
        #expect(try folder.contents.filter { $0.hasSuffix(".rewind") } == ["To-do.rewind"])
        let timeline = try Timeline(opening: folder.file("To-do.rewind"))
        #expect(timeline.last == 8)
        #expect(try timeline.cursor() == 8)
        #expect(try timeline.action(3).error == "oops")
        #expect(
            lines.filter { $0.contains("refused") } == [
                "A client was refused: the body is not a report with the history of a store.",
                "A client was refused: a request has at most 16 MB.",
                "A client was refused: without the token, a page of another site may not connect.",
            ]
        )
    }

    @Test("Only a WebSocket client that is admitted is connected")
    func upgrade() async throws {
        let upgrade = [
            "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        ]
        func status(_ path: String, _ headers: [String: String], _ port: Int) throws -> Int {
            var lines = headers.merging(upgrade) { first, _ in first }
            lines["Host"] = headers["Host"] ?? "localhost:\(port)"
            let text = lines.map { "\($0.key): \($0.value)\r\n" }.joined()
            return try HTTPExchange(
                "GET \(path) HTTP/1.1\r\nConnection: Upgrade\r\n\(text)\r\n",
                port: port,
                patience: 1
            ).status
        }
        try await listening { (address: LinkAddress) async throws -> Void in
            let port = address.port
            #expect(try status("/socketcluster/", [:], port) == 101)
            #expect(try status("/socketcluster", ["Origin": "http://localhost:3000"], port) == 101)
            #expect(try status("/socketcluster/?transport=websocket", [:], port) == 101)
            #expect(try status("/socketcluster/", ["Origin": "https://a.example"], port) == 403)
            #expect(try status("/socketcluster/", ["Host": "a.example:\(port)"], port) == 403)
            #expect(try status("/socketcluster/?token=0", [:], port) == 403)
            let query = "?transport=websocket&token=\(address.token)"
            #expect(try status("/socketcluster/\(query)", ["Host": "a.example"], port) == 101)
            #expect(try status("/other", [:], port) == 404)
            #expect(try HTTPExchange.get("/socketcluster/", port: port).status == 426)
        }
    }

    @Test("Requests to a session reach its relay, one after the other, and their answers the clients")
    func relay() async throws {
        let folder = TemporaryFolder()
        let url = folder.session()
        try SampleSession(seed: 1, count: 9).write(to: url)
        let relay = try SteeringRelay(for: url) { request in
            guard case .jump(let seq) = request else { throw Refusal(.other, "no") }
            return SteeringAnswer(from: 1, position: seq, last: 9, tip: 9, isPlaying: false, isLocked: false)
        }
        let client = SteeringClient(of: url)
        #expect(client.isOpen)
        let answers = try await withThrowingTaskGroup(of: Int.self) { group in
            for seq in 0..<5 { group.addTask { try await client.send(.jump(to: seq), timeout: .seconds(20)).position } }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(answers == Set(0..<5))
        await #expect(throws: Refusal(.other, "no")) { try await client.send(.lock, timeout: .seconds(30)) }
        relay.close()
        #expect(!client.isOpen)
    }
}
