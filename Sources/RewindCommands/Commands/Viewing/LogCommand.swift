import ArgumentParser
import RewindAnswers
import RewindSession
import RewindTimeline
import RewindTree

/// `rewind log`: lists the actions of a session.
struct LogCommand: AnsweringCommand, QuestionCommand, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "List the actions and what each changed.",
        usage: """
            rewind log [<file>] [<from>..<to>] [<pointer>] [--type <glob>] ...
                       [--status <status>] [--around <ref>]
                       [--graph | --patch | --by-cause]
                       [--reverse] [-n <count>]
            rewind log [<file>] [<pointer>] --follow [--type <glob>] ...
                       [--status <status>] [-n <count>]
            """,
        discussion: """
            > marks the cursor, ~ an action that was undone and is on another branch, ! one that failed or never finished, ? \
            one that was lost. Names in parentheses are bookmarks; "(after 67)" starts a branch. Actions that are not on \
            the way to the cursor are faint. A wide terminal also shows the time since the previous action, and the \
            reducer's run time. If the recording was not \
            closed, the last line says how it ended. In a file or a pipe, times have the day and the offset from UTC.

            If the app records causes, the second column is the root of an action, such as the effect of a tap: \
            "rewind why" shows the way there. ? is a root that is not known, and a root itself has none. --by-cause \
            prints each action under the effect or action that caused it, after the requests that were awaited there.

            -n prints the last ones; -20 is short for -n 20. With --graph, * marks an action, and : stands for columns that do not fit. \
            --follow first prints the last 10 actions, or -n; it ends with the recording or at Ctrl-C. Exit status 1 \
            if no action matches.

              rewind log demo.rewind 60..70
              rewind log demo.rewind 60..70 --by-cause
              rewind log demo.rewind --type '*Error*' --type '!*Reset*'
            """
    )

    static let tool = AssistantTool(
        Log.self,
        description: """
            List actions with what each changed. > marks the cursor, ~ an undone action, ! a failed or unfinished one, \
            ? a lost one.
            """,
        adding: [.init(name: "by-cause", kind: .flag, description: "Each action under what caused it")]
    )

    @OptionGroup var session: SessionArgument

    @Argument(
        help: ArgumentHelp(
            "Only actions FROM..TO, or only those that changed the value at POINTER",
            valueName: "range|pointer"
        )
    )
    var targets: [TargetArgument] = []

    @Option(
        help: ArgumentHelp(
            "Only types that match; with ! in front, only others; repeatable",
            valueName: "glob"
        ),
        completion: TargetCompletion.types,
        transform: NegativeNumber.restored
    )
    var type: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only actions with this status; trouble is any but done",
            valueName: "status"
        )
    )
    var status: ActionOutcome?

    @Option(help: ArgumentHelp("Only the 21 actions around REF, or -n", valueName: "ref"))
    var around: LazyArgument<PointInTime>?

    @OptionGroup var list: ListOptions

    @Flag(name: [.customShort("p"), .long], help: "Print all changes of each action, as rewind diff does")
    var patch = false

    @Flag(help: "Draw the branches")
    var graph = false

    @Flag(help: "Print each action under what caused it")
    var byCause = false

    @Flag(help: "Print new actions as they are recorded")
    var follow = false

    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        targets = session.passOn() + targets
        let chosen = try chosen
        try ValidationError.checkGlobs(type)
        let isNarrowed = !type.isEmpty || chosen.pointer != nil || status != nil
        if graph, isNarrowed || patch { throw ValidationError.filteredGraph }
        if around != nil, chosen.range != nil { throw ValidationError.aroundAndRange }
        let isPart = chosen.range != nil || around != nil
        if byCause, graph || patch || follow || list.reverse || output.json { throw ValidationError.byCause }
        let isShaped = list.reverse || graph || patch
        if follow, isPart || isShaped { throw ValidationError.followAndMore }
    }

    private var chosen: Targets {
        get throws { try Targets(targets, takesRange: true, orThrow: .rangeAndPointer) }
    }

    func run() throws {
        if follow { try followRecording() } else { try answer(in: Context(session.timeline(), output)) }
    }

    func answer(in context: Context) throws {
        let chosen = try chosen
        let limit = try list.limit.number
        let timeline = context.timeline
        let pointer = try chosen.pointer?.value
        if let pointer {
            try timeline.know(allIn: [timeline.first...timeline.last])
            try MissingPointer.check([pointer], in: timeline)
        }
        var log = try question(limit)
        log.latestFirst = list.reverse
        if let seqs = try seqs(chosen, limit, in: timeline) {
            log.from = PointInTime(seq: seqs.lowerBound)
            log.through = PointInTime(seq: seqs.upperBound)
        }
        let isEmpty = output.json ? try printJSON(log, in: context) : try printLines(log, in: context)
        guard isEmpty else { return }
        if timeline.last == timeline.first { return context.note(.noActions) }
        context.note(.noMatch)
        throw ExitCode(1)
    }

    /// Returns the question that the options describe, about the whole session.
    private func question(_ limit: Int? = nil) throws -> Log {
        let pointer = try chosen.pointer?.value
        return Log(types: type, touching: pointer.map { JSONPointer($0) }, status: status, limit: limit)
    }

    /// Returns the selected range of seqs; nil for all.
    private func seqs(_ chosen: Targets, _ limit: Int?, in timeline: Timeline) throws -> ClosedRange<Int>? {
        guard let around else { return try (chosen.range?.value).map { try timeline.seqs(of: $0) } }
        let middle = try timeline.seq(around)
        let count = limit ?? Self.countAround
        let start = max(timeline.first, min(middle - count / 2, timeline.last - count + 1))
        return start...min(timeline.last, start + count - 1)
    }

    private static let countAround = 21

    /// Prints the actions. Returns true if there are none.
    private func printJSON(_ log: Log, in context: Context) throws -> Bool {
        var printer = context.printer
        var isEmpty = true
        try log.forEachAction(in: context.session) { action in
            isEmpty = false
            try printer.print(action, lines: [])
        }
        return isEmpty
    }

    /// Prints the actions. Returns true if there are none.
    private func printLines(_ log: Log, in context: Context) throws -> Bool {
        let (timeline, session) = (context.timeline, context.session)
        let width = Output.terminalColumns
        let remark = try timeline.session.ending().remark
            .map { Cells.cut(context.style.warning("   \($0)"), to: width) }
        var lines = LogLines(
            style: context.style,
            cursor: try timeline.cursor(),
            last: timeline.last,
            columns: .init(width: width, typeWidth: 0, hasFullTimes: context.hasFullTimes)
        )
        lines.selected = context.here
        lines.names = try LogNames(of: timeline)
        lines.roots = try RootColumn(of: timeline)
        lines.branches = try session.branches()
        if byCause {
            var causes = try CausedLog(of: timeline, lines, write: context.write)
            try log.forEachAction(in: session, readsPayloads: false) { try causes.add($0.record) }
            try causes.finish()
            return causes.isEmpty
        }
        var printer = LogPrinter(
            of: timeline,
            lines,
            graph: try graph ? LogGraph(of: timeline, isReversed: list.reverse, in: log.seqs(in: session)) : nil,
            showsPatches: patch,
            remark: remark,
            isReversed: list.reverse,
            write: context.write
        )
        try log.forEachAction(in: session, readsPayloads: false) { try printer.print($0.record) }
        printer.finish()
        return printer.isEmpty
    }
}

