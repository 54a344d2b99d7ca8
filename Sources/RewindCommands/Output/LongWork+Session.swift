import RewindSession

extension LongWork {
    /// What work on a whole session calls from time to time.
    var tellingOfSession: SessionProgress.Step {
        { try self.step(Wording.text(for: $0)) }
    }
}
