import RewindSession

extension Timeline {
    /// Returns the chunk id of the snapshot at `seq`.
    ///
    /// - Throws: `TimelineError.noStates` if the recording ended before its first state was written, `SessionError`.
    func snapshotChunk(_ seq: Int) throws -> Int {
        if seq == first, try hasNoStates() { throw TimelineError.noStates(isLive: false) }
        guard let chunk = try session.snapshotChunk(seq) else { throw missingFirstState() }
        return chunk
    }

    /// Returns the error for a session without its first state.
    func missingFirstState() -> any Error {
        session.isLive || session.isUnfinished
            ? TimelineError.noStates(isLive: session.isLive) : session.damaged(.noInitialState)
    }

    private func hasNoStates() throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM session WHERE key = ?)"
        return try session.read { try $0.fetchOne(Bool.self, sql, [SessionFact.noStatesKey]) } == true
    }
}
