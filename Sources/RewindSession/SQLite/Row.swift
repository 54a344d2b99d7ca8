import CRewindSQLite

/// The row that a statement has come to. It is gone when the statement goes to the next one.
///
/// A damaged file may hold anything anywhere: a value of another type than is asked for is none, and never a trap.
package struct Row {
    @usableFromInline let statement: Statement

    package init(of statement: Statement) {
        self.statement = statement
    }

    /// How many columns it has.
    package var count: Int {
        Int(sqlite3_data_count(statement.handle))
    }

    /// The value in a column, nil when it is NULL or of another type.
    @inlinable
    package func value<T: SQLConvertible>(_ column: Int) -> T? {
        T(column: Int32(column), of: statement.handle)
    }

    /// The value in a column, nil when it is NULL.
    ///
    /// - Throws: `SQLiteError` with `SQLITE_MISMATCH` when it is of another type.
    @inlinable
    package func valueIfPresent<T: SQLConvertible>(_ column: Int) throws -> T? {
        if let value: T = value(column) { return value }
        guard isNull(column) else { throw SQLiteError(SQLITE_MISMATCH) }
        return nil
    }

    /// Whether a column is NULL.
    @inlinable
    package func isNull(_ column: Int) -> Bool {
        type(column) == SQLITE_NULL
    }

    /// SQLite's code for the type of the value in a column.
    @inlinable
    package func type(_ column: Int) -> Int32 {
        sqlite3_column_type(statement.handle, Int32(column))
    }

    /// The UTF-8 text in a column, in SQLite's memory, where it is as long as this is the row; nil when it is no text.
    package func text(_ column: Int) -> UnsafeRawBufferPointer? {
        type(column) == SQLITE_TEXT ? UnsafeRawBufferPointer(text: Int32(column), of: statement.handle) : nil
    }

    /// The bytes of a text or blob in a column as they are stored, where ``text(_:)`` is; nil when it is neither.
    package func bytes(_ column: Int) -> UnsafeRawBufferPointer? {
        switch type(column) {
        case SQLITE_TEXT, SQLITE_BLOB: UnsafeRawBufferPointer(blob: Int32(column), of: statement.handle)
        default: nil
        }
    }
}
