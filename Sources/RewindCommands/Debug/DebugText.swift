#if os(macOS) || os(Linux)

import RewindSession
import RewindTimeline
import RewindTree

extension DebugText {
    /// The line of the log for an action, or for the first state; `here` has the mark of the place where one is.
    ///
    /// - Throws: `SessionError`.
    static func line(
        at seq: Int,
        in timeline: Timeline,
        style: Style,
        width: Int?,
        here: Int? = nil
    ) throws -> String {
        guard seq > timeline.first, let record = try timeline.session.action(seq) else {
            return firstLine(of: timeline, style, isMarked: here == seq)
        }
        var columns = LogLines.Columns(width: width, typeWidth: 0)
        (columns.showsPauses, columns.showsDurations) = (false, false)
        var lines = LogLines(style: style, cursor: here ?? -1, last: timeline.last, columns: columns)
        lines.names = try LogNames(of: timeline)
        return lines.line(for: record)
    }

    /// The line for the first state, in the columns of those for actions.
    static func firstLine(of timeline: Timeline, _ style: Style, isMarked: Bool = false) -> String {
        let seq = Cells.padded(String(timeline.first), to: String(timeline.last).count, isRight: true)
        return "\(isMarked ? style.strong(">") : " ")   \(seq)  \(style.faint(firstState))"
    }

    /// What there is, and what each of it does, in groups.
    static func help<Group: RawRepresentable<String> & CaseIterable & Equatable>(
        of entries: [(group: Group, name: String, meaning: String)],
        style: Style
    ) -> [String] {
        let width = entries.map { Cells.count($0.name) }.max() ?? 0
        return Group.allCases.flatMap { group in
            [style.strong(group.rawValue)]
                + entries.filter { $0.group == group }.map {
                    "  \(Cells.padded(style.name($0.name), to: width))  \($0.meaning)"
                }
        }
    }

    /// What stands in the place of a type where no action was.
    static let firstState = "(first state)"

    /// What is different between two states, or between values in them; none where nothing is.
    ///
    /// - Throws: `SessionError`, `TimelineError.pruned`, `CommandError`.
    static func difference(
        from: Int,
        to: Int,
        at pointer: Pointer,
        _ timeline: Timeline,
        _ style: Style,
        _ width: Int?
    ) throws -> [String] {
        let difference = try timeline.shownDifference(from: from, to: to, at: pointer)
        return DifferenceText(style: style, width: width).lines(for: difference)
    }

    /// The writes of a value up to where one is, the latest first, and at most so many.
    ///
    /// - Throws: `SessionError`, `CancellationError`.
    static func history(
        of pointer: Pointer,
        in session: DebugSession,
        _ style: Style,
        _ width: Int?,
        limit: Int,
        _ work: LongWork
    ) throws -> [String] {
        let timeline = session.timeline
        let writes = try session.writes(of: pointer, work) { $0.count > limit }
        let (seqWidth, typeWidth) = (String(timeline.last).count, try WriteReport.typeWidth(in: timeline))
        var (lines, previous): ([String], Pointer) = ([], pointer)
        for write in writes.prefix(limit) {
            let report = try WriteReport(write, in: timeline)
            lines.append(
                report.line(
                    seqWidth: seqWidth,
                    typeWidth: min(typeWidth, width.map { max(16, $0 / 3) } ?? typeWidth),
                    after: previous,
                    style: style,
                    width: width
                )
            )
            previous = write.pointer
        }
        return writes.count > limit ? lines + [style.faint("…")] : lines
    }
}

/// A branch of a session: the actions from where it starts to where it ends, or another goes on.
struct DebugBranch {
    let start: Int
    let parent: Int
    let end: Int
    let isHere: Bool

    /// All branches, oldest first; the one from the first state is the first.
    ///
    /// - Complexity: O(*n* log *n*) for *n* branches.
    /// - Throws: `SessionError`.
    static func all(of session: DebugSession) throws -> [DebugBranch] {
        let timeline = session.timeline
        let forks = try timeline.session.soundBranches().filter { $0.seq > timeline.first + 1 }
        let starts = [(seq: timeline.first + 1, parent: timeline.first)] + forks
        let way = try session.path()
        return starts.enumerated().filter { $1.seq <= timeline.last }.map { index, fork in
            let end = index + 1 < starts.count ? starts[index + 1].seq - 1 : timeline.last
            return DebugBranch(
                start: fork.seq,
                parent: fork.parent,
                end: end,
                isHere: way.last.map { ($0.lowerBound...$0.upperBound).overlaps(fork.seq...max(fork.seq, end)) }
                    ?? false
            )
        }
    }

    func line(style: Style) -> String {
        let count = BriefText.count(end - start + 1, "action")
        return
            "\(isHere ? style.strong(">") : " ") \(style.name("\(start)…\(end)"))  after \(parent)  \(style.faint(count))"
    }
}

#endif
