import CRewindSQLite

/// A connection to a SQLite database. Use it on one thread at a time; the compiler helps, as it is not `Sendable`.
///
/// Statements are prepared once and cached by their text. With arguments, the text must be one statement; without, it
/// may be several.
package final class Connection {
    package enum Access {
        case reading
        /// Reads only the file, which must not be written to meanwhile. The path is then a URI, as SQLite reads these.
        case readingAlone
        /// Creates the file if it does not exist.
        case writing

        fileprivate var flags: Int32 {
            switch self {
            case .reading: SQLITE_OPEN_READONLY
            case .readingAlone: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            case .writing: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        }
    }

    private var open: OpaquePointer?
    private let busyTimeout: Int32
    /// The maximum number of cached statements, more than any command uses: then the cache is cleared.
    private static let maximumStatements = 64
    private var statements: [String: Statement] = [:]
    package let watch = Watch()

    /// Opens the database at `path`; ":memory:" creates a new one in memory.
    ///
    /// If another connection has locked it, calls wait for up to `busyTimeout` milliseconds. `flags` are added for
    /// SQLite.
    ///
    /// - Throws: `SQLiteError`, also if the file is not a database.
    package init(path: String, _ access: Access = .writing, busyTimeout: Int32 = 0, flags: Int32 = 0) throws {
        self.busyTimeout = busyTimeout
        // Without SQLite's mutexes, which a single thread at a time does not need.
        let code = sqlite3_open_v2(path, &open, access.flags | SQLITE_OPEN_NOMUTEX | flags, nil)
        guard code == SQLITE_OK, let open else { throw SQLiteError(code, on: open) }
        sqlite3_extended_result_codes(open, 1)
        sqlite3_busy_timeout(open, busyTimeout)
        rewind_sqlite_refuse_double_quoted_texts(open)
        // SQLite reads the file only when it needs it.
        try execute("SELECT 1 FROM sqlite_schema LIMIT 1")
    }

    deinit {
        statements.removeAll()
        // If a statement still exists, SQLite's connection stays open.
        if let open {
            sqlite3_progress_handler(open, 0, nil, nil)
            sqlite3_set_authorizer(open, nil, nil)
        }
        sqlite3_close_v2(open)
    }

    /// Closes the file. The connection can no longer be used; closing it again does nothing.
    ///
    /// - Throws: `SQLiteError` with `SQLITE_BUSY` if a statement still exists. The connection then stays open.
    package func close() throws {
        statements.removeAll()
        let code = sqlite3_close(open)
        guard code == SQLITE_OK else { throw SQLiteError(code, on: open) }
        open = nil
    }

    /// SQLite's connection.
    ///
    /// - Throws: `SQLiteError` if it was closed.
    package var handle: OpaquePointer {
        get throws {
            guard let open else { throw SQLiteError(SQLITE_MISUSE, "The connection is closed") }
            return open
        }
    }

    /// Returns the cached statement, or a new one if the cached one is still returning rows.
    ///
    /// - Throws: `SQLiteError`.
    package func statement(_ sql: String) throws -> Statement {
        if let known = statements[sql], !known.isRunning { return known }
        let statement = try Statement(sql, in: self)
        if statements.count >= Self.maximumStatements { statements.removeAll() }
        statements[sql] = statement
        return statement
    }

    /// Runs statements and ignores their rows.
    ///
    /// - Throws: `SQLiteError`. The statements before the failed one were run.
    package func execute(_ sql: String) throws {
        let handle = try handle
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw SQLiteError(code, on: handle) }
    }

    /// Runs a statement and ignores its rows.
    ///
    /// - Throws: `SQLiteError`.
    package func execute(_ sql: String, _ arguments: [(any SQLConvertible)?]) throws {
        try statement(sql).execute(arguments)
    }

    /// Runs `body` without waiting if the file is locked by another connection.
    ///
    /// - Throws: `SQLiteError` if the connection was closed, or the error of `body`.
    package func withoutWaiting(_ body: (Connection) throws -> Void) throws {
        let handle = try handle
        sqlite3_busy_timeout(handle, 0)
        defer { sqlite3_busy_timeout(handle, busyTimeout) }
        try body(self)
    }

    /// Keeps the write-ahead log when the connection is closed.
    package func keepLogAtClose() {
        var keepsLog: Int32 = 1
        sqlite3_file_control(open, "main", SQLITE_FCNTL_PERSIST_WAL, &keepsLog)
    }

    /// True if the open file is still at its path.
    package var isWhereItWas: Bool {
        var hasMoved: Int32 = 1
        let code = sqlite3_file_control(open, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        return code == SQLITE_OK && hasMoved == 0
    }

    /// The number of rows that the last INSERT, UPDATE or DELETE changed.
    package var changesCount: Int {
        open.map { Int(sqlite3_changes($0)) } ?? 0
    }

    /// The rowid of the last inserted row.
    package var lastInsertedRowID: Int64 {
        open.map { sqlite3_last_insert_rowid($0) } ?? 0
    }
}

extension Connection {
    package enum Transaction: String {
        /// Locks at the first read or write.
        case deferred = "BEGIN DEFERRED"
        /// Keeps other connections from writing.
        case immediate = "BEGIN IMMEDIATE"
    }

    /// Runs `body` in a transaction, which is rolled back if it throws.
    ///
    /// - Throws: `SQLiteError`, or the error of `body`.
    @discardableResult
    package func transaction<T>(_ kind: Transaction = .immediate, _ body: (Connection) throws -> T) throws -> T {
        try statement(kind.rawValue).execute()
        do {
            let result = try body(self)
            try statement("COMMIT").execute()
            return result
        } catch {
            rollBack()
            throw error
        }
    }

    /// Rolls back the open transaction, if there is one: after some errors, SQLite has already ended it.
    package func rollBack() {
        guard let open, sqlite3_get_autocommit(open) == 0 else { return }
        try? execute("ROLLBACK")
    }
}
