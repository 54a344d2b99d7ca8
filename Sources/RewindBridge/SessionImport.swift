import Foundation
import RewindTree

/// Writes a lifted state of Redux DevTools as a session.
///
/// The staged order is that of the log. The action with id 0 that stands for the initial state has no row. A skipped
/// action is recorded as failed with ``skippedError``, as its state is that of the action before it.
package struct SessionImport {
    /// The contents of the new session.
    package struct Report: Hashable, Sendable {
        package fileprivate(set) var actions = 0
        /// The number of actions whose states the file does not have.
        package fileprivate(set) var unknownStates = 0
        /// The number of actions that were skipped.
        package fileprivate(set) var skipped = 0
        /// The number of actions in the file that the session does not have: those that were no longer applied, and
        /// skipped ones after an unknown state.
        package fileprivate(set) var leftOut = 0
        /// True if the file has the initial state.
        package fileprivate(set) var hasInitialState = true
        /// The values that a session cannot hold.
        package fileprivate(set) var repairs = JSONRepairs()

        fileprivate init() {}
    }

    /// The key of the fact that describes the file from which a session was imported.
    package static let originKey = "imported_from"
    /// The error of an action that was skipped.
    package static let skippedError = "skipped in Redux DevTools"

    /// Writes `lifted` to a new session at `url`.
    ///
    /// - Parameters:
    ///   - time: The time of actions without one, in microseconds since 1970.
    ///   - masks: Whether to mask secrets, by the default rules of a recorder.
    ///   - progress: Receives the number of written actions from time to time.
    /// - Complexity: Linear in the size of the states.
    /// - Throws: `SessionError`, or an error of `progress`. No file is written then.
    package static func run(
        _ lifted: LiftedState,
        from origin: String,
        to url: URL,
        time: Int64,
        masks: Bool = true,
        progress: (Int) throws -> Void = { _ in }
    ) throws -> Report {
        var report = Report()
        report.leftOut = lifted.unstagedCount
        report.hasInitialState = lifted.initialState != nil
        report.repairs = lifted.repairs
        var at = lifted.staged.lazy.compactMap { lifted.actions[$0]?.at }.first ?? time
        let recording = try TreeRecording(
            creating: url,
            facts: [originKey: origin, "started_at": String(at)],
            initial: lifted.initialState ?? .null,
            masks: masks
        )
        do {
            // Null is a known state as the base of patches, but not as one that a skipped action repeats.
            var state = lifted.initialState
            var cursor = 0
            for index in lifted.staged.indices.dropFirst(lifted.beginsWithInit ? 1 : 0) {
                let id = lifted.staged[index]
                guard let action = lifted.actions[id] else { continue }
                try progress(index)
                at = action.at ?? at
                var error = lifted.computed[index]?.error
                if lifted.skipped.contains(id) {
                    guard state != nil else {
                        report.leftOut += 1
                        continue
                    }
                    report.skipped += 1
                    error = skippedError
                } else {
                    state = lifted.computed[index]?.state
                    if state == nil { report.unknownStates += 1 }
                }
                report.actions += 1
                let (type, payload) = ReduxAction.parts(of: action.value)
                let seq = try recording.append(
                    type: type,
                    payload: payload,
                    at: at,
                    origin: action.stack,
                    error: error,
                    state: state
                )
                if index <= lifted.currentStateIndex { cursor = seq }
            }
            if cursor < recording.lastSeq { recording.moveCursor(to: cursor) }
            try recording.finish(endedAt: at)
        } catch {
            recording.discard()
            throw error
        }
        return report
    }
}
