import CRewindSQLite

/// An error reported by SQLite. Never contains a value from a row or an argument.
package struct SQLiteError: Error, Hashable, CustomStringConvertible {
    /// SQLite's extended result code: <https://www.sqlite.org/rescode.html>.
    package let extendedCode: Int32
    /// SQLite's message.
    package let message: String

    /// The primary result code, such as `SQLITE_BUSY`.
    package var code: Int32 { extendedCode & 0xFF }

    package var description: String { "SQLite error \(extendedCode): \(message)" }

    /// Creates an error with this code, and by default SQLite's general message for the code.
    package init(_ code: Int32, _ message: String? = nil) {
        extendedCode = code
        self.message = message ?? String(cString: sqlite3_errstr(code))
    }

    /// Creates an error from the last one on a connection, with `code`; nil if the connection could not be created.
    package init(_ code: Int32, on connection: OpaquePointer?) {
        // SQLite does not keep the message of a misuse in the connection.
        let isKept = connection != nil && code & 0xFF != SQLITE_MISUSE
        self.init(code, isKept ? sqlite3_errmsg(connection).map { String(cString: $0) } : nil)
    }
}
