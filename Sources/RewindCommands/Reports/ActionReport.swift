import Foundation
import RewindSession
import RewindTree
import RewindTimeline

/// What commands that come to one action tell of it.
struct ActionReport: Report {
    private enum CodingKeys: CodingKey { case seq, action, changes, values, tests }

    let seq: Int
    private let action: ActionEntry
    private let changes: [Change]
    private let values: [ConditionValue]?
    private let tests: Int?
    private let record: ActionRecord
    private let cursor: Int

    /// Reads the action `seq` and what it did. `values` are what a condition looked at there, `tests` is how many it took
    /// to find it, where it is the first bad one.
    ///
    /// - Throws: `SessionError`, `TimelineError`.
    init(of seq: Int, in timeline: Timeline, values: [ConditionValue]? = nil, tests: Int? = nil) throws {
        guard let record = try timeline.session.action(seq) else {
            throw SessionError.damaged(path: timeline.session.url.path, .actionMissing(seq: seq))
        }
        (self.seq, action, self.record) = (seq, ActionEntry(record), record)
        (self.values, self.tests) = (values, tests)
        cursor = try timeline.cursor()
        do {
            changes = try timeline.changes(from: record.parent, to: seq) ?? []
        } catch TimelineError.pruned {
            // Nobody knows what an action changed whose parent was pruned.
            changes = []
        }
    }

    /// The action as a line of the log, and its changes below.
    func lines(style: Style) -> [String] {
        let lines = LogLines(style: style, cursor: cursor, last: seq, typeWidth: record.type.count)
        let headline = tests.map { style.strong("\(seq) is the first bad action, by \(BriefText.count($0, "test")).") }
        return (headline.map { [$0] } ?? []) + [lines.line(for: record)]
            + ChangeText.lines(for: changes, style: style).map { "     \($0)" }
            + (values ?? []).map { $0.line(style: style) }
    }
}

/// A value that a condition looked at.
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
