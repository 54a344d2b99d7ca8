#if Fleet

import ArgumentParser
import Foundation
import RewindFleet

/// `rewind fleet forget`: erases sessions.
struct FleetForgetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Erase sessions: one, or all that contain a text or match a condition.",
        usage: """
            rewind fleet forget (<id> ... | --text <text> | --where <expr>)
                                [--spool <folder>] [--dry-run] [--database <url>]
            """,
        discussion: """
            Use it when a user asks for erasure. --text is also found in other letter cases, percent-encoded, and in \
            Base64, but not if it is spread over several values. A search in all tables proves that nothing is left. \
            The tables, or the parts of them for the months in which the sessions were stored, are then written anew, \
            so that their files do not contain erased rows; other commands wait meanwhile. The write-ahead log contains \
            them until PostgreSQL removes its old files, and so do the archive of the log and backups until you delete \
            them.

            An erased session is not stored again if it is sent or pushed later. A session that is still on its way \
            contains the text unnoticed: use --spool for the folder of "rewind fleet serve", and repeat the command.

              rewind fleet forget 3f2b1a90
              rewind fleet forget --text anna@example.com --dry-run
              rewind fleet forget --where "at('/account/id') = 42"
            """
    )

    @Argument(help: "Ids of sessions, of all apps")
    var ids: [String] = []

    @Option(
        help: ArgumentHelp("Erase the sessions that contain this text anywhere", valueName: "text"),
        transform: NegativeNumber.restored
    )
    var text: String?

    @Option(name: .customLong("where"), help: ArgumentHelp("Erase the sessions with such a state", valueName: "expr"))
    var condition: LazyArgument<Expression>?

    @Option(
        help: ArgumentHelp(
            "Folder of \"rewind fleet serve\", in which the sessions are erased, too",
            valueName: "folder"
        ),
        completion: .directory
    )
    var spool: String?

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
        let files = try spool.map {
            let folder = URL(fileURLWithPath: $0)
            return try SpooledFile.find(in: folder, ids: Set(sessions.map(\.id)), containing: text)
        }
        if let text, sessions.isEmpty, files?.isEmpty ?? true { throw CommandError.textNotInFleet(text) }
        if !dryRun {
            try database.erase(sessions, containing: text, files: files ?? [])
            for file in files ?? [] { try file.remove() }
        }
        try output.print(DeletionReport(sessions, files: files?.map(\.url.path), isDone: !dryRun))
    }

    private func found(in database: FleetDatabase) throws -> [FleetSession] {
        if let text { return try database.sessions(containing: text) }
        guard let condition else { return try ids.flatMap { try database.sessions(withID: $0) } }
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

private struct DeletionReport: CommandReport {
    private let sessions: [FleetSession]
    /// The paths of files that are not in the database; nil if none were searched.
    private let files: [String]?
    private let isDone: Bool

    init(_ sessions: [FleetSession], files: [String]? = nil, isDone: Bool) {
        (self.sessions, self.files, self.isDone) = (sessions, files, isDone)
    }

    func encode(to encoder: any Encoder) throws {
        try encoder.encode(["deleted": isDone, "sessions": sessions.map(\.id), "files": files])
    }

    func lines(style: TextStyle) -> [String] {
        let verb = isDone ? "deleted" : "would be deleted"
        return (isDone ? [] : sessions.map(\.id) + (files ?? []).map(TerminalText.line))
            + ["\(BriefText.count(sessions.count, "session")) \(verb)"]
            + (files.map { ["\(BriefText.count($0.count, "file")) \(verb)"] } ?? [])
    }
}

#endif
