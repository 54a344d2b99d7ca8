#if Fleet

import ArgumentParser
import RewindFleet

/// `rewind fleet forget`: erases sessions.
struct FleetForgetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Erase sessions: one, or all that contain a text or match a condition.",
        usage: """
            rewind fleet forget (<id> ... | --text <text> | --where <expr>)
                                [--dry-run] [--database <url>]
            """,
        discussion: """
            Use it when a user asks for erasure. With --text, a search in all tables proves that nothing is left. The \
            tables are then written anew, so that their files do not contain deleted rows; other commands wait \
            meanwhile. Backups and the archive of the write-ahead log are not changed.

              rewind fleet forget 3f2b1a90
              rewind fleet forget --text anna@example.com --dry-run
              rewind fleet forget --where "at('/account/id') = 42"
            """
    )

    @Argument(help: "Ids of sessions")
    var ids: [String] = []

    @Option(help: ArgumentHelp("Erase the sessions that contain this text anywhere", valueName: "text"))
    var text: String?

    @Option(name: .customLong("where"), help: ArgumentHelp("Erase the sessions with such a state", valueName: "expr"))
    var condition: LazyArgument<Expression>?

    @Flag(help: "Only list the sessions")
    var dryRun = false

    @OptionGroup var fleet: FleetOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard [!ids.isEmpty, text != nil, condition != nil].filter({ $0 }).count == 1 else {
            throw ValidationError.whatToForget
        }
        if text?.isEmpty == true { throw ValidationError.emptyText }
        _ = try condition?.value
    }

    func run() throws {
        let database = try fleet.open()
        let sessions = try found(in: database)
        if !dryRun { try database.erase(sessions, containing: text) }
        try output.print(DeletionReport(sessions, isDone: !dryRun))
    }

    private func found(in database: FleetDatabase) throws -> [FleetSession] {
        if let text {
            let sessions = try database.sessions(containing: text)
            guard !sessions.isEmpty else { throw CommandError.textNotInFleet(text) }
            return sessions
        }
        guard let condition else { return try ids.map { try database.session(database.id($0)) } }
        let work = ProgressReporter()
        let question = try FleetQuestion(condition.value.text, FleetFilter(), in: database) { try work.condition($0) }
        let matches = try question.matches { try work.step("reading sessions", done: $0, of: $1) }
        guard !matches.isEmpty else { throw try CommandError.noSessionMatches(question, in: database) }
        return matches.map(\.session)
    }
}

/// `rewind fleet prune`: deletes old sessions.
struct FleetPruneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune",
        abstract: "Delete the oldest sessions.",
        usage: "rewind fleet prune (--days <count> | --sessions <count>) [--dry-run] [--database <url>]",
        discussion: """
            PostgreSQL uses the space of deleted sessions for new ones.

              rewind fleet prune --days 90
              rewind fleet prune --sessions 100000 --dry-run
            """
    )

    @Option(help: ArgumentHelp("Delete what was stored this many days ago, or earlier", valueName: "count"))
    var days: CountArgument?

    @Option(help: ArgumentHelp("Number of sessions to keep", valueName: "count"))
    var sessions: CountArgument?

    @Flag(help: "Only list the sessions")
    var dryRun = false

    @OptionGroup var fleet: FleetOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (days == nil) != (sessions == nil) else { throw ValidationError.fleetBounds }
    }

    func run() throws {
        let database = try fleet.open()
        let old = try database.sessions(
            olderThan: days?.number(for: "--days"),
            beyond: sessions?.number(for: "--sessions")
        )
        if !dryRun { try database.delete(old) }
        try output.print(DeletionReport(old, isDone: !dryRun))
    }
}

private struct DeletionReport: Report {
    private let sessions: [FleetSession]
    private let isDone: Bool

    init(_ sessions: [FleetSession], isDone: Bool) {
        (self.sessions, self.isDone) = (sessions, isDone)
    }

    func encode(to encoder: any Encoder) throws {
        try encoder.encode(["deleted": isDone, "sessions": sessions.map(\.id)])
    }

    func lines(style: Style) -> [String] {
        let count = BriefText.count(sessions.count, "session")
        return isDone ? ["\(count) deleted"] : sessions.map(\.id) + ["\(count) would be deleted"]
    }
}

#endif
