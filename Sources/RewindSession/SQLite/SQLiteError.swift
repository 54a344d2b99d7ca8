import CRewindSQLite

/// What SQLite answered when something went wrong. Never holds a value from a row or an argument.
package struct SQLiteError: Error, Hashable, CustomStringConvertible {
    /// SQLite's extended result code: <https://www.sqlite.org/rescode.html>.
    package let extendedCode: Int32
    /// SQLite's own words.
    package let message: String

    /// The primary result code, such as `SQLITE_BUSY`.
    package var code: Int32 { extendedCode & 0xFF }

    package var description: String { "SQLite error \(extendedCode): \(message)" }

    /// An error with this code; its words are SQLite's for all errors of that code, unless others are given.
    package init(_ code: Int32, _ message: String? = nil) {
        extendedCode = code
        self.message = message ?? String(cString: sqlite3_errstr(code))
    }

    /// What went wrong last on a connection, as `code`; nil is one that could not even be made.
    package init(_ code: Int32, on connection: OpaquePointer?) {
        // What SQLite says about its misuse is not kept in the connection.
        let isKept = connection != nil && code & 0xFF != SQLITE_MISUSE
        self.init(code, isKept ? sqlite3_errmsg(connection).map { String(cString: $0) } : nil)
    }
}
