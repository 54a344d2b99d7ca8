import Foundation
import RewindSession
import RewindTree
import RewindTimeline

/// The report of commands that find one action.
struct ActionReport: Report {
    let seq: Int
    private let action: ActionEntry
    private let values: [ConditionValue]?
    private let tests: Int?
    private let record: ActionRecord
    private let timeline: Timeline

    /// Reads action `seq`. `values` are the values that a condition read there; `tests` is the number
    /// of tests that a bisection took.
    ///
    /// - Throws: `SessionError`.
    init(of seq: Int, in timeline: Timeline, values: [ConditionValue]? = nil, tests: Int? = nil) throws {
        let record = try timeline.action(seq)
        (self.seq, action, self.record) = (seq, ActionEntry(record), record)
        (self.values, self.tests) = (values, tests)
        self.timeline = timeline
    }

    /// Reads the changes of the action; nil if they are unknown because its parent was pruned.
    private func difference() throws -> StateDifference? {
        try Timeline.unlessPruned { try timeline.difference(from: record.parent, to: seq) } ?? nil
    }

    func encode(to encoder: any Encoder) throws {
        try encoder.encode([
            "seq": seq, "action": action, "changes": difference()?.changes ?? [], "values": values, "tests": tests,
        ])
    }

    /// Returns the action as a line of a list, with the values that a condition read.
    func line(_ lines: LogLines, style: Style) -> String {
        let head = lines.head(of: record)
        let values = (values ?? []).map { $0.line(style: style) }.joined(separator: ", ")
        return Cells.cut("\(head)  \(style.name(record.type))  \(values)".trimmed, to: Output.terminalColumns)
    }

    /// Returns everything known of the action, each part under its name, as `git show` prints a commit.
    func whole(style: Style, names: [String], width: Int? = Output.terminalColumns) throws -> [String] {
        let times = TimeText()
        let marks = names.isEmpty ? "" : "  " + style.mark("(\(names.map { ":\($0)" }.joined(separator: ", ")))")
        var rows = [("at", times.dayAndTime(record.at)), ("parent", String(record.parent))]
        if let duration = record.duration { rows.append(("took", SpanText.duration(duration))) }
        if record.status != .done { rows.append(("status", style.warning(record.status.rawValue))) }
        if let error = record.error { rows.append(("error", style.warning(error))) }
        if let origin = record.origin { rows.append(("from", TerminalText.line(origin))) }
        let payload = record.payload.map { JSONText(style: style).text(of: $0) } ?? "(not recorded)"
        let changed = try changes(style: style, width: width, indent: 2)
        return ["\(style.strong("action \(seq)"))  \(style.name(record.type))\(marks)"]
            + rows.map { "  " + style.faint(Cells.padded($0, to: 8)) + $1 }
            + ["", style.strong("payload")] + payload.split(separator: "\n").map { "  \($0)" }
            + ["", style.strong("changed")]
            + (changed.isEmpty ? ["  " + (record.patch == nil ? "(effect unknown)" : "(nothing)")] : changed)
    }

    /// Returns the action as a log line, with its changes below.
    func lines(style: Style) throws -> [String] {
        let cursor = try timeline.cursor()
        let lines = LogLines(style: style, cursor: cursor, last: seq, columns: .init(width: nil, typeWidth: 0))
        let headline = tests.map { style.strong("First bad action: \(seq) (\(BriefText.count($0, "test"))).") }
        return try (headline.map { [$0] } ?? []) + [lines.line(for: record)]
            + changes(style: style, width: Output.terminalColumns, indent: 5)
            + (values ?? []).map { $0.line(style: style) }
    }

    private func changes(style: Style, width: Int?, indent: Int) throws -> [String] {
        try difference().map { DifferenceText(style: style, width: width, indent: indent).lines(for: $0) } ?? []
    }
}

/// A value that a condition read.
struct ConditionValue: Encodable {
    private let of, pointer: String
    private let value: Tree?

    init(_ reading: EvaluationContext.Reading) {
        (of, pointer, value) = (reading.source.rawValue, reading.pointer.description, reading.value)
    }

    fileprivate func line(style: Style) -> String {
        let call = "\(of)('\(pointer.replacing("'", with: "''"))')"
        return "\(style.name(call)) = \(BriefText.text(of: value, limit: 60))"
    }
}
