import Foundation
import RewindSession
import RewindTree
import RewindTimeline

/// An action as JSON tells of it.
struct ActionEntry: Encodable {
    private let seq, parent: Int
    private let at: Int64
    private let type, coder, status: String
    @OrNull private var payload: Tree?
    @OrNull private var patch: Tree?
    private let duration: Int64?
    private let origin, error: String?
    private let ending: EndingReport?

    /// `ending` is how the recording ended, where the action is its last.
    init(_ record: ActionRecord, ending: EndingReport? = nil) {
        (seq, parent, at, type) = (record.seq, record.parent, record.at, record.type)
        (coder, status) = (record.coder.rawValue, record.status.rawValue)
        payload = record.payload
        patch = record.patch?.tree
        (duration, origin, error) = (record.duration, record.origin, record.error)
        self.ending = ending
    }
}

/// What commands that come to one action tell of it.
struct ActionReport: Report {
    private enum CodingKeys: CodingKey { case seq, action, changes }

    private let record: ActionRecord
    private let changes: [Change]
    private let cursor: Int

    /// Reads the action `seq` and what it did.
    ///
    /// - Throws: `SessionError`, `TimelineError`.
    init(of seq: Int, in timeline: Timeline) throws {
        guard let record = try timeline.session.action(seq) else {
            throw SessionError.damaged(path: timeline.session.url.path, .actionMissing(seq: seq))
        }
        self.record = record
        cursor = try timeline.cursor()
        do {
            changes = try timeline.changes(from: record.parent, to: seq) ?? []
        } catch TimelineError.pruned {
            // Nobody knows what an action changed whose parent was pruned.
            changes = []
        }
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(record.seq, forKey: .seq)
        try object.encode(ActionEntry(record), forKey: .action)
        try object.encode(changes.map(ChangeEntry.init), forKey: .changes)
    }

    /// The action as a line of the log, and its changes below.
    func lines(style: Style) -> [String] {
        let lines = LogLines(style: style, cursor: cursor, last: record.seq, typeWidth: record.type.count)
        return [lines.line(for: record)] + ChangeText.lines(for: changes, style: style).map { "     \($0)" }
    }
}
