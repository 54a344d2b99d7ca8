import ArgumentParser
import RewindSession
import RewindTimeline

/// `rewind stats`: how large a session is, and what of.
struct StatsCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Count what the session holds, by type of action and by table."
    )

    @OptionGroup var session: SessionArgument
    @OptionGroup var output: OutputOptions

    func run() throws {
        let timeline = try session.open()
        try output.print(StatsReport(of: timeline.session))
    }
}

private struct StatsReport: Report {
    private enum CodingKeys: String, CodingKey {
        case actions, pruned, snapshots, chunks, pointers, changes, bytes, types, tables, session
        case firstAt = "first_at"
        case lastAt = "last_at"
    }

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
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(sizes.actions, forKey: .actions)
        try object.encode(sizes.pruned, forKey: .pruned)
        try object.encode(sizes.snapshots, forKey: .snapshots)
        try object.encode(sizes.chunks, forKey: .chunks)
        try object.encode(sizes.pointers, forKey: .pointers)
        try object.encode(sizes.changes, forKey: .changes)
        try object.encode(sizes.fileBytes, forKey: .bytes)
        try object.encode(sizes.span?.lowerBound, forKey: .firstAt)
        try object.encode(sizes.span?.upperBound, forKey: .lastAt)
        try object.encode(Dictionary(sizes.types.map { ($0.name, $0.count) }) { $1 }, forKey: .types)
        try object.encode(Dictionary(sizes.tables.map { ($0.name, $0.bytes) }) { $1 }, forKey: .tables)
        try object.encode(facts, forKey: .session)
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
            rows.append(("threads", "overlap from \(seq) on: which action did what is not certain"))
        }
        if sizes.pruned > 0 { rows.append(("pruned", "\(sizes.pruned) before them")) }
        rows += outcome.losses.map { ("missing", style.warning($0)) }
        let each = sizes.actions > 0 ? ", \(sizes.fileBytes / sizes.actions) an action" : ""
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
