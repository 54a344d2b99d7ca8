#if os(macOS) || os(Linux)

import RewindTimeline

/// Keeps the debugger up to date with a session that is being recorded.
struct DebugFollower {
    private let session: DebugSession
    private var monitor: SessionMonitor

    init(of session: DebugSession) {
        self.session = session
        monitor = SessionMonitor(of: session.timeline.session.url)
        _ = monitor.hasChanged()
    }

    /// Reads what was recorded since the last call. Returns true if there was anything.
    ///
    /// - Throws: `SessionError`, `CancellationError`.
    mutating func follow() throws -> Bool {
        guard session.timeline.session.isLive, monitor.hasChanged() else { return false }
        // A recorder that is closing the session may keep it from being read for a moment.
        guard let newer = try? Timeline(opening: session.timeline.session.url) else { return false }
        try session.update(newer, follows: true)
        return true
    }
}

#endif
