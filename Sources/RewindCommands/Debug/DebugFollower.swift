#if os(macOS) || os(Linux)

import RewindTimeline

/// Sees to it that a session which is being recorded is seen as far as it is there.
struct DebugFollower {
    private let session: DebugSession
    private var monitor: SessionMonitor

    init(of session: DebugSession) {
        self.session = session
        monitor = SessionMonitor(of: session.timeline.session.url)
        _ = monitor.hasChanged()
    }

    /// Takes what was recorded meanwhile; gives whether there was anything.
    ///
    /// - Throws: `SessionError`, `CancellationError`.
    mutating func follow() throws -> Bool {
        guard session.timeline.session.isLive, monitor.hasChanged() else { return false }
        // A recorder that is closing it may keep it from being read just now.
        guard let newer = try? Timeline(opening: session.timeline.session.url) else { return false }
        try session.update(newer, follows: true)
        return true
    }
}

#endif
