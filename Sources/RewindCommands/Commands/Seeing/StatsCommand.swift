#if os(macOS) || os(Linux)

import ArgumentParser
import RewindSession
import RewindTimeline

/// `rewind stats`: shows how large a session is, by type of action and by table.
struct StatsCommand: SessionCommand, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Summarize a session: counts, sizes, how it ended.",
        usage: "rewind stats [<file>]",
        discussion: """
              rewind stats demo.rewind
              rewind stats demo.rewind --json
            """,
        aliases: ["info"]
    )

    @OptionGroup var session: SessionArgument
    @OptionGroup var output: OutputOptions

    func run() throws {
        let timeline = try session.timeline()
        try output.print(StatsReport(of: timeline.session))
    }
}

private struct StatsReport: Report {
    private let sizes: SessionSizes
    private let facts: [String: String]
    private let outcome: OutcomeReport

    init(of session: SessionReader) throws {
        sizes = try SessionSizes(of: session)
        facts = try session.facts()
        outcome = try OutcomeReport(of: session)
    }

    func encode(to encoder: any Encoder) throws {
        try outcome.encode(to: encoder)
        try encoder.encode([
            "actions": sizes.actions, "pruned": sizes.pruned, "snapshots": sizes.snapshots, "chunks": sizes.chunks,
            "pointers": sizes.pointers, "changes": sizes.changes, "bytes": sizes.fileBytes,
            "first_at": OrNull(wrappedValue: sizes.span?.lowerBound),
            "last_at": OrNull(wrappedValue: sizes.span?.upperBound),
            "types": Dictionary(sizes.types.map { ($0.name, $0.count) }) { $1 },
            "tables": Dictionary(sizes.tables.map { ($0.name, $0.bytes) }) { $1 }, "session": facts,
        ])
    }

    func lines(style: Style) -> [String] {
        let facts = facts.mapValues(TerminalText.line)
        let app = [facts["app"], facts["app_version"]].compactMap { $0 }.joined(separator: " ")
        var rows = [
            ("app", "\(app), \(facts["state_type"] ?? "unknown state")"),
            ("recorded", "\(facts["os"] ?? "?"), \(facts["durability"] ?? "?")"),
        ]
        if let span = sizes.span {
            let times = TimeText()
            let seconds = (Double(span.upperBound) - Double(span.lowerBound)) / 1_000_000
            rows.append(("from", times.dayAndTime(span.lowerBound)))
            rows.append(("to", "\(times.dayAndTime(span.upperBound)), \(seconds) s later"))
        }
        let end = outcome.ending
        rows.append(("ended", end.remark.map(style.warning) ?? end.text))
        rows.append(("actions", String(sizes.actions)))
        if let seq = facts[SessionFact.overlapKey] {
            rows.append(("threads", "overlap from \(seq) on: effects may belong to another action"))
        }
        if sizes.pruned > 0 { rows.append(("pruned", "\(sizes.pruned) earlier ones")) }
        rows += outcome.losses.map { ("missing", style.warning($0)) }
        let each = sizes.actions > 0 ? ", \(sizes.fileBytes / sizes.actions) per action" : ""
        rows.append(("bytes", "\(sizes.fileBytes)\(each)"))
        rows.append(("snapshots", "\(sizes.snapshots) in \(BriefText.count(sizes.chunks, "chunk"))"))
        let changes = BriefText.count(sizes.changes, "change")
        rows.append(("index", "\(changes) of \(BriefText.count(sizes.pointers, "pointer"))"))
        return rows.map { name, text in
            style.strong(name) + String(repeating: " ", count: 11 - name.count) + text
        } + Self.lines(for: sizes.types.map { ($0.name, $0.count) }, title: "actions by type", style)
            + Self.lines(for: sizes.tables.map { ($0.name, $0.bytes) }, title: "bytes by table", style)
    }

    private static func lines(for counts: [(name: String, count: Int)], title: String, _ style: Style) -> [String] {
        guard !counts.isEmpty else { return [] }
        let width = counts.map { String($0.count).count }.max() ?? 0
        return ["\n" + style.strong(title)]
            + counts.map { name, count in
                let digits = String(count)
                let space = String(repeating: " ", count: width - digits.count)
                return "  \(space)\(digits)  \(TerminalText.line(name))"
            }
    }
}

#endif
