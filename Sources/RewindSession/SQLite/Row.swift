import CRewindSQLite

/// The current row of a statement. It is invalid once the statement moves to the next one.
///
/// A damaged file may contain anything: a value of an unexpected type is treated as missing, and never traps.
package struct Row {
    @usableFromInline let statement: Statement

    package init(of statement: Statement) {
        self.statement = statement
    }

    /// The number of columns.
    package var count: Int {
        Int(sqlite3_data_count(statement.handle))
    }

    /// Returns the value in a column; nil if it is NULL or has another type.
    @inlinable
    package func value<T: SQLConvertible>(_ column: Int) -> T? {
        T(column: Int32(column), of: statement.handle)
    }

    /// Returns the value in a column; nil if it is NULL.
    ///
    /// - Throws: `SQLiteError` with `SQLITE_MISMATCH` if it has another type.
    @inlinable
    package func valueIfPresent<T: SQLConvertible>(_ column: Int) throws -> T? {
        if let value: T = value(column) { return value }
        guard isNull(column) else { throw SQLiteError(SQLITE_MISMATCH) }
        return nil
    }

    /// Returns true if a column is NULL.
    @inlinable
    package func isNull(_ column: Int) -> Bool {
        type(column) == SQLITE_NULL
    }

    /// Returns SQLite's code for the type of the value in a column.
    @inlinable
    package func type(_ column: Int) -> Int32 {
        sqlite3_column_type(statement.handle, Int32(column))
    }

    /// Returns the UTF-8 text in a column, in SQLite's memory, valid while the row is; nil if it is not a text.
    package func text(_ column: Int) -> UnsafeRawBufferPointer? {
        type(column) == SQLITE_TEXT ? UnsafeRawBufferPointer(text: Int32(column), of: statement.handle) : nil
    }

    /// Returns the stored bytes of a text or blob in a column, valid like those of ``text(_:)``; nil for other types.
    package func bytes(_ column: Int) -> UnsafeRawBufferPointer? {
        switch type(column) {
        case SQLITE_TEXT, SQLITE_BLOB: UnsafeRawBufferPointer(blob: Int32(column), of: statement.handle)
        default: nil
        }
    }
}
