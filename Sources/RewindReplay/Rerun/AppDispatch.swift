import Foundation
import RewindSession
import RewindTimeline
import RewindTree

/// An action that never was, run through the app's reducer at a state of a session.
package struct AppDispatch {
    /// The action as the log is to have it, which comes after the last one.
    package let record: ActionRecord
    /// The states before it and after it.
    package let before: Tree
    package let after: Tree
    private let url: URL
    private let end: LogEnd?

    /// Runs an action at the state at `seq`: as far as the recording does not have that, `timeline` has recovered it.
    ///
    /// - Parameter now: when that is, in microseconds since 1970.
    /// - Throws: `ReplayError`, `SessionError`, `TimelineError`.
    package init(
        _ type: String,
        _ payload: Tree,
        at seq: Int,
        of timeline: Timeline,
        with app: RegisteredApp,
        now: Int64,
        watch: TrapWatch? = nil
    ) throws {
        url = timeline.session.url
        end = try timeline.session.facts()[LogEnd.key].flatMap(LogEnd.init(parsing:))
        if let gap = try timeline.gap(endingWith: seq) {
            throw ReplayError.noStateToDispatchAt(seq: seq, lastKnown: try timeline.parent(of: gap.first))
        }
        let before = try timeline.state(at: seq)
        let written = try Self.writtenState(at: seq, of: timeline) ?? before
        let run = try ReducerRun(of: app, watch: watch)
        var record = ActionRecord(seq: timeline.last + 1, parent: seq, at: now, type: type, payload: payload)
        after = try run.watching(record.seq, type) {
            try run.load(before, at: seq)
            try run.take(new: &record)
            return try run.reduce(&record, from: written)
        }
        (self.before, self.record) = (before, record)
    }

    /// The last known state up to `seq` where the session itself has none there: what follows is written as a change of
    /// that. Nil where nothing was recovered.
    private static func writtenState(at seq: Int, of timeline: Timeline) throws -> Tree? {
        guard timeline.session.showsRecovered else { return nil }
        let written = try Timeline(opening: timeline.session.url)
        defer { written.session.close() }
        return try written.state(at: seq)
    }

    /// Adds the action to the session, which nobody reads now in this process, and puts the cursor on it.
    ///
    /// - Throws: `SessionError`, `.beingRecorded` while the session's app is at work, or when somebody else has changed the
    ///   log since.
    package func write() throws {
        try SessionAppending.append(record, state: after, after: end, to: url)
    }
}
