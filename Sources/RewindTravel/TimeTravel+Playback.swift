import Rewind

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

extension TimeTravel {
    /// Goes forth, action by action, to where undo began.
    ///
    /// It ends early where the task is cancelled, and where something else brings the store elsewhere meanwhile.
    ///
    /// - Throws: `TimeTravelError`, `CancellationError`.
    public nonisolated(nonsending) func play(
        _ pace: PlaybackPace = .recorded(),
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws {
        recorder.dispatches.setPlaying(true)
        defer { recorder.dispatches.setPlaying(false) }
        var seq = position
        while let next = try next(after: seq) {
            try await clock.sleep(for: pace.wait(for: next.pause))
            // A store that works off a queue of actions may still be on its way there.
            guard recorder.dispatches.isRestoring || position == seq else { return }
            try jump(to: next.seq)
            seq = next.seq
        }
    }
}
