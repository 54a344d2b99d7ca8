#if Fleet

import ArgumentParser
import RewindFleet

/// `rewind fleet before`: finds the actions and effects that precede a condition more often than others.
struct FleetBeforeCommand: FleetQuestionCommand {
    static let configuration = CommandConfiguration(
        commandName: "before",
        abstract: "Find the types of actions, and the effects, that precede a condition.",
        usage: """
            rewind fleet before <expr> [--explain] [-n <count>]
                                [--app <name>] [--app-version <version>]
                                [--since <time>] [--crashed]
            """,
        discussion: """
            Compares the 20 actions up to the first seq at which EXPR is true with 20 actions up to a random one in \
            sessions where it never is; each side has at most 2000 sessions. Prints the share of sessions with each \
            type on both sides, and the difference with its 95 % confidence interval (Newcombe's hybrid score \
            interval). Types with an interval above 0 come first. Effects that began before the last of these actions, \
            and those that failed or were canceled, are compared in the same way, and so are the versions of the app, \
            the devices, and the systems. What always precedes EXPR need not be its cause: the action at which EXPR \
            becomes true is included, too.

              rewind fleet before "at('/articleDetail/error') NOT NULL"
              rewind fleet before "at('/home/pageNumber') > 9" --app-version 1.2
            """
    )

    @OptionGroup var question: FleetQuestionOptions

    @OptionGroup var list: LimitOption

    @OptionGroup var output: OutputOptions

    func answer(_ question: FleetQuestion, in fleet: FleetDatabase, _ work: ProgressReporter) throws {
        let limit = try list.number ?? FleetLsCommand.limit
        let matches = try question.matches { try work.step("reading sessions", done: $0, of: $1) }
        guard !matches.isEmpty else { throw try CommandError.noSessionMatches(question, in: fleet) }
        let found = try fleet.precedents(of: matches, self.question.sessions.filter)
        guard found.others > 0 else { throw CommandError.nothingToCompare }
        let shown = found.all.prefix(limit).map { PrecedentReport($0, in: found) }
        var printer = output.printer
        let heading = ["what", "before", "elsewhere", "difference (95 %)"]
        let rows = [heading] + shown.map { $0.cells(style: output.style) }
        let lines = String.columns(rows, right: [1, 2])
        if !output.json {
            let sessions = BriefText.count(found.sessions, "session")
            Output.line(output.style.faint("\(sessions) with a match, \(found.others) without"))
            Output.line(output.style.faint(lines[0]))
        }
        for (report, line) in zip(shown, lines.dropFirst()) { try printer.print(report, lines: [line]) }
        if found.all.count > limit { Output.note(.moreRows(limit: limit)) }
    }
}

private struct PrecedentReport: Encodable {
    private let precedent: FleetPrecedents.Precedent
    private let sessions, others: Int

    init(_ precedent: FleetPrecedents.Precedent, in found: FleetPrecedents) {
        self.precedent = precedent
        sessions = found.sessions
        others = found.others
    }

    func encode(to encoder: any Encoder) throws {
        let difference = precedent.difference
        let event: [String: String] =
            switch precedent.event {
            case .action(let type): ["type": type]
            case .effect(let name): ["effect": name]
            case .outcome(let status, let name): ["effect": name, "outcome": status]
            case .fact(let name, let value): [name: value]
            }
        try encoder.encode([
            "type": event["type"], "effect": event["effect"], "outcome": event["outcome"],
            "app_version": event["app_version"], "device": event["device"], "os": event["os"],
            "sessions": precedent.sessions, "of_sessions": sessions, "others": precedent.others, "of_others": others,
            "difference": difference.value, "low": difference.low, "high": difference.high,
        ])
    }

    func cells(style: TextStyle) -> [String] {
        func percent(_ share: Double, sign: Bool = false) -> String {
            let number = Int((share * 100).rounded())
            return (sign && number > 0 ? "+" : "") + "\(number) %"
        }
        let (name, kind) =
            switch precedent.event {
            case .action(let type): (type, "")
            case .effect(let name): (name, " (effect)")
            case .outcome(let status, let name): (name, " (\(status))")
            case .fact("app_version", let value): (value, " (version)")
            case .fact(let fact, let value): (value, " (\(fact))")
            }
        let difference = precedent.difference
        let text =
            "\(percent(difference.value, sign: true)) "
            + "(\(percent(difference.low, sign: true)) to \(percent(difference.high, sign: true)))"
        return [
            style.name(TerminalText.line(name)) + kind,
            percent(Double(precedent.sessions) / Double(sessions)), percent(Double(precedent.others) / Double(others)),
            difference.low > 0 ? style.strong(text) : text,
        ]
    }
}

#endif
