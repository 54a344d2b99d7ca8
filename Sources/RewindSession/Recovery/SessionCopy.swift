import CRewindSQLite
import Foundation

/// Copies sessions.
package enum SessionCopy {
    /// Copies the session at `url` to a new file, which is complete by itself, while an app may be recording into it.
    ///
    /// The copy of a session that has not ended ends there.
    ///
    /// - Complexity: Linear in the file, which is copied by pages.
    /// - Throws: `SessionError`, which is `.alreadyExists` if there is a file at `output`.
    package static func make(of url: URL, at output: URL) throws {
        try SessionProbe.check(url)
        let original = try SessionError.translating(path: url.path) { try Connection(reading: url.path) }
        let draft = FileDraft(of: output)
        do {
            guard FileStatus(path: output.path) == nil else { throw SessionError.alreadyExists(path: output.path) }
            _ = try SessionFile(creating: draft.url.path)
            try SessionError.translating(path: output.path) { try make(of: original, at: draft.url) }
            try draft.publish()
        } catch {
            draft.discard()
            switch error {
            case SessionError.noSuchFolder: throw SessionError.noSuchFolder(path: output.path)
            case SessionError.notPermitted: throw SessionError.notPermitted(path: output.path)
            default: throw error
            }
        }
    }

    private static func make(of original: Connection, at url: URL) throws {
        let copy = try Connection(writing: url.path)
        try copy.copyAll(of: original)
        try original.close()
        try copy.finish()
        try copy.transaction { db in
            try SessionProbe.checkSchema(db, path: url.path)
            guard try !SessionFact.isEnded(in: db) else { return }
            let first = try SessionFact.firstSeq(in: db, path: url.path) ?? 0
            try InitialState.ensure(in: db)
            try SessionFact.end(LogEnd(countedIn: db, first: first), EffectsEnd(countedIn: db), in: db)
        }
        try copy.close()
    }
}

extension Connection {
    /// Replaces everything with the contents of another database, as of one moment.
    ///
    /// - Throws: `SQLiteError`.
    fileprivate func copyAll(of other: Connection) throws {
        let handle = try handle
        guard let backup = sqlite3_backup_init(handle, "main", try other.handle, "main") else {
            throw SQLiteError(sqlite3_errcode(handle), on: handle)
        }
        let step = sqlite3_backup_step(backup, -1)
        let code = sqlite3_backup_finish(backup)
        guard step == SQLITE_DONE, code == SQLITE_OK else {
            throw SQLiteError(code == SQLITE_OK ? step : code, on: handle)
        }
    }
}
