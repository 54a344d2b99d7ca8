import Foundation
import Subprocess
import TestSupport
import Testing

/// The output in the README and on the pages "Commands" and "Finding a bug" is what the tool prints. With
/// `REWIND_RECORD_FIXTURES`, the output that differs is replaced.
@Suite(.timeLimit(.minutes(10))) struct ReadmeTests {
    /// A command in a document, with the output below it.
    private struct Step: Sendable {
        let command: String
        let output: String

        var needsSQLite: Bool { command.hasPrefix("sqlite3 ") }
        var script: String { command.replacing(#/^rewind /#, with: "\"$REWIND\" ") }
    }

    private static let hasSQLite = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .contains { FileManager.default.isExecutableFile(atPath: "\($0)/sqlite3") }

    private static let commands = "Sources/RewindCommands/RewindCommands.docc/Commands.md"

    @Test(arguments: ["README.md", commands]) func `Each command prints the output`(document: String) async throws {
        try await check(document) { !$0.needsSQLite }
    }

    @Test func `Each command prints the output in "Finding a bug"`() async throws {
        let page = "Sources/Rewind/Rewind.docc/FindingABug.md"
        let steps = try Self.steps(of: page)
        try #require(steps.count > 20)
        let folder = TemporaryFolder()
        for name in ["wrong-article.rewind", "failed-request.rewind"] {
            let fixture = Self.repository.appendingPathComponent("Fixtures/sessions/\(name)")
            try folder.write(try Data(contentsOf: fixture), to: name)
        }
        let start = ["demo", "--starting", "2026-11-20T08:15:00Z", "--output"]
        _ = try await Tool.run(start + ["visit.rewind"], in: folder)
        _ = try await Tool.run(start + ["crashed.rewind", "--crash"], in: folder)
        for step in steps {
            // On a terminal, both streams are visible.
            let answer = try await Tool.shell("exec 2>&1; \(step.script)", in: folder)
            #expect(answer.status == .exited(0), "\(step.command)")
            try Self.compare(answer.output, step, on: page) { Self.trimmed(Self.withoutLines($0)) }
        }
        #expect(try JSON.object(String(decoding: folder.read("state.json"), as: UTF8.self))["home"] != nil)
    }

    @Test(.enabled(if: hasSQLite)) func `Each command that needs SQLite prints the output`() async throws {
        try await check(Self.commands) { $0.needsSQLite || $0.command == "rewind demo" }
    }

    @Test func `Each type and suite named in "Unsafe corners" exists`() throws {
        let file = Self.repository.appendingPathComponent("Sources/Rewind/Rewind.docc/UnsafeCorners.md")
        let page = try String(contentsOf: file, encoding: .utf8)
        let suites = Set(page.matches(of: /`(?:\w+\.)?(\w+Tests)`/).map { String($0.1) })
        let rows = page.split(separator: "\n").drop { !$0.hasPrefix("| Type |") }.prefix { $0.hasPrefix("|") }
        let names = rows.flatMap { $0.split(separator: "|")[0].matches(of: /`(?:\w+\.)?(\w+)`/) }
        let types = Set(names.map { String($0.1) })
        try #require(suites.count > 50 && types.count > 20)
        #expect(suites.subtracting(try Self.types(in: "Tests")) == [])
        #expect(types.subtracting(try Self.types(in: "Sources")) == [])
    }

    /// Returns the names of the types that the Swift files of a folder declare, and of its files.
    private static func types(in folder: String) throws -> Set<String> {
        let files = FileManager.default.enumerator(
            at: repository.appendingPathComponent(folder),
            includingPropertiesForKeys: nil,
            options: .skipsHiddenFiles
        )
        var types: Set<String> = []
        for case let file as URL in try #require(files) {
            types.insert(file.lastPathComponent)
            guard file.pathExtension == "swift" else { continue }
            let text = try String(contentsOf: file, encoding: .utf8)
            types.formUnion(text.matches(of: /(?:struct|class|enum|actor) (\w+)/).map { String($0.1) })
        }
        return types
    }

    /// Runs the chosen steps in order in one folder, which contains the demo's session unless they record it.
    private func check(_ document: String, _ isChosen: (Step) -> Bool) async throws {
        let steps = try Self.steps(of: document).filter(isChosen)
        try #require(steps.count > 1)
        let folder = TemporaryFolder()
        if steps[0].command != "rewind demo" { try folder.write(try await DemoSession.bytes, to: "demo.rewind") }
        for step in steps {
            let answer = try await Tool.shell(step.script, in: folder)
            #expect(answer.status == .exited(0), "\(step.command)")
            try Self.compare(answer.output, step, on: document, Self.masked)
        }
    }

    /// Compares an output with that of a step on a page, or replaces the latter.
    private static func compare(_ output: String, _ step: Step, on page: String, _ masked: (String) -> String) throws {
        let output = asOnTerminal(output)
        let isSame = masked(output) == masked(step.output)
        guard ProcessInfo.processInfo.environment["REWIND_RECORD_FIXTURES"] != nil else {
            #expect(isSame, "\(step.command)\n\(output)")
            return
        }
        guard !isSame else { return }
        let url = repository.appendingPathComponent(page)
        let text = try String(contentsOf: url, encoding: .utf8)
        let parts = [step.output, output].map { "\n$ \(step.command)\n" + $0.trimmingCharacters(in: .newlines) }
        try text.replacing(parts[0], with: parts[1]).write(to: url, atomically: true, encoding: .utf8)
    }

    private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static func steps(of document: String) throws -> [Step] {
        let text = try String(contentsOf: repository.appendingPathComponent(document), encoding: .utf8)
        return text.matches(of: /(?s)```console\n(.*?)```/).flatMap { block in
            ("\n" + block.1).components(separatedBy: "\n$ ").dropFirst().map { part in
                let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
                return Step(command: String(lines[0]), output: lines.count == 2 ? String(lines[1]) : "")
            }
        }
    }

    /// Returns the text with the times that a log has on a terminal: the documents show that.
    private static func asOnTerminal(_ text: String) -> String {
        text.replacing(/\d{4}-\d\d-\d\dT(\d\d:\d\d:\d\d\.\d{3})[-+]\d\d:\d\d/) { String($0.1) }
            // The first state has no time.
            .replacing(#/ {17}( {14}\(first state\))/#) { String($0.1) }
    }

    /// Returns the text without times, durations and line numbers, which differ between runs, and without empty lines at its end.
    private static func masked(_ text: String) -> String {
        let untimed = text.replacing(/\d\d:\d\d:\d\d\.\d\d\d/, with: "TIME")
        let undated = untimed.replacing(#/ +\+?[\d.]+ (?:ns|µs|ms|s)(?= |$)/#, with: " TIME")
        return trimmed(withoutLines(undated).replacing(#/ +root /#, with: " root "))
    }

    /// Returns the text without the lines of the example's sources.
    private static func withoutLines(_ text: String) -> String {
        text.replacing(#/\.swift:\d+/#, with: ".swift:LINE")
    }

    /// Returns the text without empty lines at its end, and without file sizes, which depend on the page's code.
    private static func trimmed(_ text: String) -> String {
        text.replacing(/[0-9]+ bytes/, with: "BYTES").trimmingCharacters(in: .newlines)
    }
}
