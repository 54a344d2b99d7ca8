import Counter
import Foundation
import RewindReplay
import Rewind
import RewindStore
import Testing

/// What an app gets of Rewind: its own tool, and tests that the tool writes.
@Suite struct OwnToolTests {
    /// What could end a literal, or vanish from it.
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

    /// An executable, which is built beside the tests.
    static func executable(named name: String) -> URL {
        #if canImport(Darwin)
        let tests = Bundle(for: Mark.self).bundleURL
        #else
        let tests = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        #endif
        return tests.deletingLastPathComponent().appendingPathComponent(name)
    }

    private static func run(_ arguments: String..., in folder: URL) throws -> (status: Int32, output: String) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = executable(named: "my-rewind")
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    private final class Mark {}

    static func temporary(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("own-tool-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    @Test func `The tool shows and re-runs what the app recorded`() throws {
        try Self.temporary { folder in
            try Self.record(to: folder.appendingPathComponent("counter.rewind"))
            let shown = try Self.run("show", "counter.rewind", "end", "/count", in: folder)
            #expect(shown.output == "1\n")
            #expect(try Self.run("replay", "counter.rewind", "--verify", in: folder).status == 0)
        }
    }

    @Test func `What the tool exports is the test beside this one`() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("CounterTests.swift")
        try Self.temporary { folder in
            try Self.record(to: folder.appendingPathComponent("counter.rewind"))
            let exported = try Self.run("export", "counter.rewind", "--format", "test", in: folder)
            #expect(exported.status == 0)
            #expect(try exported.output == String(contentsOf: file, encoding: .utf8))
        }
    }

    @Test func `With a broken reducer, the exported test fails`() throws {
        let app = RerunnableApp(
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
