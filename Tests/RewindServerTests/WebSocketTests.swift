import Foundation
import RewindServer
import TestSupport
import Testing

@Suite(.ownThreads, .serialized, .timeLimit(.minutes(10))) struct WebSocketTests {
    private static let head = """
        GET /socket HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r
        Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
        """

    /// Listens with WebSockets that return their messages; "flood" is returned very often.
    private static func serving(memory: Int = 1 << 28, _ body: (Int) async throws -> Void) async throws {
        var limits = Server.Limits()
        limits.memory = memory
        let server = Server(limits: limits) { request in
            guard request.path == "/socket" else { return .sentence(200, request.path) }
            return Response(
                body: .webSocket { socket in
                    for await message in socket.messages {
                        let text = String(decoding: message, as: UTF8.self)
                        if text == "bye" { return }
                        for _ in 0..<(text == "flood" ? 10_000 : 1) {
                            socket.send(text == "flood" ? String(repeating: "a", count: 10_000) : text)
                        }
                        socket.handled(message)
                    }
                }
            )
        }
        try await server.run { try await body($0) }
    }

    /// Returns a frame, masked with zeros.
    private static func frame(_ text: String, opcode: UInt8 = 1, isFinal: Bool = true) -> [UInt8] {
        let bytes = Array(text.utf8)
        let length: [UInt8] =
            bytes.count < 126
            ? [UInt8(bytes.count)]
            : [127] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: bytes.count >> ($0 * 8)) }
        return [opcode | (isFinal ? 0x80 : 0), length[0] | 0x80] + length.dropFirst() + [0, 0, 0, 0] + bytes
    }

    /// Sends frames, and returns what follows the handshake.
    private static func answer(to frames: [[UInt8]], _ port: Int) throws -> String {
        let connection = try HTTPExchange.Connection(port: port, patience: 20)
        connection.send(Array(head.utf8) + frames.flatMap { $0 })
        let parts = connection.all().components(separatedBy: "\r\n\r\n")
        #expect(parts[0].hasPrefix("HTTP/1.1 101 Switching Protocols"))
        #expect(parts[0].contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
        return parts.dropFirst().joined()
    }

    @Test(arguments: [0, 0x10, 0x20, 0x40])
    func `A frame without a mask, or with a reserved bit, fails the connection`(bit: UInt8) async throws {
        try await Self.serving { (port: Int) async throws -> Void in
            var frame = Self.frame("one")
            frame[0] |= bit
            if bit == 0 { frame = [0x81, 3] + Array("one".utf8) }
            let connection = try HTTPExchange.Connection(port: port, patience: 20)
            connection.send(Array(Self.head.utf8) + frame + Self.frame("two"))
            let answer = connection.all()
            #expect(!answer.contains("one") && !answer.contains("two"))
            #expect(answer.hasSuffix("\u{3}\u{FFFD}"))
        }
    }

    @Test func `Messages arrive in order, also those sent before the handshake is answered`() async throws {
        try await Self.serving { (port: Int) async throws -> Void in
            let frames = [Self.frame("one"), Self.frame("pi", opcode: 9), Self.frame("tw", isFinal: false)]
            let answer = try Self.answer(to: frames + [Self.frame("o", opcode: 0), Self.frame("bye")], port)
            #expect(answer.contains("one") && answer.contains("two") && answer.contains("pi"))
            #expect(answer.hasSuffix("\u{3}\u{FFFD}"), "The code is 1000.")
        }
    }

    @Test func `A connection becomes a WebSocket also after other requests`() async throws {
        try await Self.serving { (port: Int) async throws -> Void in
            let connection = try HTTPExchange.Connection(port: port, patience: 20)
            connection.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(connection.rest().hasSuffix("/a\n"))
            connection.send(Array(Self.head.utf8) + Self.frame("hello") + Self.frame("bye"))
            #expect(connection.all().contains("hello"))
        }
    }

    @Test(arguments: [
        ("Upgrade: websocket", "Upgrade: h2c", 426), ("keep-alive, Upgrade", "close", 426), ("GET", "POST", 426),
        ("Version: 13", "Version: 8", 400), ("Sec-WebSocket-Key", "X-Key", 400), ("Upgrade\r\n", "Upgrade\t\r\n", 426),
        ("Host: a", "Host: a\r\nContent-Length: 3", 0), ("/socket", "/other", 200),
    ]) func `Other requests do not become one`(old: String, new: String, status: Int) async throws {
        try await Self.serving { (port: Int) async throws -> Void in
            let answer = try HTTPExchange(Self.head.replacingOccurrences(of: old, with: new), port: port, patience: 20)
            #expect(answer.status == status)
            #expect(try HTTPExchange.get("/", port: port).status == 200)
        }
    }

    @Test(
        arguments: [
            [[0x81, 0xFF, 0x7F, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]], [frame("a", opcode: 2)], [frame("a", opcode: 5)],
            [frame("a", opcode: 0)], [frame("a", isFinal: false), frame("b")], [frame("", opcode: 8)],
        ] as [[[UInt8]]]
    ) func `A malformed, oversized or closing frame ends the connection`(frames: [[UInt8]]) async throws {
        try await Self.serving { (port: Int) async throws -> Void in
            let start = ContinuousClock.now
            #expect(try Self.answer(to: frames, port).utf8.count < 200)
            #expect(ContinuousClock.now - start < .seconds(15))
            #expect(try HTTPExchange.get("/", port: port).status == 200)
        }
    }

    @Test func `A client that does not read is closed, and one whose message is too long is refused`() async throws {
        try await Self.serving(memory: 1 << 22) { (port: Int) async throws -> Void in
            let connection = try HTTPExchange.Connection(port: port, patience: 20)
            connection.send(Array(Self.head.utf8) + Self.frame("flood"))
            try await Task.sleep(for: .seconds(1))
            #expect(connection.all().utf8.count < 100_000_000)
            let other = try HTTPExchange.Connection(port: port, patience: 20)
            other.send(Array(Self.head.utf8) + Self.frame(String(repeating: "a", count: 9 << 20)))
            #expect(other.all().utf8.count < 1_000)
            #expect(try Self.answer(to: [Self.frame("small"), Self.frame("bye")], port).contains("small"))
        }
    }

    @Test func `The server stops when the clients are connected`() async throws {
        var connections: [HTTPExchange.Connection] = []
        try await Self.serving { (port: Int) async throws -> Void in
            for _ in 0..<20 {
                let connection = try HTTPExchange.Connection(port: port, patience: 20)
                connection.send(Self.head)
                connections.append(connection)
            }
        }
        for connection in connections { _ = connection.all() }
    }
}
