#if Fleet

import ArgumentParser
import RewindFleet
import RewindTree

/// `rewind fleet blame`: lists the types of actions that write a value.
struct FleetBlameCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "blame",
        abstract: "List the types of actions that write a value.",
        usage: """
            rewind fleet blame <pointer> [-n <count>] [--app <name>]
                               [--app-version <version>] [--since <time>] [--crashed]
            """,
        discussion: """
            Counts the actions that changed the value or something in it, and the sessions with such actions by version \
            of the app. Writing an equal value does not count. An index, and *, stand for all elements of an array.

              rewind fleet blame /articleDetail/error
              rewind fleet blame '/home/articleList/*/title' --app-version 1.2
            """
    )

    @Argument(help: "POINTER to the value")
    var pointer: LazyArgument<Pointer>

    @OptionGroup var sessions: FleetFilterOptions

    @OptionGroup var list: LimitOption

    @OptionGroup var output: OutputOptions

    func run() throws {
        let limit = try list.number ?? .max
        let pointer = try pointer.value
        let fleet = try sessions.fleet.open()
        if let missing = try CommandError.missing([pointer], in: fleet) { throw missing }
        let found = try fleet.blame(pointer, sessions.filter).map(BlameReport.init)
        guard !found.isEmpty else { throw CommandError.notWrittenInFleet(pointer) }
        var printer = output.printer
        let lines = String.columns(found.map { $0.cells(style: output.style) }, right: [1, 2])
        for (report, line) in zip(found, lines).prefix(limit) { try printer.print(report, lines: [line]) }
    }

    private struct BlameReport: Encodable {
        let found: FleetBlame

        func encode(to encoder: any Encoder) throws {
            try encoder.encode([
                "type": found.type, "count": found.versions.count, "sessions": found.versions.sessions,
                "versions": found.versions.all.map { FleetVersionEntry(version: $0, hasCount: true) },
            ])
        }

        func cells(style: TextStyle) -> [String] {
            [
                style.name(TerminalText.line(found.type)), BriefText.count(found.versions.count, "change"),
                BriefText.count(found.versions.sessions, "session"), style.faint(found.versions.text),
            ]
        }
    }
}

/// A version of the app in JSON output.
struct FleetVersionEntry: Encodable {
    let version: FleetVersions.Version
    var hasCount = false

    func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "app_version": version.version, "sessions": version.sessions, "count": hasCount ? version.count : nil,
        ])
    }
}

extension FleetVersions {
    /// The versions with their numbers of sessions.
    var text: String {
        all.map { "\(TerminalText.line($0.version ?? "no version")) (\($0.sessions))" }.joined(separator: ", ")
    }
}

#endif
