#if os(macOS) || os(Linux)

import RewindSession
import RewindTimeline
import RewindTree

/// Actions that come one after the other by themselves.
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

    /// How long to wait for the next action, in milliseconds; nil where nothing plays.
    func pause() throws -> Int32? {
        guard isPlaying, let next = try session.neighbour(.forward) else { return nil }
        let times = try [session.at, next].map { try timeline.session.row($0, .at) { try $0.at } }
        guard let before = times[0], let after = times[1] else { return 200 }
        let milliseconds = Double(after.subtractingReportingOverflow(before).partialValue) / 1_000
        return Int32(max(16, min(Self.longestPause, milliseconds / Self.speeds[speed])))
    }

    /// Goes on to the next action, where one plays.
    func tick() throws {
        guard isPlaying else { return }
        guard let next = try session.neighbour(.forward) else {
            (isPlaying, message) = (false, "The end of the branch")
            return
        }
        try go(to: next)
        message = "Playing, \(speedText)"
    }
}

#endif
