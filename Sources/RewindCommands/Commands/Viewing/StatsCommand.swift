import ArgumentParser
import RewindAnswers
import RewindSession
import RewindTimeline

/// `rewind stats`: shows how large a session is, by type of action and by table.
struct StatsCommand: AnsweringCommand, SessionCommand, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Summarize a session: counts, sizes, how it ended.",
        usage: "rewind stats [<file>]",
        discussion: """
              rewind stats demo.rewind
              rewind stats demo.rewind --json
            """
    )

    static let tool = AssistantTool(
        Stats.self,
        description: "Summarize a session: how it ended, and its actions by type. A good first call."
    )

    @OptionGroup var session: SessionArgument
    @OptionGroup var output: OutputOptions

    func run() throws {
        let context = try Context(session.timeline(), output)
        try context.print(StatsReport(answer: context.session.answer(Stats())))
    }
}

private struct StatsReport: CommandReport {
    let answer: Stats.Answer

    private var sizes: SessionSizes { answer.sizes }

    func encode(to encoder: any Encoder) throws {
        try answer.encode(to: encoder)
    }

    func lines(style: TextStyle) -> [String] {
        let facts = answer.facts.mapValues(TerminalText.line)
        let app = [facts["app"], facts["app_version"]].compactMap { $0 }.joined(separator: " ")
        var rows =
            if let origin = facts["imported_from"] {
                [("imported", origin)]
            } else {
                [
                    ("app", "\(app), \(facts["state_type"] ?? "unknown state")"),
                    ("recorded", "\(facts["os"] ?? "?"), \(facts["durability"] ?? "?")"),
                ]
            }
        let own = facts.keys.filter { $0.hasPrefix(SessionFact.ownPrefix) }.sorted()
        if !own.isEmpty {
            let texts = own.map { "\($0.dropFirst(SessionFact.ownPrefix.count)) \(facts[$0] ?? "")" }
            rows.append(("facts", texts.joined(separator: ", ")))
        }
        if let start = answer.startedAt, let end = answer.endedAt {
            let times = TimeText()
            let (length, isTooLong) = end.subtractingReportingOverflow(start)
            rows.append(("from", times.dayAndTime(start)))
            let later = isTooLong || length < 0 ? "" : ", \(SpanText.words(length)) later"
            rows.append(("to", times.dayAndTime(end) + later))
        }
        let (end, cursor, last) = (answer.ending, answer.cursor, answer.last)
        rows.append(("ended", end.remark.map(style.warning) ?? end.text))
        rows.append(("actions", actions))
        if let (seq, type, duration) = sizes.slowest {
            rows.append(("slowest", "\(seq) \(TerminalText.line(type)), \(SpanText.duration(duration))"))
        }
        if let effects = answer.effects { rows.append(("effects", Self.text(of: effects))) }
        rows.append(("cursor", cursor == last ? "at the end" : "at \(cursor) of \(last)"))
        if !answer.bookmarks.isEmpty {
            let names = answer.bookmarks.map { ":\(TerminalText.line($0.name)) \($0.seq)" }
            rows.append(("bookmarks", names.joined(separator: ", ")))
        }
        if let seq = facts[SessionFact.overlapKey] {
            rows.append(("threads", "overlap from \(seq) on: effects may belong to another action"))
        }
        if sizes.pruned > 0 { rows.append(("pruned", "\(sizes.pruned) earlier ones")) }
        rows += answer.losses.lines(after: end).map { ("missing", style.warning($0)) }
        let each = sizes.actions > 0 ? ", \(sizes.fileBytes / sizes.actions) per action" : ""
        rows.append(("bytes", "\(sizes.fileBytes)\(each)"))
        rows.append(("snapshots", "\(sizes.snapshots) in \(BriefText.count(sizes.chunks, "chunk"))"))
        let changes = BriefText.count(sizes.changes, "change")
        rows.append(("index", "\(changes) of \(BriefText.count(sizes.pointers, "pointer"))"))
        return rows.map { name, text in
            style.strong(name) + String(repeating: " ", count: 11 - name.count) + text
        } + slowestEffects(style)
            + Self.lines(for: sizes.types.map { ($0.name, $0.count) }, title: "actions by type", style)
            + Self.lines(for: sizes.tables.map { ($0.name, $0.bytes) }, title: "bytes by table", style)
    }

    private static func text(of effects: EffectCounts) -> String {
        let parts = [
            (effects.failed, "failed"), (effects.canceled, "canceled"), (effects.open, "never ended"),
            (effects.notes, effects.notes == 1 ? "note" : "notes"), (effects.unknownCauses, "of unknown cause"),
        ]
        return ([String(effects.count)] + parts.filter { $0.0 > 0 }.map { "\($0) \($1)" }).joined(separator: ", ")
    }

    private func slowestEffects(_ style: TextStyle) -> [String] {
        guard let slowest = answer.effects?.slowest, !slowest.isEmpty else { return [] }
        let times = slowest.map { SpanText.duration($0.duration) }
        let width = times.map(Cells.count).max() ?? 0
        return ["\n" + style.strong("slowest effects")]
            + zip(slowest, times).map { effect, time in
                let count = effect.count > 1 ? ", the slowest of \(effect.count)" : ""
                return "  \(Cells.padded(time, to: width, isRight: true))  \(TerminalText.line(effect.name))\(count)"
            }
    }

    private var actions: String {
        let branches = sizes.branches == 1 ? "branch" : "branches"
        return String(sizes.actions) + (sizes.problemCount > 0 ? ", \(sizes.problemCount) failed or unfinished" : "")
            + (sizes.branches > 0 ? ", \(sizes.branches) more \(branches)" : "")
    }

    private static func lines(for counts: [(name: String, count: Int)], title: String, _ style: TextStyle) -> [String] {
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
