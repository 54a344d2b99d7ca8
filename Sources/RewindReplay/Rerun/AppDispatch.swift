import Foundation
import RewindSession
import RewindTimeline
import RewindTree

/// A new action, run through the app's reducer at a state of a session.
package struct AppDispatch {
    /// The action for the log, with the next seq.
    package let record: ActionRecord
    /// The states before and after it.
    package let before: Tree
    package let after: Tree
    private let url: URL
    private let end: LogEnd?

    /// Runs an action at the state at `seq`, which must be recovered in `timeline` if the recording does not have it.
    ///
    /// - Parameter now: The time of the dispatch, in microseconds since 1970.
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

    /// Returns the last state up to `seq` that the session itself has, as the patch is written relative to it; nil if
    /// nothing was recovered.
    private static func writtenState(at seq: Int, of timeline: Timeline) throws -> Tree? {
        guard timeline.session.showsRecovered else { return nil }
        let written = try Timeline(opening: timeline.session.url)
        defer { written.session.close() }
        return try written.state(at: seq)
    }

    /// Appends the action to the session, which must not be open in this process, and moves the cursor to it.
    ///
    /// - Throws: `SessionError`, `.beingRecorded` while an app records the session, or if the log has changed since.
    package func write() throws {
        try SessionAppending.append(record, state: after, after: end, to: url)
    }
}
