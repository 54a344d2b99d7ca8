import Foundation
import RewindTree

/// Adds to the log of a session that was closed.
package enum SessionAppending {
    /// Adds an action, whose seq follows the last one, to the closed session at `url`, and puts the cursor on it.
    ///
    /// - Parameters:
    ///   - state: what the action led to.
    ///   - end: where the log ended when the state was read that the action was applied to; nil where the session does not
    ///     say that.
    /// - Throws: `SessionError`, `.beingRecorded` while the session's app is at work, or when somebody else has changed the
    ///   log since. The session is as it was then.
    package static func append(_ record: ActionRecord, state: Tree, after end: LogEnd?, to url: URL) throws {
        try ClosedSession.change(url) { db in
            guard try SessionFact.logEnd(in: db) == end else { throw SessionError.beingRecorded(path: url.path) }
            var (chunks, actions, changes) = (ChunkWriter(in: db), ActionTable(), ChangeTable())
            defer {
                actions.finish()
                changes.finish()
            }
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
            try SessionCursor.clear(in: db)
        }
    }
}