// MARK: Following a recording

extension LogCommand {
    /// The polling interval, in seconds.
    private static let interval = 0.1
    /// The number of consecutive polls that may fail, as they can while the recorder closes the session.
    private static let patience = 20
    private static let countFollowed = 10

    private func followRecording() throws {
        let count = try list.limit.limit?.number(for: "-n", least: 0) ?? Self.countFollowed
        let pointer = try chosen.pointer?.value
        let interruption = Interruption.shared
        var monitor = SessionMonitor(of: session.url)
        var recorder = try monitor.recorder()
        _ = monitor.hasChanged()
        let timeline = try session.timeline()
        var latest = try question().filter()
        latest.isReversed = true
        latest.limit = count
        var records: [ActionRecord] = []
        if count > 0 {
            try timeline.forEachAction(latest, touching: pointer) { record in
                records.append(record)
                return !interruption.isRequested
            }
        }
        var last = timeline.last
        try printing(of: timeline) { print in for record in records.reversed() { try print(record) } }
        guard timeline.session.isLive else { return report(recorder, isFirst: true) }
        var failures = 0
        while !interruption.wait(seconds: Self.interval) {
            recorder = try monitor.recorder()
            guard recorder != .atWork || monitor.hasChanged() || failures > 0 else { continue }
            do {
                try printActions(of: Timeline(opening: session.url), touching: pointer, after: &last)
                failures = 0
            } catch let error as SessionError {
                failures += 1
                guard failures < Self.patience else { throw error }
                continue
            }
            if recorder != .atWork { return report(recorder, isFirst: false) }
        }
    }

    /// Prints the actions after `last`.
    private func printActions(of timeline: Timeline, touching pointer: Pointer?, after last: inout Int) throws {
        let filter = try question().filter(last + 1...max(last + 1, timeline.last))
        try printing(of: timeline) { print in
            try timeline.forEachAction(filter, touching: pointer) { record in
                try print(record)
                last = record.seq
                return !Interruption.shared.isRequested
            }
        }
        if !Interruption.shared.isRequested { last = max(last, timeline.last) }
    }

    /// Prints actions and closes the session: an open reader keeps the recorder from merging its side files.
    private func printing(of timeline: Timeline, _ body: ((ActionRecord) throws -> Void) throws -> Void) throws {
        defer { timeline.session.close() }
        let lines = LogLines(
            style: output.style,
            // During recording, the cursor is the app's.
            cursor: -1,
            last: timeline.last,
            columns: .init(
                width: Output.terminalColumns,
                typeWidth: try timeline.session.longestTypeName(),
                hasFullTimes: Output.hasWholeTimes
            )
        )
        var printer = output.printer
        try body { try printer.print(RecordedAction($0), lines: [lines.line(for: $0)]) }
        try Output.finish()
    }

    private func report(_ recorder: SessionMonitor.Recorder, isFirst: Bool) {
        switch recorder {
        case .atWork: break
        case .done: Output.note(isFirst ? .nobodyRecords(file: session.file) : .recordingEnded)
        case .gone: Output.note(.recorderGone)
        }
    }
}

extension ActionOutcome: ExpressibleByArgument {}
