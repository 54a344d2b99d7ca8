import Foundation
import RewindRemote
import RewindReplay
import RewindSession
import RewindTimeline
import RewindTree

/// A new action, run through the tool's reducers, to be added to the session.
struct SessionDispatch {
    let dispatch: AppDispatch
    /// The previous position of the cursor.
    let cursor: Int

    /// Runs an action on the state at a reference, by default the cursor.
    ///
    /// - Parameter file: The path of the session, as given.
    /// - Throws: `CommandError`, `ReplayError`, `SessionError`, `TimelineError`.
    init(
        _ action: DispatchedAction,
        at reference: PointInTime?,
        of timeline: Timeline,
        file: String
    ) throws {
        if timeline.session.isLive {
            guard SteeringClient(of: timeline.session.url).isOpen else { throw Refusal.notOpen(path: file) }
            let command = "rewind dispatch FILE \(ShellWord.text(action.text))"
            throw CommandError.dispatchedWhileRecording(path: file, command: command)
        }
        guard let app = RegisteredApp.current?.rerunnable else { throw CommandError.noReducer }
        cursor = try timeline.cursor()
        let seq = try reference.map(timeline.seq) ?? cursor
        try timeline.know(seq)
        let watch = TrapWatch.onStandardError { TrapText.whileDispatching($0) }
        defer { watch.end() }
        dispatch = try AppDispatch(
            action.type,
            action.payload,
            at: seq,
            of: timeline,
            with: app,
            now: Date().microseconds,
            watch: watch
        )
    }
}
