import CRewindSQLite
import Foundation

/// A type whose values SQLite stores.
package protocol SQLConvertible {
    /// Reads the value in a column of the current row of a statement; nil if it is NULL or has another type.
    init?(column: Int32, of statement: OpaquePointer)

    /// Binds the value to a parameter of a statement, the first of which is 1. Returns SQLite's result code.
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension Int64: SQLConvertible {
    package init?(column: Int32, of statement: OpaquePointer) {
        guard sqlite3_column_type(statement, column) == SQLITE_INTEGER else { return nil }
        self = sqlite3_column_int64(statement, column)
    }

    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        sqlite3_bind_int64(statement, index, self)
    }
}

extension Int: SQLConvertible {
    package init?(column: Int32, of statement: OpaquePointer) {
        guard let value = Int64(column: column, of: statement) else { return nil }
        self.init(exactly: value)
    }

    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        sqlite3_bind_int64(statement, index, Int64(self))
    }
}

/// Zero is false, and any other integer true.
extension Bool: SQLConvertible {
    package init?(column: Int32, of statement: OpaquePointer) {
        guard let value = Int64(column: column, of: statement) else { return nil }
        self = value != 0
    }

    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        sqlite3_bind_int64(statement, index, self ? 1 : 0)
    }
}

/// SQLite has no NaN and stores NULL.
extension Double: SQLConvertible {
    package init?(column: Int32, of statement: OpaquePointer) {
        guard sqlite3_column_type(statement, column) == SQLITE_FLOAT else { return nil }
        self = sqlite3_column_double(statement, column)
    }

    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        sqlite3_bind_double(statement, index, self)
    }
}

/// Invalid UTF-8 in a stored text is read as U+FFFD.
extension String: SQLConvertible {
    package init?(column: Int32, of statement: OpaquePointer) {
        guard sqlite3_column_type(statement, column) == SQLITE_TEXT else { return nil }
        self.init(decoding: UnsafeRawBufferPointer(text: column, of: statement), as: UTF8.self)
    }

    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        var text = self
        return text.withUTF8 { bytes in
            // A text without an address would be NULL.
            guard let start = bytes.baseAddress else {
                return sqlite3_bind_text(statement, index, "", 0, rewind_sqlite_transient())
            }
            return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) { start in
                sqlite3_bind_text64(
                    statement,
                    index,
                    start,
                    sqlite3_uint64(bytes.count),
                    rewind_sqlite_transient(),
                    UInt8(SQLITE_UTF8)
                )
            }
        }
    }
}

extension Data: SQLConvertible {
    package init?(column: Int32, of statement: OpaquePointer) {
        guard sqlite3_column_type(statement, column) == SQLITE_BLOB else { return nil }
        self.init(UnsafeRawBufferPointer(blob: column, of: statement))
    }

    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        withUnsafeBytes { Self.bind($0, to: statement, at: index) }
    }

    fileprivate static func bind(_ bytes: UnsafeRawBufferPointer, to statement: OpaquePointer, at index: Int32) -> Int32
    {
        // A blob without an address would be NULL.
        guard let start = bytes.baseAddress else { return sqlite3_bind_zeroblob(statement, index, 0) }
        return sqlite3_bind_blob64(statement, index, start, sqlite3_uint64(bytes.count), rewind_sqlite_transient())
    }
}

/// Any value, including NULL.
extension SQLValue: SQLConvertible {
    package init?(column: Int32, of statement: OpaquePointer) {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: self = .real(sqlite3_column_double(statement, column))
        case SQLITE_TEXT:
            self = .text(String(decoding: UnsafeRawBufferPointer(text: column, of: statement), as: UTF8.self))
        case SQLITE_BLOB: self = .blob(Array(UnsafeRawBufferPointer(blob: column, of: statement)))
        default: self = .null
        }
    }

    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        switch self {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let value): value.bind(to: statement, at: index)
        case .real(let value): value.bind(to: statement, at: index)
        case .text(let text): text.bind(to: statement, at: index)
        case .blob(let bytes): bytes.withUnsafeBytes { Data.bind($0, to: statement, at: index) }
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The text in a column as UTF-8, in SQLite's memory.
    package init(text column: Int32, of statement: OpaquePointer) {
        // The address must be requested before the length. There is no address if SQLite is out of memory.
        let start = sqlite3_column_text(statement, column)
        self.init(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, column)))
    }

    /// The stored bytes of a text or blob in a column, in SQLite's memory.
    package init(blob column: Int32, of statement: OpaquePointer) {
        // Without bytes there is no address.
        let start = sqlite3_column_blob(statement, column)
        self.init(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, column)))
    }
}
