import Foundation
import GRDB

/// The mark in a session file that undo and redo move.
package enum SessionCursor {
    /// The key of the cursor's seq among the facts.
    package static let key = "cursor"

    /// Puts the cursor of the session at `url` on `seq`.
    ///
    /// - Throws: `SessionError`, `.beingRecorded` while the session's app is at work: then the cursor is the app's.
    package static func move(to seq: Int, in url: URL) throws {
        if case .live = try SessionRecovery.leftover(for: url) { throw SessionError.beingRecorded(path: url.path) }
        try SessionError.translating(path: url.path) {
            let queue = try DatabaseQueue(path: url.path, configuration: SessionConnection.writing())
            try queue.write { try SessionFact.set(key, to: String(seq), in: $0) }
            try queue.close()
        }
    }
}
