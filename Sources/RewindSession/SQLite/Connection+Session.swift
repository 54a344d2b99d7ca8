import CRewindSQLite
import Foundation

/// How connections to session files are set up and ended.
extension Connection {
    /// How long what finds the file locked waits, in milliseconds.
    private static let patience: Int32 = 2_000

    /// Opens the session at `path` for the one connection that writes; one that is not `patient` waits for no lock.
    ///
    /// - Throws: `SQLiteError`.
    package convenience init(writing path: String, isPatient: Bool = true, flags: Int32 = 0) throws {
        try self.init(path: path, .writing, busyTimeout: isPatient ? Self.patience : 0, flags: flags)
        try execute("PRAGMA secure_delete = ON; PRAGMA trusted_schema = OFF")
    }

    /// Opens the session at `path` to read it only.
    ///
    /// - Throws: `SQLiteError`.
    package convenience init(reading path: String) throws {
        try self.init(path: path, .reading, busyTimeout: Self.patience)
        try execute("PRAGMA trusted_schema = OFF; PRAGMA cache_size = -8192")
    }

    /// Opens the session at `path`, to which nobody writes now, to read its file alone: neither is what is beside it looked
    /// at, nor anything made there.
    ///
    /// - Throws: `SQLiteError`.
    package convenience init(readingAlone path: String) throws {
        let name = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
        try self.init(path: "file:\(name)?immutable=1", .readingAlone)
        try execute("PRAGMA trusted_schema = OFF")
    }

    /// Makes the session one plain file: moves the write-ahead log into it and leaves WAL mode.
    ///
    /// While another process reads the session, the log stays; the next opening finishes this.
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
