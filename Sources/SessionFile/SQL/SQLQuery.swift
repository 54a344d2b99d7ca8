import GRDBSQLite

/// A query of the user's, compiled.
package final class SQLQuery {
    private let sandbox: SQLSandbox
    private var statement: OpaquePointer?
    private var isRunning = false

    /// The names of its columns.
    package let columns: [String]
    /// The functions and operators that it calls, in lower case.
    package let functions: Set<String>

    /// Compiles a query that has so many parameters.
    ///
    /// - Throws: `SessionError.query` and the like.
    package init(_ sql: String, parameterCount: Int = 0, in sandbox: SQLSandbox) throws {
        self.sandbox = sandbox
        var text = sql
        var statement: OpaquePointer?
        var rest: OpaquePointer?
        var restCode = SQLITE_OK
        functions = try sandbox.functions {
            sandbox.timer.restart()
            let code = text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { bytes in
                    let start = bytes.baseAddress
                    var end = start
                    let code = sqlite3_prepare_v2(
                        sandbox.connection,
                        start,
                        Int32(clamping: bytes.count),
                        &statement,
                        &end
                    )
                    // Of spaces and comments, which may follow, SQLite makes no statement.
                    if code == SQLITE_OK, let start, let end {
                        let count = Int32(clamping: bytes.count - (end - start))
                        restCode = sqlite3_prepare_v2(sandbox.connection, end, count, &rest, nil)
                    }
                    return code
                }
            }
            guard code == SQLITE_OK else { throw sandbox.failure() }
        }
        let isWhole = restCode == SQLITE_OK && rest == nil
        sqlite3_finalize(rest)
        self.statement = statement
        columns = (0..<sqlite3_column_count(statement)).map { index in
            sqlite3_column_name(statement, index).map { String(cString: $0) } ?? ""
        }
        guard statement != nil, isWhole else { throw SessionError.query(.notOneQuery) }
        // SQLite does not ask about every kind of statement.
        guard sqlite3_stmt_readonly(statement) != 0 else { throw SessionError.query(.notAllowed(message: "it writes")) }
        guard sqlite3_bind_parameter_count(statement) == parameterCount else {
            throw SessionError.query(.hasParameters)
        }
    }

    deinit {
        sqlite3_finalize(statement)
    }

    /// Starts again, with values for the parameters.
    package func restart(_ parameters: [SQLValue] = []) {
        sqlite3_reset(statement)
        isRunning = false
        for (index, value) in parameters.enumerated() { value.bind(to: statement, at: Int32(index + 1)) }
    }

    /// Goes to the next row; false when there is none.
    ///
    /// - Throws: `SessionError.query` and the like, `CancellationError`, or what a function throws.
    package func next() throws -> Bool {
        if !isRunning {
            isRunning = true
            sandbox.timer.restart()
        }
        switch sandbox.timer.running({ sqlite3_step(statement) }) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default:
            defer { restart() }
            throw sandbox.failure()
        }
    }

    /// The value in a column of the row.
    package func value(_ column: Int) -> SQLValue {
        SQLValue(column: Int32(column), of: statement)
    }
}

extension SQLValue {
    fileprivate init(column: Int32, of statement: OpaquePointer?) {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: self = .real(sqlite3_column_double(statement, column))
        case SQLITE_TEXT:
            let start = sqlite3_column_text(statement, column)
            let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
            self = .text(String(decoding: bytes, as: UTF8.self))
        case SQLITE_BLOB:
            let start = sqlite3_column_blob(statement, column)
            let count = Int(sqlite3_column_bytes(statement, column))
            self = .blob(Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)))
        default: self = .null
        }
    }

    fileprivate func bind(to statement: OpaquePointer?, at index: Int32) {
        // SQLite copies the bytes.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch self {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let value): sqlite3_bind_int64(statement, index, value)
        case .real(let value): sqlite3_bind_double(statement, index, value)
        case .text(let text): sqlite3_bind_text(statement, index, text, Int32(clamping: text.utf8.count), transient)
        case .blob(let bytes): sqlite3_bind_blob(statement, index, bytes, Int32(clamping: bytes.count), transient)
        }
    }
}
