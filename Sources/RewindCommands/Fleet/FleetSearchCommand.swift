#if Fleet

import ArgumentParser
import RewindAnswers
import RewindFleet
import RewindTimeline

/// `rewind fleet search`: finds the sessions that contain a text.
struct FleetSearchCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Find the sessions that contain a text.",
        usage: """
            rewind fleet search <text> [-n <count>] [--app <name>]
                                [--app-version <version>] [--since <time>] [--crashed]
            """,
        discussion: """
            Searches types, payloads, errors and values like "rewind search", newest session first, and prints the best \
            match of each session and the number of others. Case is ignored unless TEXT has a capital letter. Lists at \
            most 20 sessions by default. Exit status 1 without a match.

              rewind fleet search http_500
              rewind fleet search "Alice Example" --since 7d
            """
    )

    @Argument(help: "Text to search for", transform: NegativeNumber.restored)
    var text: String

    @OptionGroup var sessions: FleetFilterOptions

    @OptionGroup var list: LimitOption

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if text.isEmpty { throw ValidationError.emptyText }
    }

    func run() throws {
        let limit = try list.number ?? FleetLsCommand.limit
        let work = ProgressReporter()
        let pattern = TextPattern(text)
        var printer = output.printer
        var found = 0
        try sessions.fleet.open().forEachSession(
            thatMayContain: text,
            sessions.filter,
            progress: { try work.step("searching sessions", done: $0, of: $1, found: found) },
            { session, timeline in
                var lines = FindLines(style: output.style, last: timeline.last, pattern: pattern)
                lines.lastEffect = try timeline.session.lastEffect()
                var finds = FindsOfAction()
                try timeline.session.forEachFind(of: pattern) { find in
                    try work.interruption.check()
                    finds.add(find, weight: lines.weight(of: find))
                    return true
                }
                guard let best = finds.best else { return true }
                found += 1
                guard found <= limit else { return false }
                let entry = try FleetFindEntry(
                    session: session.id,
                    places: finds.count,
                    find: Find(best, of: pattern, in: Session(timeline))
                )
                let line = lines.line(for: finds, type: entry.find.type ?? "(first state)")
                try printer.print(entry, lines: ["\(output.style.strong(session.shortID))  \(line)".fitted])
                return true
            }
        )
        guard found > 0 else { throw CommandError.textNotInFleet(text) }
        if found > limit { Output.note(.moreRows(limit: limit)) }
    }
}

private struct FleetFindEntry: Encodable {
    let session: String
    let places: Int
    let find: Find

    func encode(to encoder: any Encoder) throws {
        try find.encode(to: encoder)
        try encoder.encode(["session": session, "places": places])
    }
}

#endif
