import Foundation
import Subprocess
import TestSupport
import Testing

/// Every command that creates a file treats an existing one in the same way.
@Suite(.timeLimit(.minutes(10))) struct NewFileTests {
    static let commands: [(command: String, output: String)] = [
        ("cut a.rewind 1..9", "b.rewind"), ("replay a.rewind --skip 3", "b.rewind"),
        ("verify a.rewind --repair", "b.rewind"), ("demo", "b.rewind"),
        ("scrub a.rewind --matching http_500", "b.rewind"),
        ("export devtools a.rewind 1..4", "b.json"), ("export html a.rewind 1..4", "b.html"),
        ("export test a.rewind 1..4", "b.swift"), ("export story a.rewind 3 4", "b.html"),
        ("import \(ImportTests.file.path)", "b.rewind"),
    ]

    static func words(_ command: String, _ more: [String]) -> [String] {
        command.split(separator: " ").map(String.init) + more
    }

    @Test(arguments: commands)
    func `An existing file is replaced only by force`(command: String, output: String) async throws {
        try await DemoSession.copied { folder in
            try folder.write(Data("mine".utf8), to: output)
            // Side files of an old unclosed session must not be used for the new one.
            try folder.write(Data("old".utf8), to: output + "-wal")
            let before = try folder.files()
            let refused = try await Tool.run(Self.words(command, ["-o", output]), in: folder)
            #expect(refused.status == .exited(2))
            #expect(refused.output == "")
            #expect(
                refused.errors.hasSuffix(
                    "Error: \(output) already exists.\nHint: Use another name, or --force to overwrite it.\n"
                )
            )
            #expect(try folder.files() == before)
            let forced = try await Tool.run(Self.words(command, ["-o", output, "--force"]), in: folder)
            #expect(forced.status == .exited(0), "\(forced.errors)")
            #expect(try folder.read(output) != Data("mine".utf8))
            if output.hasSuffix(".rewind") {
                #expect(try folder.files().keys.sorted() == ["a.rewind", output])
                #expect(try await Tool.run("verify", output, in: folder).status == .exited(0))
            }
            #expect(try folder.read("a.rewind") == before["a.rewind"])
        }
    }

    @Test(arguments: commands)
    func `A folder is never replaced, and the error names it`(command: String, output: String) async throws {
        try await DemoSession.copied { folder in
            try folder.makeFolder("b")
            for more in [["-o", "b"], ["-o", "b", "--force"]] {
                let answer = try await Tool.run(Self.words(command, more), in: folder)
                #expect(answer.status == .exited(2))
                #expect(answer.errors.hasPrefix("Error: b is a folder.\n"), "\(answer.errors)")
                #expect(try folder.files().keys.sorted() == ["a.rewind", "b"])
            }
        }
    }

    @Test func `Options with the same meaning have the same names in all commands`() async throws {
        let folder = TemporaryFolder()
        let dump = try await Tool.run("--experimental-dump-help", in: folder)
        let root = try #require(try JSON.object(dump.output)["command"] as? [String: Any])
        var writers: [String] = []
        let commands = try #require(root["subcommands"] as? [[String: Any]])
        let exports = commands.first { $0["commandName"] as? String == "export" }?["subcommands"] as? [[String: Any]]
        for command in commands + (exports ?? []) {
            let name = command["commandName"] as? String ?? ""
            let arguments = command["arguments"] as? [[String: Any]] ?? []
            let options = arguments.map { argument in
                (argument["names"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
            }
            func short(_ long: String) -> String? { options.first { $0.contains(long) }?.first { $0 != long } }
            for (long, letter) in [("output", "o"), ("limit", "n")]
            where options.contains(where: { $0.contains(long) }) {
                #expect(short(long) == letter, "\(name) --\(long)")
            }
            if options.contains(where: { $0.contains("output") }) {
                writers.append(name)
                #expect(options.contains { $0.contains("force") }, "\(name)")
            }
        }
        let names = Self.commands.map { $0.command.replacing("export ", with: "").prefix { $0 != " " } }
        #expect(Set(writers) == Set(names.map(String.init)))
        for name in ["prune", "scrub"] {
            let help = try await Tool.run("help", name, in: folder)
            #expect(help.output.contains("--dry-run"), "\(name)")
        }
    }

    @Test func `A dash is standard output for a page, and refused for a session`() async throws {
        try await Counting.session { folder in
            let before = try folder.contents
            for kind in ["html", "story"] {
                let answer = try await Tool.run("export", kind, "a.rewind", "3", "-o", "-", in: folder)
                #expect(answer.status == .exited(0), "\(answer.errors)")
                #expect(answer.output.hasPrefix("<!doctype html>") && answer.output.contains("</html>"))
            }
            for arguments in [["cut", "a.rewind", "3..4"], ["scrub", "a.rewind", "/n"]] {
                let answer = try await Tool.run(arguments + ["-o", "-"], in: folder)
                #expect(answer.status == .exited(2))
                #expect(answer.errors.hasPrefix("Error: A session cannot be written to standard output.\n"))
            }
            #expect(try folder.contents == before)
        }
    }

    @Test func `A test is named after its file`() async throws {
        try await DemoSession.copied { folder in
            for (file, suite) in [
                ("stock.swift", "StockTests"), ("StockTests.swift", "StockTests"), ("a-b.swift", "ABTests"),
                ("3.swift", "Session3Tests"),
            ] {
                _ = try await Tool.run("export", "test", "a.rewind", "1..4", "-o", file, in: folder)
                let source = String(decoding: try folder.read(file), as: UTF8.self)
                #expect(source.contains("@Suite struct \(suite) {"), "\(file)")
            }
            let printed = try await Tool.run("export", "test", "a.rewind", "1..4", in: folder)
            #expect(printed.output.contains("@Suite struct ATests {"))
        }
    }
}
