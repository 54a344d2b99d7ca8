import CRewindSQLite

/// A connection to a SQLite database. Used from one thread at a time, which the compiler watches over: it is not
/// `Sendable`.
///
/// Statements are prepared once and kept by their text. A statement that is given with arguments is one statement; what
/// is run without may be several.
package final class Connection {
    package enum Access {
        case reading
        /// The file alone, as it is: nobody may write to it meanwhile. The path is then a URI, as SQLite reads these.
        case readingAlone
        /// A file that is not there is made.
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
    private var statements = StatementCache()
    package let watch = Watch()

    /// Opens the database at `path`; ":memory:" is a new one that is in no file.
    ///
    /// What finds it locked by another connection waits for so many milliseconds. `flags` are further ones for SQLite.
    ///
    /// - Throws: `SQLiteError`, also when the file is no database.
    package init(
        path: String,
        _ access: Access = .writing,
        busyTimeout: Int32 = 0,
        flags: Int32 = 0
    ) throws {
        self.busyTimeout = busyTimeout
        // Without locks of its own, which one thread at a time does not need.
        let code = sqlite3_open_v2(path, &open, access.flags | SQLITE_OPEN_NOMUTEX | flags, nil)
        guard code == SQLITE_OK, let open else { throw SQLiteError(code, on: open) }
        sqlite3_extended_result_codes(open, 1)
        sqlite3_busy_timeout(open, busyTimeout)
        rewind_sqlite_refuse_double_quoted_texts(open)
        // SQLite looks at the file when it needs something of it.
        try execute("SELECT 1 FROM sqlite_schema LIMIT 1")
    }

    deinit {
        statements.removeAll()
        // Somebody may hold a statement still, with which SQLite's own connection stays.
        if let open {
            sqlite3_progress_handler(open, 0, nil, nil)
            sqlite3_set_authorizer(open, nil, nil)
        }
        sqlite3_close_v2(open)
    }

    /// Lets go of the file. Nothing can be done with the connection then; closing it again does nothing.
    ///
    /// - Throws: `SQLiteError` with `SQLITE_BUSY` when somebody still holds a statement: it stays open then.
    package func close() throws {
        statements.removeAll()
        let code = sqlite3_close(open)
        guard code == SQLITE_OK else { throw SQLiteError(code, on: open) }
        open = nil
    }

    /// SQLite's own connection.
    ///
    /// - Throws: `SQLiteError` when it was closed.
    package var handle: OpaquePointer {
        get throws {
            guard let open else { throw SQLiteError(SQLITE_MISUSE, "The connection is closed") }
            return open
        }
    }

    /// The statement, which is kept for the next time. One that is just giving rows is not disturbed: then it is another.
    ///
    /// - Throws: `SQLiteError`.
    package func statement(_ sql: String) throws -> Statement {
        if let known = statements[sql], !known.isRunning { return known }
        let statement = try Statement(sql, in: self)
        statements.insert(statement, for: sql)
        return statement
    }

    /// Runs statements, whose rows nobody wants.
    ///
    /// - Throws: `SQLiteError`; those before the one that failed were run.
    package func execute(_ sql: String) throws {
        let handle = try handle
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw SQLiteError(code, on: handle) }
    }

    /// Runs a statement, whose rows nobody wants.
    ///
    /// - Throws: `SQLiteError`.
    package func execute(_ sql: String, _ arguments: [(any SQLConvertible)?]) throws {
        try statement(sql).execute(arguments)
    }

    /// Runs `body`, in which what finds the file locked by another connection does not wait.
    ///
    /// - Throws: `SQLiteError` when it was closed, or what `body` throws.
    package func withoutWaiting(_ body: (Connection) throws -> Void) throws {
        let handle = try handle
        sqlite3_busy_timeout(handle, 0)
        defer { sqlite3_busy_timeout(handle, busyTimeout) }
        try body(self)
    }

    /// Has the write-ahead log stay where it is when the connection is closed.
    package func keepLogAtClose() {
        var keepsLog: Int32 = 1
        sqlite3_file_control(open, "main", SQLITE_FCNTL_PERSIST_WAL, &keepsLog)
    }

    /// Whether the file that is open is the one that its path leads to.
    package var isWhereItWas: Bool {
        var hasMoved: Int32 = 1
        let code = sqlite3_file_control(open, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        return code == SQLITE_OK && hasMoved == 0
    }

    /// How many rows the last statement inserted, changed or deleted that does such.
    package var changesCount: Int {
        open.map { Int(sqlite3_changes($0)) } ?? 0
    }

    /// The rowid of the last row that was inserted.
    package var lastInsertedRowID: Int64 {
        open.map { sqlite3_last_insert_rowid($0) } ?? 0
    }
}

extension Connection {
    package enum Transaction: String {
        /// Begins to lock when it reads or writes.
        case deferred = "BEGIN DEFERRED"
        /// Keeps others from writing.
        case immediate = "BEGIN IMMEDIATE"
    }

    /// Runs `body` in a transaction: all that it does is done, or nothing when it throws.
    ///
    /// - Throws: `SQLiteError`, or what `body` throws.
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

    /// Takes back what the open transaction did, if there is one: SQLite itself has ended it after some errors.
    package func rollBack() {
        guard let open, sqlite3_get_autocommit(open) == 0 else { return }
        try? execute("ROLLBACK")
    }
}
