import ArgumentParser
import ArticleClient
import Foundation
import QiitaServer
import Rewind
import RewindStore
import RewindCommands
import RewindTree

/// `rewind demo`: records a session to try the other commands on.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Record a session of the article client, to try the other commands on.",
        discussion: """
            Without --actions it is a visit over real HTTP to a local server in the shape of Qiita's API. With --actions \
            it is a random walk through the same client with about 100 articles and no server; the same seed walks the \
            same way.
            """
    )

    @Option(help: ArgumentHelp("Where to record.", valueName: "file"))
    var output = "demo.rewind"

    @Flag(help: "Overwrite the file.")
    var force = false

    @Option(help: ArgumentHelp("Walk at random for so many actions.", valueName: "count"))
    var actions: Int?

    @Option(help: "What the random walk starts from.")
    var seed: UInt64 = 1

    @Option(
        help: ArgumentHelp("What survives a crash of the recording.", valueName: "crashSafe|buffered|powerSafe")
    )
    var durability = Durability.crashSafe

    @OptionGroup var format: OutputOptions

    func validate() throws {
        if output.isEmpty { throw ValidationError("The path of the output file is empty.") }
    }

    @MainActor
    func run() async throws {
        if let actions, actions < 1 { throw CommandError.countTooSmall(option: "--actions") }
        let url = URL(fileURLWithPath: output)
        try clear(url)
        var options = RecorderOptions()
        options.durability = durability
        options.app = "ArticleClient"
        // There are no secrets here, only articles about them.
        options.redaction = .none
        // A demo has time: it shall be complete.
        options.longestWait = 3600
        options.onProblem = { Output.message("Warning: \($0)") }
        let recorder = try Self.withCause { try Recorder<AppState>(recordingTo: url, options: options) }
        let start = ContinuousClock.now
        if let actions {
            Wanderer(articles: try QiitaServer.articles(), seed: seed).walk(actions, recorder: recorder)
        } else {
            try await ScriptedVisit.run(middleware: [recorder.middleware()])
        }
        recorder.close()
        let duration = start.duration(to: .now)
        try report(
            recorder,
            seconds: Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
        )
    }

    /// Gives what the recorder throws as the tool words it.
    private static func withCause<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as RecorderError {
            throw error.cause ?? error
        }
    }

    /// Makes way for a new session, if that is wanted.
    private func clear(_ url: URL) throws {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory) else { return }
        if isDirectory.boolValue { throw CommandError.outputIsFolder(path: output) }
        guard force else { throw CommandError.outputExists(path: output) }
        try Self.withCause { try Recorder<AppState>.removeSession(at: url) }
    }

    private func report(_ recorder: Recorder<AppState>, seconds: Double) throws {
        let bytes = (try FileManager.default.attributesOfItem(atPath: output)[.size] as? NSNumber)?.intValue ?? 0
        let count = recorder.recorded
        if format.json {
            Output.line(
                Tree(members: [
                    ("file", .string(output)), ("actions", .integer(Int64(count))),
                    ("dropped", .integer(Int64(recorder.dropped))), ("bytes", .integer(Int64(bytes))),
                    ("seconds", .double(seconds)),
                ]).text
            )
            return
        }
        Output.line("Recorded \(count) actions of the article client in \(output).")
        if actions != nil, count > 0 {
            Output.line("\(Int(Double(count) / seconds)) actions/s, \(bytes / count) bytes an action")
        }
        let file = ShellWord.text(output)
        let seq = min(12, count)
        let suggestions = [
            ("log \(file)", "what happened"),
            ("show \(file) \(seq) /home/pageNumber", "a value after action \(seq)"),
            ("diff \(file) \(seq - 1) \(seq)", "what action \(seq) changed"),
            ("undo \(file) -n 3", "three steps back, and the screen there"),
            ("replay \(file) --verify", "that the reducers lead there again"),
            ("verify \(file)", "that all of it is sound"),
        ]
        let width = suggestions.map(\.0.count).max() ?? 0
        Output.line("\nTry next:")
        for (command, what) in suggestions {
            Output.line("  rewind \(command)\(String(repeating: " ", count: width - command.count + 5))\(what)")
        }
    }
}

extension Durability: ExpressibleByArgument {}
