import Foundation
import RewindTree
import TestSupport
import Testing

@testable import RewindCommands

/// The server's side of the protocol, with commands that only print.
@Suite struct MCPConnectionTests {
    /// The lines that a server writes. Safe to share because a lock guards them.
    private final class Output: @unchecked Sendable {
        private let lock = NSLock()
        private var all: [String] = []

        var lines: [String] { lock.withLock { all } }

        func add(_ line: String) { lock.withLock { all.append(line) } }
    }

    private let folder = TemporaryFolder()

    init() throws {
        try folder.write(Data(), to: "a.rewind")
    }

    /// Returns the responses to the input.
    private func responses(
        to input: some Sequence<UInt8>,
        run: @escaping @Sendable ([String], (UnsafeRawBufferPointer) throws -> Bool) throws -> ToolProcess.End = {
            arguments,
            take in
            var text = arguments.joined(separator: " ")
            _ = try text.withUTF8 { try take(UnsafeRawBufferPointer($0)) }
            return ToolProcess.End(status: 0, errors: "")
        }
    ) throws -> [[String: Any]] {
        try Data(input).write(to: folder.file("input"))
        let file = try FileHandle(forReadingFrom: folder.file("input"))
        let output = Output()
        let server = MCPServer(
            MCPSessions(places: [folder.file("a.rewind").path]),
            RewindCommand.answering,
            canRerun: true,
            hasScreens: true
        )
        MCPConnection(server, run: run) { output.add($0) }.answer(MCPLines(of: file.fileDescriptor))
        return try output.lines.map { line in
            #expect(!line.contains("\n"))
            return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    private func codes(_ responses: [[String: Any]]) -> [Int?] {
        responses.map { ($0["error"] as? [String: Any])?["code"] as? Int }
    }

    private static func request(_ id: Tree, _ method: String, _ params: Tree? = nil) -> Tree {
        var members: [(String, Tree)] = [("jsonrpc", "2.0"), ("id", id), ("method", .string(method))]
        if let params { members.append(("params", params)) }
        return Tree(members: members)
    }

    private static func initialize(_ id: Tree, _ version: String) -> Tree {
        request(id, "initialize", ["protocolVersion": .string(version)])
    }

    private static func lines(_ messages: [Tree]) -> [UInt8] {
        messages.flatMap { Array($0.text.utf8) + [UInt8(ascii: "\n")] }
    }

    @Test func `JSON is structured content, too, if it is whole`() throws {
        func structured(_ output: String, _ arguments: String) throws -> [String: Any]? {
            let params = #"{"name":"stats","arguments":\#(arguments)}"#
            let call = #"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":\#(params)}"#
            let start = #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#
            let responses = try responses(to: "\(start)\n\(call)\n".utf8) { _, take in
                var text = output
                _ = try text.withUTF8 { try take(UnsafeRawBufferPointer($0)) }
                return ToolProcess.End(status: 0, errors: "Note: a note.\n")
            }
            return (responses.last?["result"] as? [String: Any])?["structuredContent"] as? [String: Any]
        }
        #expect(try structured(#"{"actions":3}"#, #"{"json":true}"#)?["actions"] as? Int == 3)
        #expect((try structured("{\"seq\":1}\n{\"seq\":2}\n", #"{"json":true}"#)?["items"] as? [Any])?.count == 2)
        #expect(try structured(#"{"actions":3}"#, "{}") == nil)
        #expect(try structured("not JSON", #"{"json":true}"#) == nil)
        let long = "{\"a\":\"\(String(repeating: "x", count: MCPAnswer.limit))\"}"
        #expect(try structured(long, #"{"json":true}"#) == nil)
    }

    @Test func `Hundreds of requests wait for each other`() throws {
        let start = #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#
        let calls = (1...300).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"tools/list"}"# }
        let responses = try responses(to: ([start] + calls).joined(separator: "\n").utf8)
        #expect(responses.count == 301 && responses.allSatisfy { $0["error"] == nil })
    }

    @Test func `Lines without a request are errors, however long or deep they are`() throws {
        let deep = String(repeating: #"{"a":"#, count: 400_000)
        let start = Self.lines([Self.initialize(0, "2025-11-25")])
        let input =
            start + Array("\(deep)\n\u{0}\n[]\n[1]\n5\nnull\n{}\n\n \r\n".utf8) + [0xFF, 0xC0, 0x0A]
            + [UInt8](repeating: UInt8(ascii: "x"), count: 3 << 20) + Array("\n".utf8)
            + Self.lines([Self.request(1.5, "ping"), Self.request(.null, "ping"), Self.request("last", "ping", [1])])
            + Array(#"{"jsonrpc":"2.0","id":3,"meth"#.utf8)
        let found = codes(try responses(to: input))
        let ends: [Int?] = [-32_600, -32_600, -32_602, -32_700]
        #expect(
            found.compactMap(\.self).sorted()
                == ([-32_700, -32_700, -32_600, -32_600, -32_600, -32_600, -32_600, -32_700, -32_700] + ends)
                .compactMap(\.self).sorted()
        )
        #expect(found.count(where: { $0 == nil }) == 1)
    }

    @Test func `Unknown methods and parameters have the codes of the protocol`() throws {
        let requests: [(Tree, Int?)] = [
            (Self.request(1, "tools/list"), -32_600), (Self.request(2, "initialize"), -32_602),
            (Self.initialize(3, "2025-11-25"), nil), (Self.request(4, "tools/list", ["cursor": "x"]), -32_602),
            (Self.request(5, "nope"), -32_601), (Self.request(6, "tools/call"), -32_602),
            (Self.request(7, "tools/call", ["name": "undo"]), -32_602), (Self.request(8, "prompts/get"), -32_602),
            (Self.request(9, "prompts/get", ["name": "find-who-broke"]), -32_602),
            (Self.request(10, "prompts/get", ["name": "find-who-broke", "arguments": ["pointer": "/a"]]), nil),
            (Self.request(11, "resources/read", ["uri": "file:///etc/passwd"]), -32_002),
            (Self.request(12, "server/discover"), -32_601), (Self.request(13, "completion/complete"), -32_601),
            (
                Self.request(14, "tools/list", ["_meta": ["io.modelcontextprotocol/protocolVersion": "2026-07-28"]]),
                -32_602
            ),
        ]
        let found = try responses(to: Self.lines(requests.map(\.0)))
        #expect(codes(found) == requests.map(\.1))
        #expect(found.compactMap { $0["id"] as? Int } == Array(1...requests.count))
    }

    @Test(arguments: [
        (0, nil, "out", false), (1, CommandError(message: "None.", hint: nil, status: 1), "out\nx\nNote: None.", false),
        (2, CommandError(message: "No.", hint: "Do."), "out\nx\nError: No.\nHint: Do.", true),
        (nil, nil, "out\nError: The command stats was ended by a signal.", true),
    ])
    func `An answer has the output and the messages of the command`(
        status: Int32?,
        failure: CommandError?,
        text: String,
        isError: Bool
    ) throws {
        let messages = [Self.initialize(0, "2025-11-25"), Self.request(1, "tools/call", ["name": "stats"])]
        let found = try responses(to: Self.lines(messages)) { _, take in
            for part in ["o", "", "ut\n"] {
                var part = part
                _ = try part.withUTF8 { try take(UnsafeRawBufferPointer($0)) }
            }
            return ToolProcess.End(status: status, failure: failure, errors: failure == nil ? "" : "x\n")
        }
        let result = try #require(found.last?["result"] as? [String: Any])
        #expect((result["content"] as? [[String: Any]])?.first?["text"] as? String == text)
        #expect(result["isError"] as? Bool == isError)
    }

    @Test func `A running call is canceled, and is not answered; meanwhile, ping is`() throws {
        let call = ["name": "stats"] as Tree
        let cancel: Tree = ["jsonrpc": "2.0", "method": "notifications/cancelled", "params": ["requestId": 1]]
        let messages =
            [Self.initialize("start", "2025-11-25"), Self.request(1, "tools/call", call)]
            + (0..<1_030).map { Self.request(.string("list \($0)"), "tools/list") }
            + [Self.request(1, "tools/list"), Self.request("ping", "ping"), cancel]
        let found = try responses(to: Self.lines(messages)) { _, take in
            // Until it is canceled.
            let isCanceled = try eventually { try !take(UnsafeRawBufferPointer(start: nil, count: 0)) }
            #expect(isCanceled)
            return ToolProcess.End(status: 0, errors: "")
        }
        let ids = found.compactMap { $0["id"] as? String }
        #expect(Set(ids) == Set((0..<1_030).map { "list \($0)" } + ["start", "ping"]))
        #expect(ids.count == 1_032)
        // The other request with the same id.
        #expect(found.filter { $0["id"] as? Int == 1 }.count == 1)
        let isBusy = codes(found).count { $0 == -32_000 }
        #expect((6...8).contains(isBusy))
        let ping = try #require(ids.firstIndex(of: "ping"))
        #expect(ids[(ping + 1)...].contains("list 0"))
    }

    @Test func `Any sequence of messages is answered, each request once`() throws {
        for seed in 0..<UInt64(1_000) { try check(RandomConversation(seed: seed)) }
    }

    private func check(_ conversation: RandomConversation) throws {
        let found = try responses(to: conversation.bytes) { arguments, take in
            var text = String(repeating: "é", count: arguments.count * 1_000)
            _ = try text.withUTF8 { try take(UnsafeRawBufferPointer($0)) }
            return ToolProcess.End(status: arguments.count % 3 == 0 ? nil : 0, errors: "Note: x\n")
        }
        for response in found {
            #expect(response["jsonrpc"] as? String == "2.0")
            #expect((response["result"] == nil) != (response["error"] == nil))
        }
        guard !conversation.isWild else { return }
        var counts: [String: Int] = [:]
        for response in found { counts["\(response["id"] ?? "none")", default: 0] += 1 }
        for id in Set(counts.keys).union(conversation.expected.keys) {
            let (count, expected) = (counts[id] ?? 0, conversation.expected[id] ?? 0)
            let isFine = conversation.canceled.contains(id) ? count <= expected : count == expected
            #expect(isFine, "seed \(conversation.seed), id \(id): \(count) instead of \(expected)")
        }
    }
}

/// Messages that a client should and should not send.
private struct RandomConversation {
    let seed: UInt64
    /// True if bytes were changed, so that nothing is known of the answers.
    let isWild: Bool
    private(set) var bytes: [UInt8] = []
    /// The number of responses by id; `<null>` for messages without one.
    private(set) var expected: [String: Int] = [:]
    private(set) var canceled: Set<String> = []
    private var random: SplitMix64

    private static let none = "<null>"

    init(seed: UInt64) {
        (self.seed, random, isWild) = (seed, SplitMix64(seed: seed), seed % 4 == 0)
        for _ in 0..<(1 + random.below(16)) { add() }
        guard isWild else { return }
        for _ in 0..<(1 + random.below(8)) where !bytes.isEmpty {
            bytes[random.below(bytes.count)] = UInt8(random.below(256))
        }
    }

    private mutating func add() {
        switch random.below(12) {
        case 0: initialize()
        case 1: cancel()
        case 2: add(line: "{\"jsonrpc\":\"2.0\",\"id\":4,\"result\":{}}")
        case 3:
            let lines = ["5", "{", "\u{7F}", "[", "{}", "\"x\"", "nul", "{\"jsonrpc\":\"1.0\"}"]
            add(line: random.pick(lines), Self.none)
        case 4: add(line: Tree(elements: (0..<random.below(4)).map { _ in request() }).text, Self.none)
        case 5:
            let text = Array(request().text.utf8)
            bytes += text.prefix(1 + random.below(text.count - 1)) + [0x0A]
            expected[Self.none, default: 0] += 1
        default:
            let message = request()
            add(line: message.text, Self.name(of: message))
        }
    }

    private mutating func add(line: String, _ ids: String...) {
        bytes += Array(line.utf8) + [0x0A]
        for id in ids { expected[id, default: 0] += 1 }
    }

    private static func name(of message: Tree) -> String {
        message.child("id").map { $0.string ?? $0.text } ?? none
    }

    private mutating func initialize() {
        let version = random.pick(["2025-11-25", "x"])
        let message: Tree = [
            "jsonrpc": "2.0", "id": .string("i\(bytes.count)"), "method": "initialize",
            "params": ["protocolVersion": .string(version)],
        ]
        add(line: message.text, Self.name(of: message))
    }

    private mutating func cancel() {
        let id = id()
        canceled.insert(id.string ?? id.text)
        let message: Tree = ["jsonrpc": "2.0", "method": "notifications/cancelled", "params": ["requestId": id]]
        add(line: message.text)
    }

    /// Returns an id, also of an earlier request.
    private mutating func id() -> Tree {
        random.below(2) == 0 ? .integer(Int64(random.below(9))) : .string("s\(random.below(9))")
    }

    private mutating func request() -> Tree {
        let tool = random.pick(["stats", "log", "show", "blame", "replay", "undo", ""])
        let value: Tree = random.pick(["/a", 7, true, .null, [1, "x"], ["a": 1], "-x", 1.5])
        let name = random.pick(["pointer", "at", "session", "json", "offset", "type", "from", "skip", "other"])
        let params: Tree = [
            "name": .string(tool), "arguments": random.below(9) == 0 ? value : [name: value], "uri": value,
        ]
        let method = random.pick([
            "ping", "tools/list", "tools/call", "tools/call", "tools/call", "prompts/get", "resources/read", "nope",
        ])
        return ["jsonrpc": "2.0", "id": id(), "method": .string(method), "params": params]
    }
}
