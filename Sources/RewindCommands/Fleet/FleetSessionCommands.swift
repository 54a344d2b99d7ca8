#if Fleet

import ArgumentParser
import RewindFleet

/// `rewind fleet ls`: lists sessions.
struct FleetLsCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "List the sessions, newest first.",
        usage: """
            rewind fleet ls [--app <name>] [--app-version <version>] [--since <time>]
                            [--crashed] [-n <count>]
            """,
        discussion: """
            Lists at most 20 sessions by default. To list those with a state in which EXPR is true, use "rewind fleet \
            watch".

              rewind fleet ls --crashed --since 7d
              rewind fleet ls --app-version 1.2 -n 100
            """
    )

    /// The number of listed items by default.
    static let limit = 20

    @OptionGroup var sessions: FleetFilterOptions

    @OptionGroup var list: LimitOption

    @OptionGroup var output: OutputOptions

    func run() throws {
        let limit = try list.number ?? Self.limit
        let found = try sessions.fleet.open().sessions(sessions.filter, limit: limit + 1)
        guard !found.isEmpty else { throw CommandError.noSessions }
        try output.print(found.map { FleetSessionEntry(session: $0) }, limit: limit)
    }
}

/// `rewind fleet watch`: lists the sessions with a state in which a condition is true.
struct FleetWatchCommand: FleetQuestionCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "List the sessions in which a condition is true, and where.",
        usage: """
            rewind fleet watch <expr> [--explain]
                               [--by <fact>] [--count | -n <count>]
                               [--app <name>] [--app-version <version>]
                               [--since <time>] [--crashed]
            """,
        discussion: """
            Prints the first seq with a state in which EXPR is true, which may be the initial state. Lists at most 20 \
            sessions by default, newest first. Conditions on one value or on the type are answered by the database; \
            others read the states of all sessions that the database does not exclude. With --by, prints the share of \
            the sessions with each version of the app, device, or system. Exit status 1 if there is none.

              rewind fleet watch "at('/articleDetail/error') NOT NULL" --by version
              rewind fleet watch "type = 'LoginAction' AND seq < 9" --explain
            """
    )

    @OptionGroup var question: FleetQuestionOptions

    @Option(help: ArgumentHelp("Compare the sessions by this fact", valueName: "fact"))
    var by: FleetShare.Fact?

    @Flag(help: "Only count the sessions")
    var count = false

    @OptionGroup var list: LimitOption

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if count, list.limit != nil { throw ValidationError.countAndLimit }
        if count, by != nil { throw ValidationError.countAndFact }
    }

    func answer(_ question: FleetQuestion, in fleet: FleetDatabase, _ work: ProgressReporter) throws {
        if let by { return try compare(by, question, in: fleet, work) }
        let limit = count ? .max : try list.number ?? FleetLsCommand.limit
        var found = 0
        var printer = output.printer
        try question.forEachMatch(
            progress: { try work.step("reading sessions", done: $0, of: $1, found: found) },
            { match in
                found += 1
                guard found <= limit else { return false }
                if count { return true }
                try printer.print(FleetSessionEntry(session: match.session, seq: match.seq))
                return true
            }
        )
        if count { return try output.print(CountReport(count: found)) }
        guard found > 0 else { throw try CommandError.noSessionMatches(question, in: fleet) }
        if found > limit { Output.note(.moreRows(limit: limit)) }
    }
}

extension FleetWatchCommand {
    private func compare(
        _ fact: FleetShare.Fact,
        _ question: FleetQuestion,
        in fleet: FleetDatabase,
        _ work: ProgressReporter
    ) throws {
        let matches = try question.matches { try work.step("reading sessions", done: $0, of: $1) }
        guard !matches.isEmpty else { throw try CommandError.noSessionMatches(question, in: fleet) }
        let shares = try fleet.shares(of: matches, by: fact, self.question.sessions.filter)
            .map { ShareReport(share: $0, fact: fact) }
        let limit = try list.number ?? FleetLsCommand.limit
        var printer = output.printer
        let lines = String.columns(shares.map { $0.cells(style: output.style) }, right: [1, 2])
        for (report, line) in zip(shares, lines).prefix(limit) { try printer.print(report, lines: [line]) }
        if shares.count > limit { Output.note(.moreRows(limit: limit)) }
    }

    private struct ShareReport: Encodable {
        let share: FleetShare
        let fact: FleetShare.Fact

        func encode(to encoder: any Encoder) throws {
            func value(_ fact: FleetShare.Fact) -> String? { fact == self.fact ? share.value : nil }
            try encoder.encode([
                "app_version": value(.version), "device": value(.device), "os": value(.os),
                "sessions": share.matches, "of_sessions": share.sessions,
            ])
        }

        func cells(style: TextStyle) -> [String] {
            let percent = Int((Double(share.matches) / Double(share.sessions) * 100).rounded())
            return [
                style.name(TerminalText.line(share.value ?? "no \(fact.rawValue)")), "\(percent) %",
                "\(share.matches) of \(BriefText.count(share.sessions, "session"))",
            ]
        }
    }
}

extension FleetShare.Fact: ExpressibleByArgument {}

/// `rewind fleet shortest`: finds the session with the fewest actions up to a match.
struct FleetShortestCommand: FleetQuestionCommand {
    static let configuration = CommandConfiguration(
        commandName: "shortest",
        abstract: "Find the session that reaches a condition in the fewest actions.",
        usage: """
            rewind fleet shortest <expr> [--explain] [-n <count>]
                                  [--app <name>] [--app-version <version>]
                                  [--since <time>] [--crashed]
            """,
        discussion: """
            Of sessions with equally many actions up to the first seq, the one with the fewest actions comes first. Exit \
            status 1 if there is none.

              rewind fleet shortest "at('/articleDetail/error') NOT NULL"
              rewind fleet shortest "at('/home/pageNumber') > 9" -n 5
            """
    )

    @OptionGroup var question: FleetQuestionOptions

    @OptionGroup var list: LimitOption

    @OptionGroup var output: OutputOptions

    func answer(_ question: FleetQuestion, in fleet: FleetDatabase, _ work: ProgressReporter) throws {
        let limit = try list.number ?? 1
        let matches = try question.matches { try work.step("reading sessions", done: $0, of: $1) }
        let sorted = matches.sorted {
            let (one, other) = ($0.seq - $0.session.first, $1.seq - $1.session.first)
            return (one, $0.session.actions, $0.session.id) < (other, $1.session.actions, $1.session.id)
        }
        guard let first = sorted.first else { throw try CommandError.noSessionMatches(question, in: fleet) }
        var printer = output.printer
        for match in sorted.prefix(limit) {
            try printer.print(FleetSessionEntry(session: match.session, seq: match.seq))
        }
        if !output.json { self.question.sessions.fleet.hint("Write it to a file", "pull \(first.session.shortID)") }
    }
}

#endif
