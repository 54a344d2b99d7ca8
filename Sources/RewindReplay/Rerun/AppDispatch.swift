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
        with app: RerunnableApp,
        now: Int64,
        watch: TrapWatch? = nil
    ) throws {
        url = timeline.session.url
        end = try timeline.session.facts()[LogEnd.key].flatMap(LogEnd.init(parsing:))
        let next = timeline.last + 1
        if let gap = try timeline.gap(endingWith: seq) {
            throw ReplayError.noStateToDispatchAt(seq: seq, lastKnown: try timeline.parent(of: gap.first))
        }
        before = try timeline.state(at: seq)
        let store = try app.store()
        if case .null = before, store.needsState { throw ReplayError.noFirstState }
        watch?.enter(next, type, isLast: false)
        defer { watch?.leave() }
        do {
            try store.setState(before)
        } catch {
            throw ReplayError.stateNotDecodable(seq: seq, DecodingFailure(error, in: before))
        }
        do {
            try store.setAction(named: type, payload)
        } catch let error as ReplayError {
            throw error
        } catch {
            throw ReplayError.actionNotDecodable(seq: next, type: type, DecodingFailure(error, in: payload))
        }
        let written = store.actionRecord() ?? (type, payload)
        let start = ContinuousClock.now
        let attempt: Attempt
        do {
            attempt = try store.attempt()
        } catch {
            throw ReplayError.stateNotEncodable(seq: next, type: type)
        }
        let duration = start.duration(to: .now).nanoseconds
        after = attempt.state
        record = ActionRecord(
            seq: next,
            parent: seq,
            at: now,
            type: written.type,
            payload: written.payload,
            patch: attempt.state.patch(from: try Self.writtenState(at: seq, of: timeline) ?? before),
            duration: duration,
            status: attempt.error == nil ? .done : .failed,
            error: attempt.error
        )
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
