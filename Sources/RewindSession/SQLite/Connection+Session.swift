import CRewindSQLite
import Foundation

/// Opening and finishing session files.
extension Connection {
    /// The time to wait for a file that is locked, in milliseconds.
    private static let patience: Int32 = 2_000

    /// Opens the session at `path` for the only writing connection. Without `isPatient`, it does not wait for locks.
    ///
    /// - Throws: `SQLiteError`.
    package convenience init(writing path: String, isPatient: Bool = true, flags: Int32 = 0) throws {
        try self.init(path: path, .writing, busyTimeout: isPatient ? Self.patience : 0, flags: flags)
        try execute("PRAGMA secure_delete = ON; PRAGMA trusted_schema = OFF")
    }

    /// Opens the session at `path` for reading only.
    ///
    /// - Throws: `SQLiteError`.
    package convenience init(reading path: String) throws {
        try self.init(path: path, .reading, busyTimeout: Self.patience)
        try execute("PRAGMA trusted_schema = OFF; PRAGMA cache_size = -8192")
    }

    /// Opens the session at `path`, which must not be written to meanwhile, to read only its file: files beside it are
    /// neither read nor created.
    ///
    /// - Throws: `SQLiteError`.
    package convenience init(readingAlone path: String) throws {
        let name = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
        try self.init(path: "file:\(name)?immutable=1", .readingAlone)
        try execute("PRAGMA trusted_schema = OFF")
    }

    /// Makes the session one plain file: moves the write-ahead log into it and leaves WAL mode.
    ///
    /// If another process is reading the session, the log stays, and the next opening completes this.
    ///
    /// - Throws: `SQLiteError`.
    package func finish() throws {
        do {
            try execute("PRAGMA wal_checkpoint(TRUNCATE)")
            try execute("PRAGMA journal_mode = DELETE")
        } catch let error as SQLiteError where error.code == SQLITE_BUSY || error.code == SQLITE_LOCKED {
            return
        }
    }
}
