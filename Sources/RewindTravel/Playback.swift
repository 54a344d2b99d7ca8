/// How fast a recording is played back.
public enum PlaybackPace: Hashable, Sendable {
    /// As it happened, so many times as fast: 1, 2 or 4, say. Pauses are cut to two seconds of playback, which is what
    /// all take at no speed.
    case recorded(times: Double = 1)
    /// With the same time from each action to the next.
    case steady(Duration)

    /// In seconds.
    private static var longestPause: Double { 2 }

    /// The time from one action to the next, which was `pause` microseconds when it happened.
    func wait(for pause: Int64) -> Duration {
        switch self {
        case .recorded(let times):
            guard times > 0 else { return .seconds(Self.longestPause) }
            return .seconds(min(Self.longestPause, Double(max(0, pause)) / 1_000_000 / times))
        case .steady(let duration): return max(.zero, duration)
        }
    }
}

/// A playback under way.
final class Playback {
    /// Whether it was asked for from outside of the app.
    let isSteered: Bool
    let pace: PlaybackPace
    /// The action that it has come to.
    var seq: Int
    /// The action that it goes to next.
    var next: Int?

    init(_ pace: PlaybackPace, from seq: Int, isSteered: Bool) {
        (self.pace, self.seq, self.isSteered) = (pace, seq, isSteered)
    }
}
