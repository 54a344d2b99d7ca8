import RewindSession

extension SessionReader {
    /// Throws `TimelineError.noStates` if the recording ended before its first state was written.
    func checkHasStates() throws {
        let sql = "SELECT EXISTS (SELECT 1 FROM session WHERE key = ?)"
        if try read({ try $0.fetchOne(Bool.self, sql, [SessionFact.noStatesKey]) }) == true {
            throw TimelineError.noStates(isLive: false)
        }
    }

    /// Returns the error for a session without its first state.
    func missingFirstState() -> any Error {
        isLive || isUnfinished ? TimelineError.noStates(isLive: isLive) : damaged(.noInitialState)
    }
}
