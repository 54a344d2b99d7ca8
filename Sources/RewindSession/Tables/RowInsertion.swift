import CRewindSQLite

/// Inserts rows into one table, sixteen with one statement where there are so many.
///
/// Half of what SQLite does for a row of a few short values it does for the statement: so a row costs half as much
/// when it shares its statement with others. The values of the rows that wait are kept here in two buffers, and given
/// to SQLite's C interface straight from them.
struct RowInsertion {
    private enum Value {
        case null
        case integer(Int64)
        /// Bytes of `texts`.
        case text(Range<Int>)
    }

    /// How many rows one statement inserts when enough are waiting.
    private static let rowsPerStatement = 16
    /// The length of texts up to which their memory serves later rows, in bytes.
    private static let longestKeptTexts = 1 << 20

    private let head: String
    private let columnCount: Int
    private var values: [Value] = []
    private var single: Statement?
    private var multiple: Statement?

    /// The UTF-8 texts of the rows that wait: what is to be bound as text is appended here first.
    var texts: [UInt8] = []

    /// Prepares for rows of `columns` of a table; `verb` is what is to be done with them, `INSERT` and the like.
    init(_ verb: String = "INSERT", into table: String, columns: [String]) {
        head = "\(verb) INTO \(table) (\(columns.joined(separator: ", "))) VALUES "
        columnCount = columns.count
        values.reserveCapacity(columnCount * Self.rowsPerStatement)
    }

    /// Adds a column to the row under way.
    mutating func bind(_ value: Int64?) {
        values.append(value.map { .integer($0) } ?? .null)
    }

    /// Adds a column to the row under way: a part of `texts`.
    mutating func bind(text: Range<Int>?) {
        values.append(text.map { .text($0) } ?? .null)
    }

    /// Ends the row under way; when a statement is full, it runs.
    ///
    /// - Throws: `SQLiteError`.
    mutating func endRow(in db: Connection) throws {
        if values.count >= columnCount * Self.rowsPerStatement { try flush(in: db) }
    }

    /// Inserts the rows that wait.
    ///
    /// - Throws: `SQLiteError`. No row waits then either; which ones are in the table is not known.
    mutating func flush(in db: Connection) throws {
        defer { discard() }
        var row = 0
        while row < values.count {
            let isFull = values.count - row >= columnCount * Self.rowsPerStatement
            let end = row + columnCount * (isFull ? Self.rowsPerStatement : 1)
            try run(isFull ? multipleRows(in: db) : singleRow(in: db), with: values[row..<end])
            row = end
        }
    }

    /// Forgets the rows that wait.
    mutating func discard() {
        values.removeAll(keepingCapacity: true)
        texts.removeAll(keepingCapacity: texts.count <= Self.longestKeptTexts)
    }

    /// Lets go of the statements, without which the connection cannot be closed.
    mutating func finish() {
        single = nil
        multiple = nil
    }

    private mutating func singleRow(in db: Connection) throws -> Statement {
        if let single { return single }
        let statement = try Statement(head + row, in: db)
        single = statement
        return statement
    }

    private mutating func multipleRows(in db: Connection) throws -> Statement {
        if let multiple { return multiple }
        let rows = Array(repeating: row, count: Self.rowsPerStatement).joined(separator: ", ")
        let statement = try Statement(head + rows, in: db)
        multiple = statement
        return statement
    }

    /// The SQL of a row: a parameter for each column.
    private var row: String {
        "(\(Array(repeating: "?", count: columnCount).joined(separator: ", ")))"
    }

    /// Runs a statement with the values of its rows.
    ///
    /// SQLite reads the texts where they are: they stay there while the statement runs, and before it runs again each
    /// of its parameters gets another value.
    private func run(_ statement: Statement, with values: ArraySlice<Value>) throws {
        let handle = statement.handle
        let code = texts.withUnsafeBytes { texts in
            var index: Int32 = 0
            for value in values {
                index += 1
                let code =
                    switch value {
                    case .null: sqlite3_bind_null(handle, index)
                    case .integer(let value): sqlite3_bind_int64(handle, index, value)
                    case .text(let range):
                        Self.bind(UnsafeRawBufferPointer(rebasing: texts[range]), to: handle, at: index)
                    }
                guard code == SQLITE_OK else { return code }
            }
            return sqlite3_step(handle)
        }
        guard code == SQLITE_DONE else {
            let error = SQLiteError(code, on: sqlite3_db_handle(handle))
            sqlite3_reset(handle)
            throw error
        }
        sqlite3_reset(handle)
    }

    private static func bind(_ text: UnsafeRawBufferPointer, to handle: OpaquePointer, at index: Int32) -> Int32 {
        // An empty text without an address would be NULL.
        guard let start = text.baseAddress else { return sqlite3_bind_text(handle, index, "", 0, nil) }
        return sqlite3_bind_text64(
            handle,
            index,
            start.assumingMemoryBound(to: CChar.self),
            sqlite3_uint64(text.count),
            nil,
            UInt8(SQLITE_UTF8)
        )
    }
}
