#if Fleet

import ArgumentParser
import Foundation
import RewindFleet
import RewindSession
import RewindTimeline
import RewindTree

/// The options for the sessions that a fleet command is about.
struct FleetFilterOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only sessions of this app", valueName: "name"))
    var app: String?

    @Option(help: ArgumentHelp("Only sessions of this version of the app", valueName: "version"))
    var appVersion: String?

    @Option(
        help: ArgumentHelp(
            "Only sessions started since a day, such as 2026-11-22, or a duration, such as 7d",
            valueName: "time"
        )
    )
    var since: LazyArgument<Since>?

    @Flag(help: "Only sessions that ended with a crash")
    var crashed = false

    @OptionGroup var fleet: FleetOptions

    /// - Throws: `ValidationError`.
    var filter: FleetFilter {
        get throws {
            FleetFilter(app: app, version: appVersion, since: try since?.value.microseconds(), isCrashed: crashed)
        }
    }

    func validate() throws {
        _ = try since?.value
    }
}

/// A time before now: a date, also with a time of day, or a duration.
struct Since: ArgumentValue {
    private enum Form {
        case time(WrittenTime)
        case duration(WrittenDuration)
    }

    private let form: Form

    init(argument: String) throws {
        if let duration = WrittenDuration(parsing: argument) {
            form = .duration(duration)
        } else if argument.contains(#/^[0-9]{4}-/#), let time = WrittenTime(parsing: argument) {
            form = .time(time)
        } else {
            throw ValidationError.malformedStart(argument)
        }
    }

    /// Returns the time in microseconds since 1970.
    func microseconds(now: Date = Date()) -> Int64 {
        switch form {
        case .time(let time): time.moments(in: 0...Int64.max / 2)?.lowerBound ?? 0
        case .duration(let duration): now.microseconds - duration.microseconds
        }
    }
}

/// The options of a question with an EXPR.
struct FleetQuestionOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("Condition on a state", valueName: "expr"))
    var condition: LazyArgument<Expression>

    @Flag(help: "Only show which parts of EXPR the database answers, and how many sessions are read")
    var explain = false

    @OptionGroup var sessions: FleetFilterOptions

    func validate() throws {
        _ = try condition.value
    }
}

/// A command that asks in which sessions an EXPR is true.
protocol FleetQuestionCommand: PagedCommand {
    var question: FleetQuestionOptions { get }

    /// Prints the answer.
    ///
    /// - Throws: Any error; `CommandError.noSessionMatches` if there is none.
    func answer(_ question: FleetQuestion, in fleet: FleetDatabase, _ work: ProgressReporter) throws
}

extension FleetQuestionCommand {
    func run() throws {
        let work = ProgressReporter()
        let fleet = try question.sessions.fleet.open()
        let text = try question.condition.value.text
        let plan = try FleetQuestion(text, question.sessions.filter, in: fleet) { try work.condition($0) }
        if question.explain { return try output.print(PlanReport(plan)) }
        try answer(plan, in: fleet, work)
    }
}

/// The way to the answer of a question.
private struct PlanReport: CommandReport {
    private struct Part: Encodable {
        let expr: String
        let by: String
        let pointer: String?
        let sessions: Int?
    }

    private let parts: [Part]
    private let exact, read: Int

    init(_ question: FleetQuestion) throws {
        (exact, read) = try question.counts()
        parts = question.parts.map { part in
            let (by, pointer) =
                switch part.way {
                case .values(let pointer): ("values", pointer.description as String?)
                case .types: ("types", nil)
                case .states: ("states", nil)
                }
            return Part(expr: part.text, by: by, pointer: pointer, sessions: part.sessions)
        }
    }

    func encode(to encoder: any Encoder) throws {
        try encoder.encode(["parts": parts, "known": exact, "read": read])
    }

    func lines(style: TextStyle) -> [String] {
        parts.map { part in
            let way =
                switch part.by {
                case "values": "from the values at \(part.pointer ?? "")"
                case "types": "from the types"
                default: "from states"
                }
            let sessions = part.sessions.map { ": \(BriefText.count($0, "session"))" } ?? ""
            return "\(style.name(TerminalText.line(part.expr)))  \(way)\(sessions)"
        } + ["\(BriefText.count(exact, "session")) known to match; the states of \(read) to be read"]
    }
}

#endif
