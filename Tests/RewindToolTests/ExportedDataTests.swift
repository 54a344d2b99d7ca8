import Foundation
import Subprocess
import TestSupport
import Testing

/// `export --format state` and `json`, and the data file of an exported test.
@Suite(.timeLimit(.minutes(10))) struct ExportedDataTests {
    @Test(arguments: ["0", "12", "40", "cursor"])
    func `A state is exported as it is shown`(reference: String) async throws {
        try await Counting.session { folder in
            for pointer in [[], ["/names"], ["/title"]] {
                let show = try await Tool.run(["show", "a.rewind", reference] + pointer, in: folder)
                let arguments = ["export", "a.rewind", "--format", "state"] + pointer + [reference]
                let state = try await Tool.run(arguments, in: folder)
                #expect(state.status == .exited(0) && state.output == show.output)
                let file = try await Tool.run(arguments + ["-o", "s.json", "--force"], in: folder)
                #expect(file.output.hasPrefix("s.json: the state at "))
                #expect(String(decoding: try folder.read("s.json"), as: UTF8.self) == show.output)
                let again = try await Tool.run(arguments + ["-o", "s.json"], in: folder)
                #expect(again.errors.hasPrefix("Error: s.json already exists.\n"))
            }
            let missing = try await Tool.run("export", "a.rewind", "--format", "state", "/nope", in: folder)
            #expect(missing.status == .exited(2))
        }
    }

    @Test(arguments: [[], ["7..20"], ["35.."]])
    func `A part has the actions of the log after its first state`(range: [String]) async throws {
        try await Counting.session { folder in
            let arguments = ["export", "a.rewind", "--format", "json"] + range
            let answer = try await Tool.run(arguments, in: folder)
            let document = try JSON.object(answer.output)
            let from = range == ["7..20"] ? 7 : range.isEmpty ? 1 : 35
            let to = range.isEmpty || range == ["35.."] ? 40 : 20
            #expect(document["from"] as? Int == from && document["to"] as? Int == to)
            #expect((document["state"] as? [String: Any])?["n"] as? Int == from - 1)
            let actions = try #require(document["actions"] as? [[String: Any]])
            #expect(actions.map { $0["seq"] as? Int } == Array(from...to))
            let log = try JSON.lines(try await Tool.run("log", "a.rewind", "--json", in: folder).output)
            for action in actions {
                let row = try #require(log.first { $0["seq"] as? Int == action["seq"] as? Int })
                for key in ["parent", "at", "type", "payload", "status"] {
                    #expect((action[key] as? NSObject) == row[key] as? NSObject, "\(key)")
                }
                #expect((action["time"] as? String)?.contains(#/^2025-10-09T08:53:2\d\.\d{3}Z$/#) == true)
            }
            let file = try await Tool.run(arguments + ["-o", "a.json", "--json"], in: folder)
            #expect(String(decoding: try folder.read("a.json"), as: UTF8.self) == answer.output)
            #expect(try JSON.object(file.output)["bytes"] as? Int == answer.output.utf8.count)
        }
    }

    @Test func `A test keeps long values in a file beside it, or inline on standard output`() async throws {
        try await DemoSession.copied { folder in
            let arguments = ["export", "a.rewind", "--format", "test", "19..22"]
            let whole = try await Tool.run(arguments, in: folder)
            #expect(whole.output.utf8.count > 100_000)
            let answer = try await Tool.run(arguments + ["-o", "FooTests.swift"], in: folder)
            #expect(answer.output == "FooTests.swift: a test of 4 actions, with FooTests.json\n")
            let source = String(decoding: try folder.read("FooTests.swift"), as: UTF8.self)
            #expect(source.utf8.count < 10_000 && source.contains("        in: \"FooTests.json\""))
            let data = try JSON.object(String(decoding: try folder.read("FooTests.json"), as: UTF8.self))
            #expect(data["start"] is [String: Any])

            // If either file exists, neither is written.
            try FileManager.default.removeItem(at: folder.file("FooTests.swift"))
            let other = try await Tool.run(arguments + ["-o", "FooTests.swift"], in: folder)
            #expect(other.errors.hasPrefix("Error: FooTests.json already exists.\n"))
            #expect(!folder.exists("FooTests.swift"))
            try FileManager.default.removeItem(at: folder.file("FooTests.json"))
            try folder.write(Data(), to: "FooTests.swift")
            _ = try await Tool.run(arguments + ["-o", "FooTests.swift"], in: folder)
            #expect(!folder.exists("FooTests.json"))
            #expect(
                try await Tool.run(arguments + ["-o", "FooTests.swift", "--force"], in: folder).status == .exited(0)
            )
        }
    }
}
