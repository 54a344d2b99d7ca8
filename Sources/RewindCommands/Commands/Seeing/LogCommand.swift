import ArgumentParser
import Foundation
import RewindSession
import RewindTree
import RewindTimeline

/// `rewind log`: the actions of a session.
struct LogCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "List the actions: seq, time, type and what each changed.",
        discussion: """
            > marks the cursor; behind it, ! marks an action that failed or never came back, ? one that was not recorded. Below \
            the last action stands how the recording ended, where it was not closed.

            With --graph, each branch has a column of its own, * marks the actions where the cursor is not, and : stands \
            for columns for which there is no room.
            """
    )

    @OptionGroup var session: SessionArgument

    @Option(help: ArgumentHelp("Only types that match, with * and ?, in the same case.", valueName: "glob"))
    var type: String?

    @Option(
        help: ArgumentHelp("Only actions that changed the value here, or in it, or around it.", valueName: "pointer")
    )
    var touching: String?

    @Flag(help: "The latest first.")
    var reverse = false

    @Option(help: "At most so many.")
    var limit: Int?

    @Flag(help: "Draw the branches, in a session where actions came after an undo. For all actions.")
    var graph = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard graph else { return }
        if type != nil || touching != nil {
            throw ValidationError("--graph draws all actions: leave out --type and --touching.")
        }
    }

    func run() throws {
        if let limit, limit < 1 { throw CommandError.countTooSmall(option: "--limit") }
        let timeline = try session.open()
        let place = try touching.map { try Pointer(argument: $0) }
        if let place {
            try UnknownStates(of: timeline).prepare(allIn: [timeline.first...timeline.last])
            try MissingPointer.check([place], in: timeline)
        }
        let filter = ActionFilter(
            typeGlob: type,
            touching: place,
            isReversed: reverse,
            limit: limit
        )
        if output.json {
            try timeline.session.forEachAction(filter) { record in
                var members = Self.members(for: record)
                if record.seq == timeline.last {
                    members.append(("ending", EndingText.json(try timeline.session.ending())))
                }
                Output.line(Tree(members: members).text)
                return true
            }
            return
        }
        let remark = try EndingText.remark(on: timeline.session.ending()).map { output.style.warning("   \($0)") }
        let lines = LogLines(
            style: output.style,
            cursor: try timeline.cursor(),
            last: timeline.last,
            typeWidth: try timeline.session.longestTypeName()
        )
        var graph = graph ? try LogGraph(of: timeline, isReversed: reverse) : nil
        var isEmpty = true
        try timeline.session.forEachAction(filter) { record in
            isEmpty = false
            let isLast = record.seq == timeline.last
            if let remark, isLast, reverse { Output.line(remark) }
            for line in graph?.advance(to: record.seq) ?? [] { Output.line(line) }
            Output.line(lines.line(for: record, in: graph))
            if let remark, isLast, !reverse { Output.line(remark) }
            return true
        }
        if isEmpty {
            Output.message(timeline.last == timeline.first ? "Note: there are no actions." : "Note: no action matches.")
        }
    }

    static func json(for record: ActionRecord) -> Tree {
        Tree(members: members(for: record))
    }

    /// The members of the JSON object that stands for an action.
    private static func members(for record: ActionRecord) -> [(String, Tree)] {
        var members: [(String, Tree)] = [
            ("seq", .integer(Int64(record.seq))),
            ("parent", .integer(Int64(record.parent))),
            ("at", .integer(record.at)),
            ("type", .string(record.type)),
            ("coder", .string(record.coder.rawValue)),
            ("status", .string(record.status.rawValue)),
            ("payload", record.payload ?? .null),
            ("patch", record.patch?.tree ?? .null),
        ]
        if let duration = record.duration { members.append(("duration", .integer(duration))) }
        if let origin = record.origin { members.append(("origin", .string(origin))) }
        if let error = record.error { members.append(("error", .string(error))) }
        return members
    }
}

/// The lines of a log, in columns.
struct LogLines {
    let style: Style
    let cursor: Int
    let last: Int
    let typeWidth: Int
    private let times = TimeText()

    init(style: Style, cursor: Int, last: Int, typeWidth: Int) {
        self.style = style
        self.cursor = cursor
        self.last = last
        self.typeWidth = typeWidth
    }

    /// The line for one action, behind its place in a graph where there is one.
    func line(for record: ActionRecord, in graph: LogGraph? = nil) -> String {
        let seq = String(record.seq)
        let padding = String(repeating: " ", count: max(0, String(last).count - seq.count))
        let name = TerminalText.line(record.type)
        let type = name + String(repeating: " ", count: max(0, typeWidth - name.count))
        let cursorMark = record.seq == cursor ? style.strong(">") : graph == nil ? " " : "*"
        let place = graph?.cell(mark: cursorMark) ?? cursorMark
        return [
            "\(place) \(statusMark(for: record)) \(padding)\(seq)", style.faint(times.time(record.at)),
            style.name(type), ChangeText.summary(of: record.patch), record.error.map { style.warning("failed: \($0)") },
            // Where the line to it cannot be seen.
            graph?.isCrowded == true && record.parent != record.seq - 1
                ? style.faint("(after \(record.parent))") : nil,
        ].compactMap { $0 }.joined(separator: "  ")
    }

    private func statusMark(for record: ActionRecord) -> String {
        switch record.status {
        case .began, .failed: style.warning("!")
        case .dropped: style.warning("?")
        case .done: " "
        }
    }
}
