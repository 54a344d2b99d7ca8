import RewindSession
import RewindTimeline

/// Keeps the debugger up to date with a session that others write to, and keeps the file unlocked between reads.
struct DebugFollower {
    private let session: DebugSession
    private var monitor: SessionMonitor

    init(of session: DebugSession) {
        self.session = session
        monitor = SessionMonitor(of: session.timeline.session.url)
        _ = monitor.hasChanged()
    }

    /// Unlocks the file while the debugger waits for input.
    func pause() {
        session.timeline.session.pause()
    }

    /// Locks the file again, and reads what others wrote. Returns true if there was anything.
    ///
    /// - Parameter isIdle: True to look for new actions of a recorder, too.
    /// - Throws: `SessionError`, `CancellationError`.
    mutating func resume(isIdle: Bool = true) throws -> Bool {
        let reader = session.timeline.session
        let isSame = reader.resume()
        guard !isSame || reader.isLive && isIdle && monitor.hasChanged() else { return false }
        do {
            try session.update(try Timeline(opening: reader.url), follows: true)
        } catch is SessionError where isSame {
            // A recorder that is closing the session may keep it from being read for a moment.
            return false
        }
        return true
    }
}
