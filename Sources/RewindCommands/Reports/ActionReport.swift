import Foundation
import RewindSession
import RewindTree
import RewindTimeline

/// What commands that come to one action tell of it.
struct ActionReport {
    let record: ActionRecord
    let changes: [Change]
    private let timeline: Timeline

    /// Reads the action `seq` and what it did.
    ///
    /// - Throws: `SessionError`, `TimelineError`.
    init(of seq: Int, in timeline: Timeline) throws {
        guard let record = try timeline.session.action(seq) else {
            throw SessionError.damaged(path: timeline.session.url.path, .actionMissing(seq: seq))
        }
        self.record = record
        self.timeline = timeline
        do {
            changes = try timeline.changes(from: record.parent, to: seq) ?? []
        } catch TimelineError.pruned {
            // Nobody knows what an action changed whose parent was pruned.
            changes = []
        }
    }

    /// The members of the JSON object that tells of the action.
    var json: [(String, Tree)] {
        [
            ("seq", .integer(Int64(record.seq))), ("action", LogCommand.json(for: record)),
            ("changes", Tree(elements: changes.map(ChangeText.json))),
        ]
    }

    /// The action as a line of the log, and its changes below.
    ///
    /// - Throws: `SessionError`, `TimelineError`.
    func lines(style: Style) throws -> [String] {
        let lines = LogLines(
            style: style,
            cursor: try timeline.cursor(),
            last: record.seq,
            typeWidth: record.type.count
        )
        return [lines.line(for: record)] + ChangeText.lines(for: changes, style: style).map { "     \($0)" }
    }
}
