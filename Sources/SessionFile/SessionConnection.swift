import Foundation
import GRDB

/// How connections to session files are set up and ended.
enum SessionConnection {
    /// For the one connection that writes.
    static func writing() -> Configuration {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.busyMode = .timeout(2)
        configuration.label = "Rewind.writer"
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA secure_delete = ON; PRAGMA trusted_schema = OFF")
        }
        return configuration
    }

    /// For connections that only read.
    static func reading() -> Configuration {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.foreignKeysEnabled = false
        configuration.busyMode = .timeout(2)
        configuration.allowsUnsafeTransactions = true
        configuration.label = "Rewind.reader"
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cache_size = -8192")
        }
        return configuration
    }

    /// Makes the session one plain file: moves the write-ahead log into it and leaves WAL mode.
    ///
    /// While another process reads the session, the log stays; the next opening finishes this.
    static func finish(_ queue: DatabaseQueue) throws {
        try queue.inDatabase { db in
            do {
                try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
                try db.execute(sql: "PRAGMA journal_mode = DELETE")
            } catch let error as DatabaseError
                where error.resultCode == .SQLITE_BUSY || error.resultCode == .SQLITE_LOCKED
            {
                return
            }
        }
    }
}
