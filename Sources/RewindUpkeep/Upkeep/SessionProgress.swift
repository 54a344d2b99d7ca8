import RewindTimeline

/// How far long work on a session has come.
package struct SessionProgress: Hashable, Sendable {
    /// What is being done.
    package enum Stage: CaseIterable, Hashable, Sendable {
        case checkingFile, checkingChunks, checkingRows, checkingStates, checkingIndex, checkingUse
        case reading, writing, proving
        case pruning, indexing
    }

    package let stage: Stage
    /// How many chunks or actions are done, and of how many; nil where SQLite does not tell.
    package let done: Int?
    package let total: Int?

    package init(_ stage: Stage, done: Int? = nil, of total: Int? = nil) {
        self.stage = stage
        self.done = done
        self.total = total
    }

    /// What is called from time to time by work that takes long, and ends it when it throws.
    package typealias Handler = (SessionProgress) throws -> Void

    /// How many actions are gone through between two calls.
    package static let stride = 256
}

extension StateCursor {
    /// Calls `progress` from time to time.
    ///
    /// - Throws: what `progress` throws.
    func tell(_ stage: SessionProgress.Stage, of total: Int?, _ progress: SessionProgress.Handler) throws {
        let done = seq - first.seq
        if done % SessionProgress.stride == 0 { try progress(SessionProgress(stage, done: done, of: total)) }
    }
}
