import CSQLite
import Foundation

/// A minimal wrapper of SQLite's C interface.
enum SQLite {
    private struct Failure: Error {
        let code: Int32
    }

    static func open(_ url: URL) throws -> OpaquePointer? {
        var connection: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        try check(sqlite3_open_v2(url.path, &connection, flags, nil))
        return connection
    }

    static func close(_ connection: OpaquePointer?) {
        sqlite3_close_v2(connection)
    }

    static func execute(_ sql: String, in connection: OpaquePointer?) throws {
        try check(sqlite3_exec(connection, sql, nil, nil, nil))
    }

    static func prepare(_ sql: String, in connection: OpaquePointer?) throws -> OpaquePointer? {
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
        return statement
    }

    /// Runs a statement that returns no rows.
    static func step(_ statement: OpaquePointer?) throws {
        let code = sqlite3_step(statement)
        sqlite3_reset(statement)
        try check(code, is: SQLITE_DONE)
    }

    static func forEachRow(
        _ sql: String,
        in connection: OpaquePointer?,
        _ body: (OpaquePointer?) throws -> Void
    ) throws {
        let statement = try prepare(sql, in: connection)
        defer { sqlite3_finalize(statement) }
        while sqlite3_step(statement) == SQLITE_ROW { try body(statement) }
    }

    private static func check(_ code: Int32, is expected: Int32 = SQLITE_OK) throws {
        guard code == expected else { throw Failure(code: code) }
    }
}
