import Foundation
import Rewind
import RewindSession
import RewindTree
import Subprocess
import TestSupport
import Testing

/// `rewind mcp`, as a client of the protocol uses it.
@Suite(.timeLimit(.minutes(10))) struct MCPTests {
    private static let calls: [(tool: String, arguments: String, command: String)] = [
        ("stats", "{}", "stats a.rewind"), ("stats", #"{"json":true}"#, "stats a.rewind --json"),
        ("log", #"{"from":60,"through":"63"}"#, "log a.rewind 60..63"),
        ("log", #"{"type":["*Error*","!*Reset*"]}"#, "log a.rewind --type *Error* --type !*Reset*"),
        ("log", #"{"pointer":"/navigation","limit":2,"json":true}"#, "log a.rewind /navigation -n 2 --json"),
        ("log", #"{"status":"trouble","by-cause":true,"reverse":false}"#, "log a.rewind --status trouble --by-cause"),
        ("show", #"{"at":-1,"depth":1}"#, "show a.rewind -1 --depth 1"),
        ("show", #"{"at":":error","pointer":"/articleDetail/error"}"#, "show a.rewind :error /articleDetail/error"),
        ("show", #"{"at":"63","action":true}"#, "show a.rewind 63 --action"),
        ("diff", #"{"to":12}"#, "diff a.rewind 12"),
        ("diff", #"{"from":"59","to":63,"full":true}"#, "diff a.rewind 59..63 --full"),
        ("blame", #"{"pointer":"/loading","at":60}"#, "blame a.rewind /loading 60"),
        ("history", #"{"pointer":"/loading","where":"seq > 5"}"#, "history a.rewind /loading --where seq_>_5"),
        (
            "search", #"{"text":"5\\d\\d$","regex":true,"from":1,"through":70}"#,
            "search a.rewind 5\\d\\d$ 1..70 --regex"
        ),
        ("search", #"{"text":"-n"}"#, "search a.rewind -- -n"),
        (
            "watch", #"{"where":"at('/home/pageNumber')","all":true}"#,
            "watch a.rewind --where at('/home/pageNumber') --all"
        ),
        ("replay", #"{"verify":true}"#, "replay a.rewind --verify"),
        ("replay", #"{"skip":[12,"15"],"each":true}"#, "replay a.rewind --skip 12 --skip 15 --each"),
        ("show", #"{"at":"nope"}"#, "show a.rewind nope"), ("show", #"{"pointer":"/hom"}"#, "show a.rewind /hom"),
        ("history", #"{"pointer":"/loading","from":70,"through":3}"#, "history a.rewind /loading 70..3"),
    ]

    @Test func `Each answer is that of the command`() async throws {
        try await DemoSession.copied { folder in
            try await MCPClient.run([], in: folder) { client in
                try await client.initialize()
                for call in Thoroughness.every(2, of: Self.calls) {
                    let words = call.command.split(separator: " ").map { String($0.replacing("_", with: " ")) }
                    let command = try await Tool.run(words, in: folder)
                    let answer = try await client.call(call.tool, try JSON.object(call.arguments))
                    let expected = [command.output, command.errors].map { $0.trimmingCharacters(in: .newlines) }
                        .filter { !$0.isEmpty }.joined(separator: "\n")
                    #expect(answer.text == expected, "\(call)")
                    #expect(answer.isError == ![.exited(0), .exited(1)].contains(command.status), "\(call)")
                }
            }
        }
    }

    @Test func `The parts of a long answer are the whole answer`() async throws {
        try await DemoSession.copied { folder in
            for arguments in Thoroughness.first(1, of: [["json": true], [:]] as [[String: Any]]) {
                let options = arguments.keys.map { "--\($0)" }
                let whole = try await Tool.run(["show", "a.rewind"] + options, in: folder).output
                try await MCPClient.run(["a.rewind"], in: folder) { client in
                    try await client.initialize()
                    var (text, offset): (String, Int?) = ("", 0)
                    while let start = offset, text.utf8.count < whole.utf8.count {
                        let part = try await client.call("show", arguments.merging(["offset": start]) { $1 }).text
                        #expect(part.utf8.count < 8_200)
                        let note = part.firstMatch(of: /\n?\(More follows\..*or continue with offset (\d+)\.\)$/)
                        offset = note.flatMap { Int($0.1) }
                        let end = note.map { part[..<$0.range.lowerBound] } ?? part[...]
                        // The line feed before the note is that of the answer, unless a line was split.
                        text += end + (offset == text.utf8.count + end.utf8.count + 1 ? "\n" : "")
                    }
                    #expect(text == whole.trimmingCharacters(in: .newlines))
                    #expect(offset == nil)
                    let beyond = try await client.call("show", ["offset": 99_999_999]).text
                    #expect(beyond.contains(/^\(The answer has only \d+ bytes/))
                }
            }
        }
    }

    @Test(arguments: ["2025-11-25", "2099-01-01"])
    func `A client that begins with initialize gets the version of the server`(version: String) async throws {
        try await Counting.session { folder in
            try await MCPClient.run(["a.rewind"], in: folder) { client in
                #expect(try await client.refusal(of: "tools/list")?.code == -32_600)
                let server = try await client.initialize(version)
                #expect(server["protocolVersion"] as? String == "2025-11-25")
                for method in ["tools/list", "prompts/list", "resources/list", "resources/templates/list", "ping"] {
                    _ = try await client.request(method)
                }
                let array = try await client.exchange(#"[{"jsonrpc":"2.0","id":"a","method":"ping"}]"#)
                #expect((try JSON.object(array)["error"] as? [String: Any])?["code"] as? Int == -32_600)
            }
        }
    }

    @Test func `A version without initialize is served for each request`() async throws {
        try await Counting.session { folder in
            try await MCPClient.run(["a.rewind"], in: folder) { client in
                func metadata(_ version: String) -> [String: Any] {
                    [
                        "io.modelcontextprotocol/protocolVersion": version,
                        "io.modelcontextprotocol/clientCapabilities": [String: Any](),
                    ]
                }
                client.metadata = metadata("2026-07-28")
                let server = try await client.request("server/discover")
                #expect((server["supportedVersions"] as? [String])?.first == "2026-07-28")
                #expect(try await client.request("tools/list")["resultType"] as? String == "complete")
                let count = try await client.request(
                    "tools/call",
                    ["name": "show", "arguments": ["at": 3, "pointer": "/n"]]
                )
                #expect(count["resultType"] as? String == "complete")
                #expect((count["content"] as? [[String: Any]])?.first?["text"] as? String == "3")
                client.metadata = metadata("1900-01-01")
                let refusal = try await client.refusal(of: "tools/list")
                #expect(refusal?.code == -32_022)
                #expect(refusal?.supported == ["2026-07-28"])
            }
        }
    }

    @Test func `Several sessions are named, and no other file can be read`() async throws {
        try await DemoSession.copied { folder in
            try folder.makeFolder("secret")
            try folder.makeFolder("more")
            try folder.write(try folder.read("a.rewind"), to: "secret/b.rewind")
            try folder.write(try folder.read("a.rewind"), to: "more/-c.rewind")
            let before = try folder.files()
            try await MCPClient.run(["a.rewind", "more"], in: folder) { client in
                try await client.initialize()
                let tools = try #require(try await client.request("tools/list")["tools"] as? [[String: Any]])
                let names = tools.compactMap { $0["name"] as? String }
                let all = "ls log show diff stats effects why blame history search watch compare replay screen"
                #expect(names.joined(separator: " ") == all)
                #expect(tools.allSatisfy { ($0["annotations"] as? [String: Bool])?["readOnlyHint"] == true })
                #expect(try await client.call("ls").text.split(separator: "\n").count == 2)
                let list = try await client.request("resources/list")
                let resources = try #require(list["resources"] as? [[String: Any]])
                #expect(resources.compactMap { $0["name"] as? String } == ["a.rewind", "-c.rewind"])
                for resource in resources {
                    let contents = try await client.request("resources/read", ["uri": try #require(resource["uri"])])
                    let text = (contents["contents"] as? [[String: Any]])?.first?["text"] as? String
                    #expect(try await client.call("stats", ["session": try #require(resource["name"])]).text == text)
                }
                let comparison = try await client.call("compare", ["session": "-c.rewind", "other": "a.rewind"])
                #expect(comparison.text == "Equal: 83 actions.")
                let missing = try await client.refusal(of: "resources/read", ["uri": "rewind:///secret/b.rewind"])
                #expect(missing?.code == -32_002)
                for session in ["secret/b.rewind", "../a.rewind", "/etc/passwd", "--output=x", ""] {
                    for answer in [
                        try await client.call("show", ["session": session]),
                        try await client.call("compare", ["session": "a.rewind", "other": session]),
                    ] {
                        #expect(answer.isError && answer.text.hasPrefix("Error: There is no session"), "\(answer)")
                    }
                }
                #expect(try await client.call("log").text.hasPrefix("Error: Name the session."))
                for (tool, arguments) in [
                    ("log", ["output": "x"]), ("show", ["at": "--output=x"]), ("search", ["text": "--output=x"]),
                    ("log", ["type": ["--output=x"]]), ("replay", ["skip": ["3", "--output=x"]]),
                    ("watch", ["where": "-- sh -c touch"]),
                    ("log", ["limit": "3"]),
                    ("log", ["type": "--output=x"]), ("watch", ["where": "load_extension('x')"]),
                    ("diff", ["pointer": ["/home"]]), ("blame", [:]),
                ] as [(String, [String: Any])] {
                    _ = try await client.call(tool, arguments.merging(["session": "a.rewind"]) { $1 })
                }
                for (tool, arguments) in [("log", ["output": "x"]), ("blame", [:]), ("log", ["limit": "3"])] {
                    let answer = try await client.call(tool, arguments.merging(["session": "a.rewind"]) { $1 })
                    #expect(answer.isError && answer.text.hasPrefix("Error: "), "\(answer)")
                }
                let unknown = try await client.refusal(of: "tools/call", ["name": "undo"])
                #expect(unknown?.code == -32_602)
            }
            #expect(try folder.files() == before)
        }
    }

    @Test func `A canceled call ends, and is not answered`() async throws {
        try await DemoSession.copied { folder in
            try await MCPClient.run([], in: folder) { client in
                try await client.initialize()
                let start = ContinuousClock.now
                let endless = "(WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT sum(x) FROM n)"
                let call: [String: Any] = ["name": "watch", "arguments": ["where": endless]]
                try await client.write(
                    MCPClient.text(["jsonrpc": "2.0", "id": "endless", "method": "tools/call", "params": call])
                )
                _ = try await client.request("ping")
                try await client.notify("notifications/cancelled", ["requestId": "endless"])
                // This is the next message of the server.
                #expect(try await client.call("stats").text.contains("actions by type"))
                #expect(start.duration(to: .now) < .seconds(8))
            }
        }
    }

    private struct Login: Codable {
        var user, password: String
    }

    @Test func `Masked values are masked in every answer`() async throws {
        let folder = TemporaryFolder()
        let recorder = try Recorder<Login>(recordingTo: folder.file("a.rewind"))
        let login = Login(user: "ada", password: "correct horse")
        recorder.record(login, resultingIn: login, took: .microseconds(1))
        recorder.close()
        try await MCPClient.run([], in: folder) { client in
            try await client.initialize()
            for (tool, arguments) in [
                ("show", [:]), ("show", ["action": true]), ("log", ["json": true]), ("blame", ["pointer": ""]),
            ] as [(String, [String: Any])] {
                let answer = try await client.call(tool, arguments)
                #expect(answer.text.contains("ada") && !answer.text.contains("horse"), "\(answer)")
            }
            #expect(try await client.call("search", ["text": "horse"]).text.hasPrefix("Note: "))
        }
    }

    @Test func `A session that is being recorded is read as it is then`() async throws {
        let folder = TemporaryFolder()
        let writer = try SessionWriter(creating: folder.file("a.rewind"), facts: [:], syncs: false)
        let log = try CrashLog(creatingFor: folder.file("a.rewind"), medium: .file)
        try writer.write { try $0.setInitialState(Counting.state(0)) }
        try await MCPClient.run([], in: folder, environment: ["LC_ALL": "C"]) { client in
            try await client.initialize()
            for seq in 1...3 {
                try writer.write { try $0.append(Counting.record(seq), state: Counting.state(seq)) }
                #expect(try await client.call("show", ["at": "end", "pointer": "/n"]).text.hasPrefix("\(seq)"))
                // The locale of the server is not UTF-8, but its answers are.
                #expect(try await client.call("diff", ["pointer": "/n"]).text.contains("\(seq - 1) → \(seq)"))
            }
        }
        try writer.close()
        log.remove()
    }

    @Test func `Without a session, there are none yet; a missing file is an error`() async throws {
        let folder = TemporaryFolder()
        try await MCPClient.run([], in: folder) { client in
            try await client.initialize()
            #expect(try await client.call("stats").text == "Error: There is no *.rewind yet.")
            #expect((try await client.request("resources/list")["resources"] as? [Any])?.isEmpty == true)
        }
        let answer = try await Tool.run("mcp", "none.rewind", in: folder)
        #expect(answer.status == .exited(2))
        #expect(answer.output == "" && answer.errors.hasPrefix("Error: No file "))
    }

    @Test func `Many sessions have pages`() async throws {
        let folder = TemporaryFolder()
        for number in 0..<120 { try folder.write(Data(), to: "session \(1_000 + number).rewind") }
        try await MCPClient.run(["."], in: folder) { client in
            try await client.initialize()
            var (names, cursor): ([String], String?) = ([], nil)
            repeat {
                let page = try await client.request("resources/list", cursor.map { ["cursor": $0] } ?? [:])
                names += (page["resources"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
                cursor = page["nextCursor"] as? String
            } while cursor != nil
            #expect(names == (0..<120).map { "session \(1_000 + $0).rewind" })
            for cursor in ["x", "0", "-1", "120", "999999999999999999999"] {
                #expect(try await client.refusal(of: "resources/list", ["cursor": cursor])?.code == -32_602)
            }
        }
    }
}
