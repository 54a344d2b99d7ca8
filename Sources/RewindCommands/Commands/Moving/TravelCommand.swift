#if os(macOS) || os(Linux)

import ArgumentParser
import RewindSession
import RewindTimeline
import RewindTree

/// `rewind travel`: makes the recording app travel.
struct TravelCommand: SessionCommand, AsyncParsableCommand {
    /// The commands that an app accepts.
    enum Verb: String, ExpressibleByArgument, CaseIterable {
        case status, undo, redo, jump, play, pause, dispatch, lock, unlock
    }

    static let configuration = CommandConfiguration(
        commandName: "travel",
        abstract: "Control the app that is recording a session.",
        usage: """
            rewind travel [<file>] <verb> [<ref|json>] [-n <count>]
                          [--speed <factor> | --rate <count>] [--timeout <seconds>]
            """,
        discussion: """
            The app must call TimeTravel.open. undo and redo move by -n steps, and jump moves to a REF. play steps \
            forward to where undo started; pause stops it. lock keeps a past state from being changed by dispatches. \
            dispatch takes an action such as {"type":"LoadingAction","payload":{"isLoading":true}}. status prints the \
            position of the app and the action types that it accepts. Moves also print what changed, and the screen.

              rewind travel live.rewind status
              rewind travel live.rewind undo -n 2
            """
    )

    @OptionGroup var session: SessionArgument

    @Argument(help: ArgumentHelp("Command for the app", valueName: "verb"))
    var verb: Verb

    @Argument(
        help: ArgumentHelp("REF for jump, action for dispatch", valueName: "ref|json")
    )
    var value: String?

    @OptionGroup var steps: StepsOption

    @Option(help: ArgumentHelp("Multiple of the recorded speed, for play", valueName: "factor"))
    var speed: Double?

    @Option(help: ArgumentHelp("Actions per second, for play", valueName: "count"))
    var rate: Double?

    @Option(help: ArgumentHelp("Seconds to wait for the app", valueName: "seconds"))
    var timeout = 2.0

    @OptionGroup var output: OutputOptions

    func validate() throws {
        switch verb {
        case .jump where value == nil: throw ValidationError.jumpWithoutReference
        case .dispatch where value == nil: throw ValidationError.dispatchWithoutAction
        case .jump, .dispatch: break
        default: if value != nil { throw ValidationError.verbWithValue(verb.rawValue) }
        }
        if speed != nil || rate != nil {
            guard verb == .play, speed == nil || rate == nil else { throw ValidationError.pace }
            guard SteeringRequest.paces.contains(speed ?? rate ?? 1) else { throw ValidationError.paceOutOfRange }
        }
        guard timeout > 0, timeout.isFinite else { throw ValidationError.timeout }
    }

    mutating func run() async throws {
        let client = SteeringClient(of: session.url)
        let answer = try await client.send(try await request(to: client), timeout: .seconds(timeout))
        try output.print(TravelReport(answer, showsTypes: verb == .status, of: session))
    }

    private func request(to client: SteeringClient) async throws -> SteeringRequest {
        switch verb {
        case .status: return .status
        case .undo: return .undo(try steps.number)
        case .redo: return .redo(try steps.number)
        case .pause: return .pause
        case .lock: return .lock
        case .unlock: return .unlock
        case .play: return .play(rate.map { .steady(perSecond: $0) } ?? .recorded(times: speed ?? 1))
        case .dispatch:
            let action = try DispatchedAction(argument: value ?? "")
            return .dispatch(type: action.type, payload: action.payload)
        case .jump:
            let reference = LazyArgument<Reference>(argument: value ?? "")
            _ = try reference.value
            // The response means that the session holds every action dispatched so far, and the app's cursor.
            _ = try await client.send(.status, timeout: .seconds(timeout))
            let timeline = try session.timeline()
            defer { timeline.session.close() }
            return .jump(to: try timeline.seq(reference))
        }
    }
}

/// The app's response, and the changes between its old and its new position.
private struct TravelReport: Report {
    private let from, position, last, tip: Int
    private let playing, locked: Bool
    private var types: [String]?
    private var view = CursorReport()

    init(_ answer: SteeringAnswer, showsTypes: Bool, of session: SessionArgument) throws {
        (from, position, last, tip) = (answer.from, answer.position, answer.last, answer.tip)
        (playing, locked) = (answer.isPlaying, answer.isLocked)
        types = showsTypes ? answer.types : nil
        guard from != position, let timeline = try? session.timeline() else { return }
        defer { timeline.session.close() }
        // The app has already traveled: if its state cannot be shown, the report is still valid.
        if let view = try? CursorReport(of: timeline, from: from, to: position) { self.view = view }
    }

    func lines(style: Style) -> [String] {
        var words = [from == position ? "app at \(position)" : "app \(from) → \(position)"]
        if position != last { words[0] += " of \(last)" }
        if playing { words.append("playing") }
        if locked { words.append("locked") }
        let takes = (types ?? []).isEmpty ? [] : ["accepts \((types ?? []).map(style.name).joined(separator: ", "))"]
        return [style.strong(words.joined(separator: ", "))] + takes + view.lines(style: style)
    }

    func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "from": from, "position": position, "last": last, "tip": tip, "playing": playing, "locked": locked,
            "types": types, "changes": view.changes, "screen": OrNull(wrappedValue: view.screen),
        ])
    }
}

#endif
