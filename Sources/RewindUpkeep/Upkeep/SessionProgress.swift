/// The progress of long work on a session.
package struct SessionProgress: Hashable, Sendable {
    /// The current step of the work.
    package enum Stage: CaseIterable, Hashable, Sendable {
        case checkingFile, checkingChunks, checkingRows, checkingStates, checkingIndex, checkingUse
        case reading, writing, proving
        case pruning, indexing
    }

    package let stage: Stage
    /// The number of chunks or actions processed, and their total number; nil if SQLite does not report it.
    package let done: Int?
    package let total: Int?

    package init(_ stage: Stage, done: Int? = nil, of total: Int? = nil) {
        self.stage = stage
        self.done = done
        self.total = total
    }

    /// A function that long work calls repeatedly, and that can throw to cancel the work.
    package typealias Handler = (SessionProgress) throws -> Void

    /// The number of actions between two calls.
    package static let stride = 256

    /// Calls a handler if it is time to.
    static func step(_ stage: Stage, _ done: Int, of total: Int, _ handler: Handler) throws {
        if done % stride == 0 { try handler(SessionProgress(stage, done: done, of: total)) }
    }
}

extension SessionProgress.Stage: CustomStringConvertible {
    package var description: String {
        switch self {
        case .checkingFile: "checking the file"
        case .checkingChunks: "checking the chunks"
        case .checkingRows: "checking the rows"
        case .checkingStates: "checking the states"
        case .checkingIndex: "checking the index"
        case .checkingUse: "looking for unused data"
        case .reading: "reading"
        case .writing: "writing"
        case .proving: "searching for remains"
        case .pruning: "deleting the oldest actions"
        case .indexing: "building the index"
        }
    }
}
