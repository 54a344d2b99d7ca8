import ArgumentParser
import Foundation
import RewindBridge
import RewindRemote
import RewindSession
import RewindTimeline
import RewindTree

/// `rewind travel`: makes the recording app travel.
struct TravelCommand: SessionCommand, AsyncParsableCommand {
    /// The commands that an app accepts.
    enum Verb: String, ExpressibleByArgument, CaseIterable {
        case status, play, pause, lock, unlock, toggle
        case load = "import"
    }

    static let configuration = CommandConfiguration(
        commandName: "travel",
        abstract: "Control the app that is recording a session.",
        usage: """
            rewind travel [<file>] <verb> [--speed <factor>] [--action <seq>]
                          [--history <file>] [--timeout <seconds>]
            """,
        discussion: """
            The app must call TimeTravel.open. status prints the position of the app and the action types that it \
            accepts. play steps forward to where undo started; pause stops it. lock keeps a past state from being \
            changed by dispatches. The commands undo, redo, goto and dispatch also control such an app.

            In an app that rewind listen records with a client of Redux DevTools, toggle skips an action or applies \
            it again, and import replaces the history with one that Redux DevTools exported.

              rewind travel live.rewind status
              rewind travel live.rewind play --speed 2
            """
    )

    @OptionGroup var session: SessionArgument

    @Argument(help: ArgumentHelp("Command for the app", valueName: "verb"))
    var givenVerb: Verb?

    @Option(help: ArgumentHelp("Multiple of the recorded speed, for play", valueName: "factor"))
    var speed: Double?

    @Option(help: ArgumentHelp("Action to skip or to apply again, for toggle", valueName: "seq"))
    var action: Int?

    @Option(
        help: ArgumentHelp("File with the history, for import", valueName: "file"),
        completion: .file(extensions: ["json"])
    )
    var history: String?

    @Option(help: ArgumentHelp("Seconds to wait for the app", valueName: "seconds"))
    var timeout = 2.0

    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        givenVerb = givenVerb ?? session.passOn(isNeeded: true)
        if givenVerb == nil {
            let isCommand = ["undo", "redo", "goto", "dispatch"].contains(session.file)
            throw isCommand ? ValidationError.ownCommand(session.file) : .missing("<verb>")
        }
        if let speed {
            guard verb == .play else { throw ValidationError.speed }
            guard SteeringRequest.paces.contains(speed) else { throw ValidationError.speedOutOfRange }
        }
        guard (verb == .toggle) == (action != nil), (verb == .load) == (history != nil), action ?? 1 > 0 else {
            throw ValidationError.historyChange
        }
        guard timeout > 0, timeout.isFinite else { throw ValidationError.timeout }
    }

    private var verb: Verb { givenVerb ?? .status }

    mutating func run() async throws {
        let client = SteeringClient(of: session.url)
        let answer = try await client.send(try request(), timeout: .seconds(timeout))
        try output.print(TravelReport(answer, showsTypes: verb == .status, of: session))
    }

    private func request() throws -> SteeringRequest {
        switch verb {
        case .toggle: .toggle(seq: action ?? 0)
        case .load: .load(history: try Self.lifted(in: history ?? "").tree)
        case .status: .status
        case .pause: .pause
        case .lock: .lock
        case .unlock: .unlock
        case .play: .play(times: speed ?? 1)
        }
    }
    /// Reads a file of Redux DevTools.
    ///
    /// - Throws: `SessionError`, `BridgeError`.
    private static func lifted(in path: String) throws -> LiftedState {
        let file = try Descriptor(opening: path, O_RDONLY)
        guard let bytes = PrivateFolder.content(of: file, limit: SteeringMailbox.longestRequest) else {
            throw Refusal.tooLong(
                bytes: Int(FileStatus(of: file)?.length ?? 0),
                limit: SteeringMailbox.longestRequest
            )
        }
        do {
            return try LiftedState(parsing: bytes)
        } catch {
            throw CommandError(message: error.message(about: path), hint: Wording.importHint)
        }
    }
}

extension SessionCommand {
    /// Sends a request to the app that is recording the session, and prints its answer. Returns false if no app is
    /// recording it.
    ///
    /// - Parameter request: Makes the request, with a client that can send others before.
    /// - Throws: `Refusal`, `.notOpen` if the app accepts no requests, and any error of `request`.
    func steer(
        _ output: OutputOptions,
        _ request: (SteeringClient) async throws -> SteeringRequest
    ) async throws -> Bool {
        let client = SteeringClient(of: session.url)
        let isRecorded = (try? SessionRecovery.isRecorderAtWork(on: session.url)) == true
        guard client.isOpen || isRecorded else { return false }
        let answer = try await client.send(try await request(client))
        try output.print(TravelReport(answer, showsTypes: false, of: session))
        return true
    }
}

/// The app's response, and the changes between its old and its new position.
private struct TravelReport: CommandReport {
    private let from, to, last, tip: Int
    private let playing, locked: Bool
    private var types: [String]?
    private var view = CursorReport()

    init(_ answer: SteeringAnswer, showsTypes: Bool, of session: SessionArgument) throws {
        from = answer.from
        to = answer.position
        last = answer.last
        tip = answer.tip
        (playing, locked) = (answer.isPlaying, answer.isLocked)
        types = showsTypes ? answer.types : nil
        guard from != to, let timeline = try? session.timeline() else { return }
        defer { timeline.session.close() }
        // The app has already traveled: if its state cannot be shown, the report is still valid.
        if let view = try? CursorReport(of: timeline, from: from, to: to) { self.view = view }
    }

    func lines(style: TextStyle) -> [String] {
        var words = [from == to ? "app at \(to)" : "app \(from) → \(to)"]
        if to != last { words[0] += " of \(last)" }
        if playing { words.append("playing") }
        if locked { words.append("locked") }
        let takes = (types ?? []).isEmpty ? [] : ["accepts \((types ?? []).map(style.name).joined(separator: ", "))"]
        return [style.strong(words.joined(separator: ", "))] + takes + view.lines(style: style)
    }

    func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "from": from, "to": to, "last": last, "tip": tip, "playing": playing, "locked": locked,
            "types": types, "changes": view.changes, "screen": OrNull(wrappedValue: view.screen),
        ])
    }
}
