import RewindUpkeep

extension ProgressReporter {
    /// The progress handler for work on a whole session.
    var sessionHandler: SessionProgress.Handler {
        { progress in
            let text = "\(progress.stage)"
            guard let done = progress.done else { return try self.step(text) }
            guard let total = progress.total else { return try self.step("\(text): \(done)") }
            try self.step(text, done: done, of: total)
        }
    }
}
