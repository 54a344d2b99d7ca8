/// The speed of a playback.
public enum PlaybackPace: Hashable, Sendable {
    /// The recorded speed, multiplied by `speed`. Pauses are limited to two seconds; every pause takes two seconds if
    /// `speed` is not positive.
    case recorded(speed: Double = 1)
    /// A fixed time between actions.
    case steady(Duration)

    /// The longest pause in seconds.
    private static var longestPause: Double { 2 }

    /// Returns the time between two actions that were `pause` microseconds apart in the recording.
    func wait(for pause: Int64) -> Duration {
        switch self {
        case .recorded(let speed):
            guard speed > 0 else { return .seconds(Self.longestPause) }
            return .seconds(min(Self.longestPause, Double(max(0, pause)) / 1_000_000 / speed))
        case .steady(let duration): return max(.zero, duration)
        }
    }
}

/// A running playback.
final class Playback {
    /// True if it was requested from outside the app.
    let isSteered: Bool
    let pace: PlaybackPace
    /// The current action.
    var seq: Int
    /// The next action.
    var next: Int?

    init(_ pace: PlaybackPace, from seq: Int, isSteered: Bool) {
        self.pace = pace
        self.seq = seq
        self.isSteered = isSteered
    }
}
