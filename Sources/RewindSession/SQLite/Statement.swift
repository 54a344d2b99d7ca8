import CRewindSQLite

/// A prepared statement that can be run repeatedly. Use it on one thread at a time.
///
/// It is reset after each run, even if it throws, so it holds no lock and keeps no transaction open.
package final class Statement {
    /// The error for a text that is not exactly one statement.
    package struct NotOne: Error {}

    /// Identifies a run of a statement.
    package struct Run: Equatable {
        fileprivate let number: Int
    }

    /// SQLite's statement.
    package let handle: OpaquePointer
    /// The run that is returning rows, if there is one.
    private var run: Run?
    private var runs = 0

    /// Prepares one statement.
    ///
    /// - Throws: `SQLiteError`, or `NotOne`.
    package init(_ sql: String, in connection: Connection) throws {
        let connection = try connection.handle
        var statement: OpaquePointer?
        let (code, isOne) = sql.withCString { start in
            var end: UnsafePointer<CChar>?
            let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
            let code = sqlite3_prepare_v3(connection, start, -1, flags, &statement, &end)
            guard code == SQLITE_OK, let end, end.pointee != 0 else { return (code, true) }
            // Only spaces and comments may follow, for which SQLite returns no statement: any other would never be run.
            var rest: OpaquePointer?
            defer { sqlite3_finalize(rest) }
            let isOne = sqlite3_prepare_v3(connection, end, -1, 0, &rest, nil) == SQLITE_OK && rest == nil
            return (code, isOne)
        }
        guard code == SQLITE_OK else { throw SQLiteError(code, on: connection) }
        guard let statement else { throw NotOne() }
        handle = statement
        guard isOne else { throw NotOne() }
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// The number of its parameters.
    package var parameterCount: Int { Int(sqlite3_bind_parameter_count(handle)) }

    /// The names of the columns of its rows.
    package var columnNames: [String] {
        (0..<sqlite3_column_count(handle)).map { sqlite3_column_name(handle, $0).map { String(cString: $0) } ?? "" }
    }

    /// True if it does not change the file.
    package var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }

    /// True while it is returning rows.
    package var isRunning: Bool { run != nil }

    /// Runs the statement to its end and ignores its rows.
    ///
    /// - Throws: `SQLiteError`.
    package func execute(_ arguments: [(any SQLConvertible)?] = []) throws {
        let run = try start(arguments)
        while try step(run) {}
    }

    /// Same as the method of ``Connection``.
    package func fetchOne<T: SQLConvertible>(_ type: T.Type, _ arguments: [(any SQLConvertible)?] = []) throws -> T? {
        try fetchOne(arguments) { try $0.valueIfPresent(0) }
    }

    /// Same as the method of ``Connection``.
    package func fetchOne<T>(_ arguments: [(any SQLConvertible)?] = [], _ body: (Row) throws -> T?) throws -> T? {
        let run = try start(arguments)
        defer { end(run) }
        return try step(run) ? try body(Row(of: self)) : nil
    }

    /// Same as the method of ``Connection``.
    package func fetchAll<T: SQLConvertible>(_ type: T.Type, _ arguments: [(any SQLConvertible)?] = []) throws -> [T] {
        try fetchAll(arguments) { row in
            guard let value: T = row.value(0) else { throw SQLiteError(SQLITE_MISMATCH) }
            return value
        }
    }

    /// Same as the method of ``Connection``.
    package func fetchAll<T>(_ arguments: [(any SQLConvertible)?] = [], _ body: (Row) throws -> T) throws -> [T] {
        let run = try start(arguments)
        defer { end(run) }
        var values: [T] = []
        while try step(run) { values.append(try body(Row(of: self))) }
        return values
    }

    /// Returns its rows, which are computed on demand.
    ///
    /// - Throws: `SQLiteError`.
    package func rows(_ arguments: [(any SQLConvertible)?] = []) throws -> Rows {
        Rows(of: self, run: try start(arguments))
    }

    /// Starts a run with these values for its parameters, in order. The run lasts until its last row, or ``end(_:)``.
    ///
    /// - Throws: `SQLiteError`.
    package func start(_ arguments: [(any SQLConvertible)?]) throws -> Run {
        // Binding new parameters would change the rows of the current reader.
        guard run == nil else { throw SQLiteError(SQLITE_MISUSE, "The statement is giving rows") }
        guard parameterCount == arguments.count else {
            throw SQLiteError(SQLITE_RANGE, "Another number of arguments than parameters")
        }
        var index: Int32 = 0
        for argument in arguments {
            index += 1
            let code = argument?.bind(to: handle, at: index) ?? sqlite3_bind_null(handle, index)
            guard code == SQLITE_OK else { throw error(code) }
        }
        runs += 1
        let run = Run(number: runs)
        self.run = run
        return run
    }

    /// Moves to the next row of a run. Returns false if there is no further row, which ends the run.
    ///
    /// - Throws: `SQLiteError`, which ends the run.
    package func step(_ run: Run) throws -> Bool {
        guard self.run == run else { return false }
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        // Resetting the statement discards the error.
        let error = code == SQLITE_DONE ? nil : error(code)
        end(run)
        if let error { throw error }
        return false
    }

    /// Ends a run, unless it has already ended.
    package func end(_ run: Run) {
        guard self.run == run else { return }
        self.run = nil
        sqlite3_reset(handle)
    }

    private func error(_ code: Int32) -> SQLiteError {
        SQLiteError(code, on: sqlite3_db_handle(handle))
    }
}

/// The rows of one run of a statement, which ends with them. A row must not be used after they are gone.
package struct Rows: ~Copyable {
    private let statement: Statement
    private let run: Statement.Run

    fileprivate init(of statement: Statement, run: Statement.Run) {
        self.statement = statement
        self.run = run
    }

    deinit {
        statement.end(run)
    }

    /// Moves to the next row; returns nil if there is none.
    ///
    /// - Throws: `SQLiteError`. There is then no further row.
    package func next() throws -> Row? {
        try statement.step(run) ? Row(of: statement) : nil
    }
}
