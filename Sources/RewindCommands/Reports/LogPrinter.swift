import Dispatch
import RewindAnswers
import RewindSession
import RewindTimeline

/// Prints a log, action by action. On a terminal, rulers mark new days and long pauses.
struct LogPrinter {
    /// The number of actions that determine the width of the type column.
    private static let actionsForWidth = 200
    /// The maximum width of the type column, in cells.
    private static let widestType = 60
    /// The minimum pause that has a ruler, in microseconds.
    private static let longPause: Int64 = 60_000_000

    /// The maximum time for which the first actions wait on a terminal, in nanoseconds.
    private static let longestWait: UInt64 = 100_000_000

    private struct Item {
        let record: ActionRecord
        let pause: Int64?
    }

    private let timeline: Timeline
    private var lines: LogLines
    private var graph: LogGraph?
    /// True to print the changes of each action.
    private let showsPatches: Bool
    /// The text after the last action, or before it if the latest comes first.
    private let remark: String?
    private let isReversed: Bool
    private let write: (String) -> Void
    private let times = TimeText()
    private let now: () -> UInt64
    private let start: UInt64
    private var waiting: [Item] = []
    private var hasWidth = false
    private var last: ActionRecord?
    /// True if no action was printed.
    private(set) var isEmpty = true

    /// - Parameters:
    ///   - lines: The lines of actions; the first actions determine the width of the type column.
    ///   - now: The clock, in nanoseconds.
    init(
        of timeline: Timeline,
        _ lines: LogLines,
        graph: LogGraph? = nil,
        showsPatches: Bool = false,
        remark: String? = nil,
        isReversed: Bool = false,
        write: @escaping (String) -> Void = Output.line,
        now: @escaping () -> UInt64 = { DispatchTime.now().uptimeNanoseconds }
    ) {
        self.timeline = timeline
        self.lines = lines
        self.graph = graph
        self.remark = remark
        self.showsPatches = showsPatches
        (self.isReversed, self.write) = (isReversed, write)
        (self.now, start) = (now, now())
    }

    /// Prints an action, or keeps it until the width of the type column is known.
    ///
    /// - Throws: `SessionError`.
    mutating func print(_ record: ActionRecord) throws {
        isEmpty = false
        let item = Item(record: record, pause: try pause(before: record))
        last = record
        if hasWidth { return show(item) }
        waiting.append(item)
        // On a terminal, the first actions are shown soon, even if few match.
        let isDue = lines.columns.width != nil && now() - start >= Self.longestWait
        if waiting.count == Self.actionsForWidth || isDue { showWaiting() }
    }

    /// Prints the actions that are still waiting.
    mutating func finish() {
        showWaiting()
    }

    private mutating func showWaiting() {
        hasWidth = true
        let widths = waiting.map { Cells.count(TerminalText.line($0.record.type)) }.sorted()
        // A few long names do not take space from the summaries.
        let most = lines.columns.width == nil ? widths.count - 1 : widths.count * 9 / 10
        let width = widths.isEmpty ? 0 : min(widths[most], Self.widestType)
        lines.columns = LogLines.Columns(
            width: lines.columns.width,
            typeWidth: width,
            hasFullTimes: lines.columns.hasFullTimes
        )
        let items = waiting
        waiting = []
        for item in items { show(item) }
    }

    /// Returns the time since the previous action, in microseconds; nil for the first one.
    private func pause(before record: ActionRecord) throws -> Int64? {
        guard record.seq > timeline.first + 1 else { return nil }
        let before =
            if let last, last.seq == record.seq - 1 { last.at } else {
                try timeline.session.row(record.seq - 1, .at) { try $0.at }
            }
        return before.map { record.at.subtractingReportingOverflow($0) }.flatMap { $0.overflow ? nil : $0.partialValue }
    }

    private mutating func show(_ item: Item) {
        let isLast = item.record.seq == timeline.last
        if isLast, isReversed, let remark { write(remark) }
        for line in graph?.advance(to: item.record.seq) ?? [] { write(line) }
        showRulers(before: item)
        write(lines.line(for: item.record, pause: item.pause, in: graph))
        // A pruned state leaves the change unknown.
        if showsPatches, let difference = try? timeline.difference(from: item.record.parent, to: item.record.seq) {
            let text = DifferenceText(style: lines.style, width: lines.columns.width, indent: 5)
            for line in text.lines(for: difference) { write(line) }
        }
        if isLast, !isReversed, let remark { write(remark) }
        shown = item.record
    }

    /// The action printed last.
    private var shown: ActionRecord?

    private func showRulers(before item: Item) {
        guard let width = lines.columns.width, graph == nil else { return }
        let at = item.record.at
        var texts: [String] = []
        if let shown {
            if times.day(shown.at) != times.day(at) { texts.append(times.day(at)) }
            let pause = at.subtractingReportingOverflow(shown.at)
            if !pause.overflow, pause.partialValue.magnitude >= UInt64(Self.longPause) {
                let length = Int64(clamping: pause.partialValue.magnitude)
                texts.append("\(SpanText.words(length)) \(pause.partialValue < 0 ? "earlier" : "later")")
            }
        } else {
            texts.append(times.dayAndZone(at))
        }
        guard !texts.isEmpty else { return }
        let text = "── \(texts.joined(separator: ", ")) "
        write(lines.style.faint(text + String(repeating: "─", count: max(2, min(width, 80) - Cells.count(text)))))
    }
}

extension LogLines {
    /// Returns the line of a fold: the types of its actions, with their counts.
    func line(folding names: [String], from first: Int, to last: Int) -> String {
        var types: [(name: String, count: Int)] = []
        for name in names {
            if let index = types.firstIndex(where: { $0.name == name }) {
                types[index].count += 1
            } else {
                types.append((name, 1))
            }
        }
        let names = types.map { TerminalText.line($0.name) + ($0.count > 1 ? " ×\($0.count)" : "") }
        let seqs = "    \(Cells.padded(String(first), to: String(self.last).count, isRight: true))  …\(last)  "
        let text = Cells.padded(seqs, to: typeColumn) + names.joined(separator: ", ")
        return style.faint(Cells.cut(text, to: columns.width))
    }
}
