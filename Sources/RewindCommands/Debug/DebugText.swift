import RewindSession
import RewindAnswers
import RewindTimeline
import RewindTree

extension DebugText {
    /// Returns the log line of an action or the initial state.
    ///
    /// - Throws: `SessionError`.
    static func line(at seq: Int, in timeline: Timeline, style: TextStyle, width: Int?) throws -> String {
        guard seq > timeline.first, let record = try timeline.session.action(seq) else {
            return firstLine(of: timeline, style)
        }
        var columns = LogLines.Columns(width: width, typeWidth: 0)
        (columns.showsPauses, columns.showsDurations) = (false, false)
        var lines = LogLines(style: style, cursor: -1, last: timeline.last, columns: columns)
        lines.names = try LogNames(of: timeline)
        return lines.line(for: record)
    }

    /// Returns the line of the initial state, in the columns of the action lines.
    static func firstLine(of timeline: Timeline, _ style: TextStyle) -> String {
        let seq = Cells.padded(String(timeline.first), to: String(timeline.last).count, isRight: true)
        return "    \(seq)  \(style.faint(firstState))"
    }

    /// Returns the entries of one group of a help, after its name. The columns of all groups are the same.
    static func help<Group: RawRepresentable<String> & Equatable>(
        of entries: [(group: Group, name: String, meaning: String)],
        style: TextStyle,
        _ group: Group
    ) -> [String] {
        let width = entries.map { Cells.count($0.name) }.max() ?? 0
        return [style.strong(group.rawValue)]
            + entries.filter { $0.group == group }.map {
                "  \(Cells.padded(style.name($0.name), to: width))  \($0.meaning)"
            }
    }

    static func lines(of text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Returns the name of a pointer that is shown to the user.
    static func name(of pointer: Pointer) -> String {
        TerminalText.line(pointer.name(root: "the state"))
    }

    /// The text in place of a type for the initial state.
    static let firstState = "(first state)"

    /// Returns the lines for the difference between two states, or between values in them; empty if they are equal.
    ///
    /// - Throws: `SessionError`, `TimelineError.pruned`, `CommandError`.
    static func difference(
        from: Int,
        to: Int,
        at pointer: Pointer,
        _ timeline: Timeline,
        _ style: TextStyle,
        _ width: Int?
    ) throws -> [String] {
        let (_, difference) = try Session(timeline).shownDifference(from: from, to: to, at: pointer)
        return DifferenceText(style: style, width: width).lines(for: difference)
    }

    /// Returns the lines for the writes of a value up to the current seq, the latest first, at most `limit`.
    ///
    /// - Throws: `SessionError`, `CancellationError`.
    static func history(
        of pointer: Pointer,
        in session: DebugSession,
        _ style: TextStyle,
        _ width: Int?,
        limit: Int
    ) throws -> [String] {
        let timeline = session.timeline
        let writes = try DebugSearch(session).writes(of: pointer) { $0.count > limit }
        let (seqWidth, typeWidth) = (String(timeline.last).count, try WriteReport.typeWidth(in: timeline))
        var (lines, previous): ([String], Pointer) = ([], pointer)
        for write in writes.prefix(limit) {
            let report = WriteReport(try RecordedWrite(write, in: timeline.session))
            lines.append(
                Cells.fitted(
                    report.row(
                        seqWidth: seqWidth,
                        typeWidth: typeWidth,
                        rest: report.value(after: previous, style: style),
                        style: style,
                        width: width
                    ),
                    to: width
                )
            )
            previous = write.pointer
        }
        return writes.count > limit ? lines + [style.faint("…")] : lines
    }
}

/// A branch of a session: its actions from its start to its end, or to the start of another branch.
struct DebugBranch {
    let start: Int
    let parent: Int
    let end: Int
    /// True if moves follow it.
    let isHere: Bool

    /// Returns all branches, oldest first, beginning with the one from the initial state.
    ///
    /// - Complexity: O(*n* log *n*), where *n* is the number of branches.
    /// - Throws: `SessionError`.
    static func all(of session: DebugSession) throws -> [DebugBranch] {
        let timeline = session.timeline
        let forks = try timeline.session.soundBranches().filter { $0.seq > timeline.first + 1 }
        let starts = [(seq: timeline.first + 1, parent: timeline.first)] + forks
        return starts.enumerated().filter { $1.seq <= timeline.last }.map { index, fork in
            let end = index + 1 < starts.count ? starts[index + 1].seq - 1 : timeline.last
            return DebugBranch(
                start: fork.seq,
                parent: fork.parent,
                end: end,
                isHere: (fork.seq...max(fork.seq, end)).contains(session.tip)
            )
        }
    }

    func line(style: TextStyle) -> String {
        let count = BriefText.count(end - start + 1, "action")
        return
            "\(isHere ? style.strong(LogLines.selection) : " ") \(style.name("\(start)…\(end)"))  after \(parent)  \(style.faint(count))"
    }
}
