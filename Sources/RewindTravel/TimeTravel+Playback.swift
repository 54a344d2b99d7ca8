import Rewind

extension TimeTravel {
    /// Goes forth, action by action, to where undo began.
    ///
    /// It ends early where the task is cancelled, and where something else brings the store elsewhere meanwhile, or
    /// begins to play or pauses.
    ///
    /// - Throws: `TimeTravelError`, `CancellationError`.
    public nonisolated(nonsending) func play(
        _ pace: PlaybackPace = .recorded(),
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws {
        let playback = beginPlaying(pace)
        defer { end(playback) }
        while let pause = try pause(of: playback) {
            try await clock.sleep(for: pause)
            guard try step(playback) else { return }
        }
    }

    /// Begins a playback, which ends another one.
    func beginPlaying(_ pace: PlaybackPace, isSteered: Bool = false) -> Playback {
        let playback = Playback(pace, from: position, isSteered: isSteered)
        self.playback = playback
        recorder.dispatches.isPlaying = true
        return playback
    }

    /// How long it is to the next action of a playback; nil at its end.
    func pause(of playback: Playback) throws(TimeTravelError) -> Duration? {
        guard let next = try next(after: playback.seq) else { return nil }
        playback.next = next.seq
        return playback.pace.wait(for: next.pause)
    }

    /// Goes to the next action of a playback; false where that has ended, because something else went elsewhere.
    func step(_ playback: Playback) throws(TimeTravelError) -> Bool {
        // A store that works off a queue of actions may still be on its way there.
        guard self.playback === playback, recorder.dispatches.isRestoring || position == playback.seq,
            let next = playback.next
        else { return false }
        try jump(to: next)
        playback.seq = next
        return true
    }

    /// Ends a playback, if it is the one under way.
    func end(_ playback: Playback?) {
        guard self.playback === playback else { return }
        self.playback = nil
        recorder.dispatches.isPlaying = false
    }
}
