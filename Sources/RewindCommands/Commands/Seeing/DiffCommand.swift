import ArgumentParser
import RewindTree
import RewindTimeline

/// `rewind diff`: what is different between two states.
struct DiffCommand: SessionCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text
        case patch
        case merge
        case stat
    }

    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Print what changed between two points in time.",
        usage: "rewind diff <file> [[<from>] <to>] [<pointer>] [--format <format>] [--exit-code] [--json]",
        discussion: """
            TO is the cursor by default, and FROM the parent of TO: "diff FILE 12" prints what action 12 did.
            """
    )

    @OptionGroup var session: SessionArgument

    @Argument(help: "FROM and TO are REFs; a POINTER narrows the diff to one value.")
    var points: [PointArgument] = []

    @Option(
        help: ArgumentHelp(
            "text; a JSON Patch (RFC 6902); a JSON Merge Patch (RFC 7396); or the number of changes in each slice.",
            valueName: "text|patch|merge|stat"
        )
    )
    var format = Format.text

    @Flag(help: "Exit with status 1 when there are differences.")
    var exitCode = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        let references = points.prefix { $0.pointer == nil }
        guard references.count <= 2, points.count <= references.count + 1,
            points.dropFirst(references.count).allSatisfy({ $0.pointer != nil })
        else { throw ValidationError.points }
    }

    func run() throws {
        let timeline = try session.timeline()
        let references = points.filter { $0.pointer == nil }.map(\.reference)
        let pointer = try points.last?.pointer?.value ?? .root
        let to = try timeline.seq(references.last ?? .cursor)
        let from = try references.count == 2 ? timeline.seq(references[0]) : timeline.parent(of: to)
        try UnknownStates(of: timeline).prepare(from, to)
        guard let changes = try timeline.changes(from: from, to: to, at: pointer) else {
            throw try MissingPointer.error(for: pointer, in: timeline) { .nothingAt(pointer, seq: to, elsewhere: $0) }
        }
        switch format {
        case .text:
            try output.print(DiffReport(from: from, to: to, changes: changes))
            if changes.isEmpty, !output.json { Output.note(.noDifference(from: from, to: to)) }
        case .stat: try output.print(DiffStatReport(from: from, to: to, changes: changes))
        case .patch: try output.print((timeline.patch(from: from, to: to, at: pointer) ?? Patch([])).tree)
        case .merge:
            let old = try timeline.state(at: from)[pointer] ?? .null
            try output.print((timeline.state(at: to)[pointer] ?? .null).mergePatch(from: old))
        }
        if references.isEmpty { timeline.tellOfCursor(at: to) }
        if exitCode, !changes.isEmpty { throw ExitCode(1) }
    }
}

private struct DiffReport: Report {
    let from, to: Int
    let changes: [Change]

    func lines(style: Style) -> [String] { ChangeText.lines(for: changes, style: style) }
}

/// How many changes there are in each slice of the state.
private struct DiffStatReport: Report {
    private let from, to: Int
    private let slices: [String: Int]

    init(from: Int, to: Int, changes: [Change]) {
        (self.from, self.to) = (from, to)
        slices = Dictionary(changes.map { ($0.pointer.tokens.first ?? "", 1) }, uniquingKeysWith: +)
    }

    func lines(style: Style) -> [String] {
        slices.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { slice, count in
            "\(style.name(slice.isEmpty ? "(root)" : slice))  \(BriefText.count(count, "change"))"
        }
    }
}
