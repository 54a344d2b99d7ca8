#if Fleet

import ArgumentParser
import RewindFleet
import RewindTree

/// `rewind fleet crashes`: groups crashes by the action that was under way.
struct FleetCrashesCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "crashes",
        abstract: "Group the crashes by their last action.",
        usage: """
            rewind fleet crashes [--app <name>] [--app-version <version>]
                                 [--since <time>] [-n <count>]
            """,
        discussion: """
            A group has crashes during actions of one type, or right after them, that changed the same values. Prints \
            the number of sessions, the type, the pointers, the versions of the app, the effects that were under way \
            and in how many sessions, the times of the first and the last crash, and the shortest session.

              rewind fleet crashes --since 30d
              rewind fleet crashes --app-version 1.2 --json
            """
    )

    @OptionGroup var sessions: FleetFilterOptions

    @OptionGroup var list: LimitOption

    @OptionGroup var output: OutputOptions

    func run() throws {
        let limit = try list.number ?? FleetLsCommand.limit
        let groups = try sessions.fleet.open().crashes(sessions.filter)
        guard let first = groups.first else { throw CommandError.noCrashes }
        try output.print(groups.map(CrashReport.init), limit: limit)
        if !output.json {
            sessions.fleet.hint("Write the shortest session to a file", "pull \(first.shortest.id.prefix(13))")
        }
    }
}

/// A group of crashes.
struct CrashReport: CommandReport, Sendable {
    /// The maximum number of effects in the text.
    private static let mostEffects = 8

    let group: FleetCrashes

    func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "type": group.type, "pointers": group.pointers, "sessions": group.versions.sessions,
            "versions": group.versions.all.map { FleetVersionEntry(version: $0) },
            "effects": group.effects.map { Effect(name: $0.name, sessions: $0.sessions) },
            "first_at": group.firstAt, "last_at": group.lastAt,
            "shortest": Shortest(session: group.shortest.id, actions: group.shortest.actions),
        ])
    }

    private struct Effect: Encodable {
        let name: String
        let sessions: Int
    }

    private struct Shortest: Encodable {
        let session: String
        let actions: Int
    }

    func lines(style: TextStyle) -> [String] {
        let type = group.type.map(TerminalText.line) ?? "(before any action)"
        let pointers: String =
            if case .array(let array)? = group.pointers {
                array.elements.isEmpty
                    ? "changed nothing" : array.elements.map { $0.string ?? "" }.joined(separator: ", ")
            } else {
                "effect unknown"
            }
        let others = group.effects.count - Self.mostEffects
        let effects =
            group.effects.prefix(Self.mostEffects).map { "\(TerminalText.line($0.name)) (\($0.sessions))" }
            + (others > 0 ? ["and \(others) more"] : [])
        let times = TimeText()
        let span = [group.firstAt, group.lastAt].compactMap(\.self).map(times.dayAndMinute)
        let lines: [String?] = [
            "\(style.strong(BriefText.count(group.versions.sessions, "session")))  \(style.name(type))  "
                + TerminalText.line(pointers),
            "  \(group.versions.text)",
            effects.isEmpty ? nil : "  under way: \(effects.joined(separator: ", "))",
            "  from \(span.first ?? "?") to \(span.last ?? "?"); the shortest is "
                + "\(group.shortest.id.prefix(13)), \(BriefText.count(group.shortest.actions, "action"))",
        ]
        return lines.compactMap { $0?.fitted }
    }
}

#endif
