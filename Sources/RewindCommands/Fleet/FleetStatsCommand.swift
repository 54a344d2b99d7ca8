#if Fleet

import ArgumentParser
import Foundation
import RewindFleet

/// `rewind fleet stats`: counts sessions, actions and crashes.
struct FleetStatsCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Count the sessions, actions and crashes by version and day.",
        usage: """
            rewind fleet stats [--app <name>] [--app-version <version>]
                               [--since <time>] [--crashed]
            """,
        discussion: """
            Prints the share of sessions that did not end with a crash, in all, by version of the app, and by day of \
            their start in UTC. The text has the latest 14 days, JSON has all.

              rewind fleet stats --since 30d
              rewind fleet stats --app Reader --json
            """
    )

    @OptionGroup var sessions: FleetFilterOptions

    @OptionGroup var output: OutputOptions

    func run() throws {
        try output.print(FleetStatsReport(stats: sessions.fleet.open().stats(sessions.filter)))
    }
}

private struct FleetStatsReport: CommandReport {
    /// The number of days in the text.
    private static let mostDays = 14

    private struct Part: Encodable {
        let part: FleetStats.Part
        var isDay = false

        func encode(to encoder: any Encoder) throws {
            try encoder.encode([
                "app": part.app, "app_version": part.version,
                "day": isDay ? part.lastAt.map { TimeText(timeZone: .gmt).day($0) } : nil, "sessions": part.sessions,
                "actions": part.actions, "bytes": part.bytes, "crashed": part.crashed,
                "crash_free": part.crashFree, "first_at": part.firstAt, "last_at": part.lastAt,
            ])
        }
    }

    let stats: FleetStats

    func encode(to encoder: any Encoder) throws {
        try Part(part: stats.total).encode(to: encoder)
        try encoder.encode([
            "versions": stats.versions.map { Part(part: $0) }, "days": stats.days.map { Part(part: $0, isDay: true) },
        ])
    }

    func lines(style: TextStyle) -> [String] {
        func cells(_ name: String, _ part: FleetStats.Part) -> [String] {
            // Rounded down, so that 100 % means no crash.
            let share = Int(part.crashFree * 1_000)
            return [
                style.name(TerminalText.line(name)), BriefText.count(part.sessions, "session"),
                BriefText.count(part.actions, "action"), "\(part.bytes) bytes",
                "\(share / 10).\(share % 10) % crash-free",
            ]
        }
        let days = stats.days.prefix(Self.mostDays)
        let rows =
            [cells("all", stats.total)]
            + stats.versions.map { cells([$0.app ?? "?", $0.version ?? "?"].joined(separator: " "), $0) }
            + days.map { cells($0.lastAt.map { TimeText(timeZone: .gmt).day($0) } ?? "?", $0) }
        var lines = String.columns(rows, right: [1, 2, 3])
        lines.insert("", at: 1 + stats.versions.count)
        lines.insert("", at: 1)
        let more = stats.days.count - days.count
        return lines + (more > 0 ? [style.faint("… \(BriefText.count(more, "earlier day"))")] : [])
    }
}

#endif
