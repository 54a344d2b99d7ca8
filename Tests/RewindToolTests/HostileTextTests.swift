import Foundation
import RewindSession
import RewindTree
import Subprocess
import TestSupport
import Testing

/// Texts of a session cannot control the terminal or break a line.
@Suite(.timeLimit(.minutes(10))) struct HostileTextTests {
    /// Breaks the line, sets the color to red, erases the display with both introducers, and sets the window title.
    private static let text = "a\n\u{1B}[31m\u{1B}[2J\u{9B}2J\u{1B}]0;b\u{7}\u{7F}"

    private static func record(to url: URL) throws {
        let facts = [
            "app": text, "app_version": text, "os": text, "durability": text, "state_type": text, "redaction": text,
        ]
        let writer = try SessionWriter(creating: url, facts: facts, syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState([text: [1], "b": .string(text)])
            for seq in 1...3 {
                let state: Tree = [text: [1, .integer(Int64(seq))], "b": .string(text)]
                let patch = Patch([seq == 1 ? .add([text, "1"], 1) : .replace([text, "1"], .integer(Int64(seq)))])
                var record = ActionRecord(seq: seq, parent: seq - 1, at: 0, type: text, patch: patch)
                (record.payload, record.origin) = ([text: .string(text)], text)
                (record.status, record.error) = (.failed, text)
                record.cause = .effect(2)
                try transaction.append(record, state: state)
            }
        }
        try writer.write { transaction in
            var effect = EffectRecord(id: 1, seq: 0, at: 0, kind: .flow, name: text, input: [text: .string(text)])
            effect.origin = text
            try transaction.append(effect)
            effect = EffectRecord(id: 2, seq: 0, at: 0, name: text, cause: .effect(1), origin: text)
            try transaction.append(effect)
            let error: Tree = [text: .string(text)]
            try transaction.append(
                OutcomeRecord(id: 1, effect: 2, seq: 3, at: 0, duration: 1, status: .failed, type: text, value: error)
            )
        }
        try writer.close()
        // The tool does not set such a bookmark, but a file may contain one.
        _ = try ClosedSession.change(url) { db in
            try db.execute("INSERT INTO bookmark (name, seq, note, at) VALUES (?, 1, ?, 0)", [text, text])
        }
    }

    private static let commands: [(arguments: [String], lines: Int?)] = [
        (["why", "a.rewind", "2"], 3), (["why", "a.rewind", "/\(text)/1"], 5), (["effects", "a.rewind"], 2),
        (["effects", "a.rewind", "--json"], 2), (["show", "a.rewind", "effect:2"], 9), (["show", "a.rewind", "e1"], 9),
        (["log", "a.rewind", "--by-cause"], 5), (["show", "a.rewind", "2", "--action"], 13),
        (["log", "a.rewind"], 3), (["log", "a.rewind", "--graph"], 3), (["log", "a.rewind", "--json"], 3),
        (["show", "a.rewind", "2"], 7), (["show", "a.rewind", "--json"], 1), (["diff", "a.rewind"], 1),
        (["diff", "a.rewind", "--format", "patch"], 7), (["diff", "a.rewind", "--stat"], 1),
        (["diff", "a.rewind", "0", "1"], 1), (["blame", "a.rewind", "/\(text)/1"], 4),
        (["blame", "a.rewind", ""], 7), (["history", "a.rewind", "/\(text)/1"], 3), (["search", "a.rewind", "a"], 7),
        (["search", "a.rewind", "a", "--places"], 20),
        (["watch", "a.rewind", "--where", "seq > 0"], 3),
        (["watch", "a.rewind", "--where", "at('/\(text)/1') = 2"], 4),
        (["bisect", "a.rewind", "--", "sh", "-c", "test $REWIND_SEQ -lt 3"], 4),
        (["compare", "a.rewind", "a.rewind"], 1),
        (["bookmark", "a.rewind"], 1), (["log", "a.rewind", "--follow"], 3), (["stats", "a.rewind"], nil),
        (["verify", "a.rewind"], 1), (["replay", "a.rewind"], 3), (["goto", "a.rewind", ":\(text)"], nil),
        (["sql", "a.rewind", "SELECT payload, error, origin FROM action"], 3),
        (["show", "a.rewind", "2", "/\(text)/7"], 0), (["show", "a.rewind", ":\(text)~4"], 0),
        (["diff", "a.rewind", "2", "/\(text)/7"], 0), (["search", "a.rewind", text + "!"], 0),
        (["sql", "a.rewind", "SELECT \"\(text)"], 0), (["replay", "a.rewind", "--insert", text], 0), ([text], 0),
    ]

    @Test(arguments: commands) func `Control characters are printed as escapes`(
        arguments: [String],
        lines: Int?
    ) async throws {
        let folder = TemporaryFolder()
        try Self.record(to: folder.file("a.rewind"))
        for color in arguments[0] == "log" ? ["never", "always"] : ["always"] {
            let answer = try await Tool.run(arguments + ["--color", color], in: folder)
            let plain = answer.output.replacing(/\x1B\[(0|1|2|7|3[1-6])m/, with: "")
            #expect(color == "always" || plain == answer.output)
            for text in [plain, answer.errors] {
                let controls = text.unicodeScalars.filter { $0.properties.generalCategory == .control }
                #expect(controls.allSatisfy { $0 == "\n" || $0 == "\t" }, "\(text)")
            }
            guard let lines else { continue }
            #expect(answer.output.split(separator: "\n").count == lines, "\(answer)")
            #expect(
                lines > 0 || (2...3).contains(answer.errors.split(separator: "\n").count) || arguments.count == 1
            )
        }
    }

    @Test func `Control characters are escapes in the answers to an assistant, and its own come back`() async throws {
        let folder = TemporaryFolder()
        try Self.record(to: folder.file("a.rewind"))
        try await MCPClient.run([], in: folder) { client in
            try await client.initialize()
            for (tool, arguments) in [
                ("log", [:]), ("log", ["json": true]), ("show", ["action": true]), ("search", ["text": "a"]),
                ("blame", ["pointer": "/\(Self.text)/1"]), ("search", ["text": Self.text + "!"]), ("stats", [:]),
                ("log", [Self.text: 1]), ("show", ["ref": Self.text]),
            ] as [(String, [String: Any])] {
                let text = try await client.call(tool, arguments).text
                let controls = text.unicodeScalars.filter { $0.properties.generalCategory == .control }
                let isOwn = arguments[Self.text] != nil
                #expect(isOwn || controls.allSatisfy { $0 == "\n" }, "\(tool) \(text)")
                #expect(!isOwn || text.contains(Self.text))
            }
            let refusal = try await client.refusal(of: Self.text)
            #expect(refusal?.code == -32_601 && refusal?.message.contains(Self.text) == true)
        }
    }
}
