import ArgumentParser
import ArticleClient
import Foundation
import QiitaServer
import Rewind
import RewindCommands
import RewindSession
import RewindStore
import RewindTimeline
import RewindUpkeep

/// `rewind demo`: records a sample session.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Record a sample session.",
        usage: """
            rewind demo [--crash] [--starting <time>] [--language <language>]
                        [--output <file> [--force]]
            rewind demo --actions <count> [--seed <seed>] [--language <language>]
                        [--output <file> [--force]]
            rewind demo --live [--fail <rate>] [--seed <seed>] [--port <port>]
                        [--open] [--language <language>] [--output <file> [--force]]
            """,
        discussion: """
            Records a one-minute visit to an article client that talks HTTP to a local server; it takes a moment. \
            With --crash, the visit ends with a bug in a reducer. With --actions, it is a random walk without a \
            server. With --live, you use the client yourself, in the browser.
            """
    )

    @Option(name: [.customShort("o"), .long], help: ArgumentHelp("Output file", valueName: "file"))
    var output = NewFile(argument: "demo.rewind")

    @Flag(help: "Overwrite the file")
    var force = false

    @Flag(help: "End the visit with a crash")
    var crash = false

    @Option(
        help: ArgumentHelp(
            "Start of the visit, as in 2026-11-20T08:15:00Z; makes the recording reproducible",
            valueName: "time"
        )
    )
    var starting: VisitStart?

    /// True in the child process that crashes.
    @Flag(help: .hidden)
    var here = false

    @Option(help: ArgumentHelp("Number of actions of a random walk", valueName: "count"))
    var actions: CountArgument?

    @Option(help: "Seed of the random walk, or of the failures of --live; 1 by default")
    var seed: UInt64?

    @Flag(help: "Use the client in the browser, beside the inspector, until Ctrl-C")
    var live = false

    @Option(help: ArgumentHelp("Failure rate of the server, 0 to 1, with --live", valueName: "rate"))
    var fail = 0.0

    @Option(help: "Port of the page, with --live, instead of 7777 or the next free one; 0 picks any free one")
    var port: UInt16?

    @Flag(help: "Open the page in the browser, with --live")
    var open = false

    @Option(help: "Language of the client and its articles")
    var language = Language.english

    @OptionGroup var format: OutputOptions

    func validate() throws {
        try output.validate()
        guard (0...1).contains(fail) else { throw ValidationError("--fail must be from 0 to 1.") }
        if live, actions != nil { throw ValidationError("--live and --actions cannot be combined.") }
        if !live, actions == nil, seed != nil { throw ValidationError("--seed needs --actions or --live.") }
        if crash || starting != nil, live || actions != nil {
            throw ValidationError("--crash and --starting cannot be combined with --live or --actions.")
        }
        if !live, fail > 0 || port != nil || open {
            throw ValidationError("--fail, --port and --open need --live.")
        }
    }

    @MainActor
    func run() async throws {
        let actions = try actions?.number(for: "--actions")
        // The child process records at the given path.
        if here { return try format.print(try await record(actions, at: output.url)) }
        if crash {
            try format.print(try await output.record(overwrites: force) { try recordCrash(at: $0) })
        } else {
            try format.print(try await output.record(overwrites: force) { try await record(actions, at: $0) })
        }
    }

    @MainActor
    private func record(_ actions: Int?, at url: URL) async throws -> DemoReport {
        let clock =
            starting.map { VisitClock(startingAt: $0.date) }
            ?? VisitClock(ahead: ScriptedVisit.length(crashing: crash), of: RecorderOptions().now)
        let recorder = try recorder(at: url, by: live || actions != nil ? nil : clock)
        let start = ContinuousClock.now
        var bookmark: Bookmark?
        if live {
            let page = InspectorPage(files: [url.relativePath], port: port, opens: open, canWrite: true)
            try await LiveDemo.run(recorder: recorder, language: language, failureRate: fail, seed: seed ?? 1) { demo in
                try await page.show(RegisteredApp.current) { name in await demo.tap(name) }
            }
        } else if let actions {
            let user = RandomUser(articles: try QiitaServer.articles(in: language), language: language, seed: seed ?? 1)
            do {
                try Self.walk(user, actions, recorder)
            } catch {
                // The recording up to Ctrl-C is a valid session.
                recorder.close()
                // A draft is deleted.
                if error is CancellationError, url == output.url {
                    Output.message("Note: stopped; \(recorder.dispatchedCount) actions are in \(output.path).")
                }
                throw error
            }
        } else {
            bookmark = try await ScriptedVisit.run(
                recorder: recorder,
                clock: clock,
                language: language,
                crashing: crash
            )
        }
        recorder.close()
        // Problems are reported while recording.
        guard try StoredSession(at: url).ending == .closed else {
            throw SessionError.system(path: url.path, reason: "not all actions could be written")
        }
        if let bookmark { try SessionBookmarks.set(bookmark, in: url) }
        let duration = start.duration(to: .now)
        return DemoReport(
            file: output.path,
            actions: recorder.dispatchedCount,
            dropped: recorder.droppedCount,
            bytes: Int(FileStatus(path: url.path)?.length ?? 0),
            seconds: Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18,
            isWalk: actions != nil
        )
    }

    /// Creates a recorder for the client, with the system's clocks or those of a visit.
    private func recorder(at url: URL, by clock: VisitClock?) throws -> Recorder<AppState> {
        var options = RecorderOptions()
        options.durability = .crashSafe
        options.app = "ArticleClient"
        // The demo data contains no secrets, only articles about them.
        options.redaction = .none
        // A demo may wait, so that it is complete.
        options.longestWait = .seconds(3600)
        options.onProblem = { Output.warning("\($0)") }
        if let clock {
            options.now = { clock.now() }
            options.uptime = { clock.uptime() }
        }
        do {
            return try Recorder<AppState>(recordingTo: url, options: options)
        } catch {
            // The tool has a message for the cause.
            throw error.cause ?? error
        }
    }

    /// Records a crash in a child process.
    private func recordCrash(at url: URL) throws -> CrashReport {
        var arguments = ["demo", "--crash", "--here", "--output", url.path, "--language", language.rawValue]
        if let starting { arguments += ["--starting", starting.text] }
        let reason: String?
        do {
            reason = try CrashingClient.run(arguments)
        } catch let error as CrashingClient.Survived {
            FileHandle.standardError.write(Data(error.words.utf8))
            throw ExitCode(error.status == 0 ? 2 : error.status)
        }
        let timeline = try Timeline(opening: url)
        defer { timeline.session.close() }
        return CrashReport(file: output.path, reason: reason, ending: try timeline.session.ending())
    }

    @MainActor
    private static func walk(_ user: RandomUser, _ count: Int, _ recorder: Recorder<AppState>) throws {
        let work = ProgressReporter()
        try user.walk(count, recorder: recorder) { left in
            try work.step("recording", done: count - left, of: count)
        }
    }
}

extension Language: ExpressibleByArgument {}

/// The start time of a visit.
struct VisitStart: ExpressibleByArgument {
    let text: String
    let date: Date

    init?(argument: String) {
        guard let date = try? Date(argument, strategy: .iso8601) else { return nil }
        (text, self.date) = (argument, date)
    }
}
