#if os(macOS) || os(Linux)

import RewindTimeline

/// Playback of the recorded actions at their recorded pace, or faster or slower.
struct DebugPlayer {
    /// The speeds, as multiples of the recorded one.
    private static let speeds = [0.125, 0.25, 0.5, 1, 2, 4, 8, 16, 64]
    /// The longest time between two actions, in milliseconds.
    private static let longestPause = 1_000.0

    var isPlaying = false
    private var speed = 3

    /// The speed shown to the user.
    var speedText: String {
        let factor = Self.speeds[speed]
        return factor == 1 ? "as recorded" : factor < 1 ? "1/\(Int(1 / factor))" : "\(Int(factor))×"
    }

    mutating func changeSpeed(_ steps: Int) {
        speed = max(0, min(Self.speeds.count - 1, speed + steps))
    }

    /// Returns the time until the next action, in milliseconds; nil if nothing is playing.
    func pause(in session: DebugSession) throws -> Int32? {
        guard isPlaying, let next = try session.neighbour(.forward) else { return nil }
        let times = try [session.at, next].map { try session.timeline.session.row($0, .at) { try $0.at } }
        guard let before = times[0], let after = times[1] else { return 200 }
        let milliseconds = Double(after.subtractingReportingOverflow(before).partialValue) / 1_000
        return Int32(max(16, min(Self.longestPause, milliseconds / Self.speeds[speed])))
    }
}

#endif
