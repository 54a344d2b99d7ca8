import Counter
import Foundation
import RewindReplay
import Rewind
import RewindStore
import Testing

/// The products that Rewind generates for an app: its tool, and the tests that the tool exports.
@Suite struct OwnToolTests {
    /// Characters that could end a literal or vanish from it.
    private static let text = "\"\"\"# \"## \\#(x) \\(y) \\\"# \n\t\u{0}\u{7F}\u{2028}\u{FEFF}\u{202E} é e\u{301} 日本 👩‍👩‍👧"

    /// Records a session to `url`, as an app does.
    private static func record(to url: URL) throws {
        let recorder = try Recorder<CounterState>(recordingTo: url)
        let store = Store(reducer: counterReducer, state: CounterState(), middleware: [recorder.middleware()])
        store.dispatch(Increase())
        store.dispatch(Increase())
        store.dispatch(Note(text: text))
        store.dispatch(Decrease())
        recorder.close()
    }

    /// Returns the URL of an executable, which is built beside the tests.
    static func executable(named name: String) -> URL {
        #if canImport(Darwin)
        let tests = Bundle(for: Mark.self).bundleURL
        #else
        let tests = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        #endif
        return tests.deletingLastPathComponent().appendingPathComponent(name)
    }

    private static func run(_ arguments: String..., in folder: URL) throws -> (status: Int32, output: String) {
        try run(arguments, in: folder)
    }

    /// Runs the app's tool to its end.
    static func run(_ arguments: [String], in folder: URL) throws -> (status: Int32, output: String) {
        let process = Process()
        let (pipe, errors) = (Pipe(), Pipe())
        process.executableURL = executable(named: "my-rewind")
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardOutput = pipe
        process.standardError = errors
        try process.run()
        // The output is too short to fill a pipe.
        let output = try [pipe, errors].map { try $0.fileHandleForReading.readToEnd() ?? Data() }
        process.waitUntilExit()
        return (process.terminationStatus, output.map { String(decoding: $0, as: UTF8.self) }.joined())
    }

    private final class Mark {}

    static func temporary(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("own-tool-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    static func temporary(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("own-tool-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    @Test func `The tool shows and re-runs the app's recording`() throws {
        try Self.temporary { folder in
            try Self.record(to: folder.appendingPathComponent("counter.rewind"))
            let shown = try Self.run("show", "counter.rewind", "end", "/count", in: folder)
            #expect(shown.output == "1\n")
            #expect(try Self.run("replay", "counter.rewind", "--verify", in: folder).status == 0)
        }
    }

    @Test func `An app's command reads a session and reports like the other commands`() throws {
        try Self.temporary { folder in
            try Self.record(to: folder.appendingPathComponent("counter.rewind"))
            let lines = try Self.run("slices", "counter.rewind", in: folder).output.split(separator: "\n")
            #expect(lines.first == "3  count  1 at the end")
            #expect(lines.last?.hasPrefix("1  note  \"\\\"\\\"\\\"# ") == true)
            let painted = try Self.run("slices", "counter.rewind", "--type", "I*", "--color", "always", in: folder)
            #expect(painted.output.hasPrefix("2  \u{1B}[36mcount\u{1B}[0m  \u{1B}[2m1 at the end\u{1B}[0m\n0  "))
            let json = try Self.run("slices", "counter.rewind", "--type", "Decrease", "--json", in: folder)
            #expect(json.status == 0)
            #expect(
                json.output.hasPrefix(#"{"actions":1,"last":1,"name":"count"}"# + "\n" + #"{"actions":0,"last":"\"#)
            )
        }
    }

    @Test func `The errors of an app's command have a message, a hint and a status`() throws {
        try Self.temporary { folder in
            let missing = try Self.run("slices", "counter.rewind", in: folder)
            #expect(missing.status == 2)
            #expect(missing.output.hasPrefix("Error: No file "))
            #expect(missing.output.contains("counter.rewind.\nHint: "))
            try Self.record(to: folder.appendingPathComponent("counter.rewind"))
            let none = try Self.run("slices", "counter.rewind", "--type", "Increment", in: folder)
            #expect(none.status == 2)
            #expect(
                none.output == """
                    Error: No action has a type like "Increment".
                    Hint: rewind log counter.rewind lists the actions.

                    """
            )
            let help = try Self.run("slices", "--help", in: folder)
            #expect(help.status == 0)
            #expect(help.output.hasPrefix("OVERVIEW: Tell how many actions changed each part of the state.\n"))
            #expect(try Self.run("help", in: folder).output.contains("\n  slices "))
            #expect(try Self.run("slices", "counter.rewind", "--kind", "I*", in: folder).status == 64)
            // The only session of the folder need not be named.
            let only = try Self.run("slices", in: folder)
            #expect(only.status == 0 && only.output.contains("counter.rewind"))
        }
    }

    @Test func `The command in the article "Adding a command" is the tool's`() throws {
        let ownTool = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let catalog = ownTool.appendingPathComponent("../../Sources/RewindCommands/RewindCommands.docc")
        let page = try String(contentsOf: catalog.appendingPathComponent("AddingACommand.md"), encoding: .utf8)
        let source = try String(
            contentsOf: ownTool.appendingPathComponent("Sources/my-rewind/SlicesCommand.swift"),
            encoding: .utf8
        )
        let example = try #require(page.firstMatch(of: /(?s)```swift\n(.*?)```/)).1
        #expect(source.contains(example))
    }

    @Test func `The exported test is the one beside this file`() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("CounterTests.swift")
        try Self.temporary { folder in
            try Self.record(to: folder.appendingPathComponent("counter.rewind"))
            let exported = try Self.run("export", "test", "counter.rewind", in: folder)
            #expect(exported.status == 0)
            #expect(try exported.output == String(contentsOf: file, encoding: .utf8))
        }
    }

    @Test func `The exported test fails with a broken reducer`() throws {
        let app = RegisteredApp(
            reducer: { (action: any Action, state: CounterState?) -> CounterState in
                var next = counterReducer(action: action, state: state)
                if action is Decrease { next.count += 2 }
                return next
            },
            actions: [Increase.self, Decrease.self, Note.self]
        )
        let difference = try #require(throws: RecordedDifference.self) { try CounterTests.recording.check(app) }
        #expect(difference.description == "Action 4, Decrease: /count is 3, and was 1")
    }
}
