import Foundation
import RewindTree

/// Appends to the log of a closed session.
package enum SessionAppending {
    /// Appends an action, whose seq follows the last one, to the closed session at `url`, and moves the cursor to it.
    /// If the cursor was not at the action's parent, undo leads back to where it was.
    ///
    /// - Parameters:
    ///   - state: The state after the action.
    ///   - end: The end of the log when the state before the action was read; nil if the session does not record it.
    /// - Throws: `SessionError`, which is `.beingRecorded` while the session's app is recording, or if the log has
    ///   changed since. The session is then unchanged.
    package static func append(_ record: ActionRecord, state: Tree, after end: LogEnd?, to url: URL) throws {
        try ClosedSession.change(url) { db in
            guard try SessionFact.logEnd(in: db) == end else { throw SessionError.beingRecorded(path: url.path) }
            var (chunks, actions, changes) = (ChunkWriter(in: db), ActionTable(), ChangeTable())
            try actions.insert(record, chunks: &chunks, in: db)
            try actions.flush(in: db)
            if let patch = record.patch {
                try changes.insert(patch, seq: record.seq, in: db)
                try changes.flush(in: db)
            }
            let newest = try db.fetchOne(Int.self, "SELECT max(seq) FROM snapshot") ?? 0
            if record.seq - newest >= SessionFormat.snapshotInterval(bytes: chunks.length(of: state)) {
                try chunks.writeSnapshot(of: state, seq: record.seq)
            }
            if let end {
                let newEnd = LogEnd(last: record.seq, sum: end.sum &+ actions.hashSum)
                try SessionFact.set(LogEnd.key, to: newEnd.text, in: db)
            }
            let mark = try db.fetchOne(String.self, "SELECT value FROM session WHERE key = ?", [SessionCursor.key])
            let cursor = mark.map { Int($0) } ?? record.seq - 1
            try SessionCursor.clear(in: db)
            if let cursor, cursor != record.parent {
                try SessionCursor.setJump(from: record.seq, to: cursor, in: db)
            }
        }
    }
}
