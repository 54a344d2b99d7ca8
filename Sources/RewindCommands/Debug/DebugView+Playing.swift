#if os(macOS) || os(Linux)

import RewindSession
import RewindTimeline
import RewindTree

/// Playback of the recorded actions.
extension DebugView {
    var speedText: String {
        let factor = Self.speeds[speed]
        return factor == 1 ? "as recorded" : factor < 1 ? "1/\(Int(1 / factor))" : "\(Int(factor))×"
    }

    func togglePlay() throws {
        isPlaying.toggle()
        message = isPlaying ? "Playing, \(speedText)" : nil
        if isPlaying, try session.neighbour(.forward) == nil, let start = try session.path().first {
            try go(to: start.lowerBound)
        }
    }

    /// Returns the time until the next action, in milliseconds; nil if nothing is playing.
    func pause() throws -> Int32? {
        guard isPlaying, let next = try session.neighbour(.forward) else { return nil }
        let times = try [session.at, next].map { try timeline.session.row($0, .at) { try $0.at } }
        guard let before = times[0], let after = times[1] else { return 200 }
        let milliseconds = Double(after.subtractingReportingOverflow(before).partialValue) / 1_000
        return Int32(max(16, min(Self.longestPause, milliseconds / Self.speeds[speed])))
    }

    /// Moves to the next action if playback is on.
    func tick() throws {
        guard isPlaying else { return }
        guard let next = try session.neighbour(.forward) else {
            (isPlaying, message) = (false, "End of the branch")
            return
        }
        try go(to: next)
        message = "Playing, \(speedText)"
    }
}

#endif
