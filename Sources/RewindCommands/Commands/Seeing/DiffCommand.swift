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
    var points: [String] = []

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
        let references = points.filter { !$0.isPointerArgument }
        guard references.count <= 2, points.count <= references.count + 1,
            points.dropLast().allSatisfy({ !$0.isPointerArgument })
        else { throw ValidationError("Give at most two REFs, then at most one POINTER.") }
    }

    func run() throws {
        let timeline = try session.open()
        let references = points.filter { !$0.isPointerArgument }
        let pointer = try Pointer(argument: points.last { $0.isPointerArgument })
        let to = try timeline.seq(references.last, or: "cursor")
        let from = references.count == 2 ? try timeline.seq(references[0], or: "") : try timeline.parent(of: to)
        try UnknownStates(of: timeline).prepare(from, to)
        guard let changes = try timeline.changes(from: from, to: to, at: pointer) else {
            throw try MissingPointer.error(for: pointer, in: timeline) { .nothingAt(pointer, seq: to, elsewhere: $0) }
        }
        switch format {
        case .text: printText(changes, from: from, to: to)
        case .stat: printStat(changes, from: from, to: to)
        case .patch:
            let patch = try timeline.patch(from: from, to: to, at: pointer) ?? Patch([])
            Output.line(output.json ? patch.tree.text : patch.tree.prettyText())
        case .merge:
            let old = try timeline.state(at: from)[pointer] ?? .null
            let merge = (try timeline.state(at: to)[pointer] ?? .null).mergePatch(from: old)
            Output.line(output.json ? merge.text : merge.prettyText())
        }
        if references.isEmpty { CursorNote.tell(about: to, in: timeline) }
        if exitCode, !changes.isEmpty { throw ExitCode(1) }
    }

    private func printText(_ changes: [Change], from: Int, to: Int) {
        guard !output.json else {
            Output.line(
                Tree(members: [
                    ("from", .integer(Int64(from))), ("to", .integer(Int64(to))),
                    ("changes", Tree(elements: changes.map(ChangeText.json))),
                ]).text
            )
            return
        }
        for line in ChangeText.lines(for: changes, style: output.style) { Output.line(line) }
        if changes.isEmpty { Output.message("No difference between \(from) and \(to).") }
    }

    private func printStat(_ changes: [Change], from: Int, to: Int) {
        var counts: [String: Int] = [:]
        for change in changes { counts[change.pointer.tokens.first ?? "", default: 0] += 1 }
        let slices = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        guard !output.json else {
            Output.line(
                Tree(members: [
                    ("from", .integer(Int64(from))), ("to", .integer(Int64(to))),
                    ("slices", Tree(members: slices.map { ($0.key, .integer(Int64($0.value))) })),
                ]).text
            )
            return
        }
        for (slice, count) in slices {
            let name = slice.isEmpty ? "(root)" : slice
            Output.line("\(output.style.name(name))  \(BriefText.count(count, "change"))")
        }
    }
}
