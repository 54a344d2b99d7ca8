import Rewind

extension TimeTravel {
    /// Plays the recording forward, action by action, to the state where undo began.
    ///
    /// It ends early if the task is canceled, or if another call moves the store, starts a playback or pauses this one.
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

    /// Starts a playback, which ends the current one.
    func beginPlaying(_ pace: PlaybackPace, isSteered: Bool = false) -> Playback {
        let playback = Playback(pace, from: position, isSteered: isSteered)
        self.playback = playback
        recorder.dispatches.isPlaying = true
        return playback
    }

    /// Returns the time until the next action of a playback; nil at its end.
    func pause(of playback: Playback) throws(TimeTravelError) -> Duration? {
        guard let next = try next(after: playback.seq) else { return nil }
        playback.next = next.seq
        return playback.pace.wait(for: next.pause)
    }

    /// Moves to the next action of a playback. Returns false if the playback has ended because the store was moved.
    func step(_ playback: Playback) throws(TimeTravelError) -> Bool {
        // A store with an action queue may not have handled the restoration yet.
        guard self.playback === playback, recorder.dispatches.isRestoring || position == playback.seq,
            let next = playback.next
        else { return false }
        try jump(to: next)
        playback.seq = next
        return true
    }

    /// Ends a playback if it is the current one.
    func end(_ playback: Playback?) {
        guard self.playback === playback else { return }
        self.playback = nil
        recorder.dispatches.isPlaying = false
    }
}
