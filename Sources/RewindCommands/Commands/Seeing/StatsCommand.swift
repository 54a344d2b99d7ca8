import ArgumentParser
import RewindSession
import RewindTree
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
        let sizes = try SessionSizes(of: timeline.session)
        let facts = try timeline.session.facts()
        let (ending, losses) = (try timeline.session.ending(), try SessionLosses(of: timeline.session))
        if output.json {
            Output.line(Tree(members: json(sizes, facts) + EndingText.json(ending, losses)).text)
        } else {
            printText(sizes, facts, ending, losses)
        }
    }

    private func json(_ sizes: SessionSizes, _ facts: [String: String]) -> [(String, Tree)] {
        func counts(_ pairs: [(name: String, count: Int)]) -> Tree {
            Tree(members: pairs.map { ($0.name, .integer(Int64($0.count))) })
        }
        return [
            ("actions", .integer(Int64(sizes.actions))),
            ("pruned", .integer(Int64(sizes.pruned))),
            ("snapshots", .integer(Int64(sizes.snapshots))),
            ("chunks", .integer(Int64(sizes.chunks))),
            ("pointers", .integer(Int64(sizes.pointers))),
            ("changes", .integer(Int64(sizes.changes))),
            ("bytes", .integer(Int64(sizes.fileBytes))),
            ("first_at", sizes.span.map { .integer($0.lowerBound) } ?? .null),
            ("last_at", sizes.span.map { .integer($0.upperBound) } ?? .null),
            ("types", counts(sizes.types.map { ($0.name, $0.count) })),
            ("tables", counts(sizes.tables.map { ($0.name, $0.bytes) })),
            ("session", Tree(members: facts.map { ($0.key, .string($0.value)) })),
        ]
    }

    private func printText(
        _ sizes: SessionSizes,
        _ facts: [String: String],
        _ ending: SessionEnding,
        _ losses: SessionLosses
    ) {
        let style = output.style
        let facts = facts.mapValues(TerminalText.line)
        let app = [facts["app"], facts["app_version"]].compactMap { $0 }.joined(separator: " ")
        Output.line("\(style.strong("app"))        \(app), \(facts["state_type"] ?? "unknown state")")
        Output.line("\(style.strong("recorded"))   \(facts["os"] ?? "?"), \(facts["durability"] ?? "?")")
        if let span = sizes.span {
            let times = TimeText()
            let seconds = (Double(span.upperBound) - Double(span.lowerBound)) / 1_000_000
            Output.line("\(style.strong("from"))       \(times.dayAndTime(span.lowerBound))")
            Output.line("\(style.strong("to"))         \(times.dayAndTime(span.upperBound)), \(seconds) s later")
        }
        let end = EndingText.text(of: ending)
        Output.line("\(style.strong("ended"))      \(EndingText.remark(on: ending) == nil ? end : style.warning(end))")
        let each = sizes.actions > 0 ? ", \(sizes.fileBytes / sizes.actions) an action" : ""
        Output.line("\(style.strong("actions"))    \(sizes.actions)")
        if let seq = facts[SessionFact.overlapKey] {
            Output.line("\(style.strong("threads"))    overlap from \(seq) on: which action did what is not certain")
        }
        if sizes.pruned > 0 {
            Output.line("\(style.strong("pruned"))     \(sizes.pruned) before them")
        }
        for line in EndingText.lines(for: losses) {
            Output.line("\(style.strong("missing"))    \(style.warning(line))")
        }
        Output.line("\(style.strong("bytes"))      \(sizes.fileBytes)\(each)")
        Output.line("\(style.strong("snapshots"))  \(sizes.snapshots) in \(BriefText.count(sizes.chunks, "chunk"))")
        let changes = BriefText.count(sizes.changes, "change")
        Output.line("\(style.strong("index"))      \(changes) of \(BriefText.count(sizes.pointers, "pointer"))")
        printCounts(sizes.types.map { ($0.name, $0.count) }, title: "actions by type")
        printCounts(sizes.tables.map { ($0.name, $0.bytes) }, title: "bytes by table")
    }

    private func printCounts(_ counts: [(name: String, count: Int)], title: String) {
        guard !counts.isEmpty else { return }
        Output.line("\n" + output.style.strong(title))
        let width = counts.map { String($0.count).count }.max() ?? 0
        for (name, count) in counts {
            let digits = String(count)
            Output.line("  \(String(repeating: " ", count: width - digits.count))\(digits)  \(TerminalText.line(name))")
        }
    }
}
