import CRewindSQLite
import RewindTree

/// Inserts rows into one table, sixteen with one statement if enough are buffered.
///
/// Half of the time that SQLite takes for a row of a few short values is spent on the statement, so a row in a shared
/// statement costs half as much. The values of buffered rows are kept in two buffers, from which they are passed to
/// SQLite's C interface without copying.
struct RowInsertion {
    private enum Value {
        case null
        case integer(Int64)
        /// A range of bytes in `texts`.
        case text(Range<Int>)
    }

    /// The number of rows in a full statement.
    private static let rowsPerStatement = 16
    /// The maximum length of texts whose memory is kept for later rows, in bytes.
    private static let longestKeptTexts = 1 << 20

    /// The SQL for one row, and for `rowsPerStatement` rows.
    private let (single, multiple): (String, String)
    private let columnCount: Int
    private var values: [Value] = []

    /// The UTF-8 texts of the buffered rows. A text to bind is appended here first.
    var texts: [UInt8] = []
    /// Where the hashed texts of the current row begin.
    private var hashStart = 0

    /// Prepares to write rows with `columns` to a table; `verb` is the SQL operation, such as `INSERT`.
    init(_ verb: String = "INSERT", into table: String, columns: [String]) {
        let head = "\(verb) INTO \(table) (\(columns.joined(separator: ", "))) VALUES "
        let row = "(\(Array(repeating: "?", count: columns.count).joined(separator: ", ")))"
        let rows = Array(repeating: row, count: Self.rowsPerStatement).joined(separator: ", ")
        single = head + row
        multiple = head + rows
        columnCount = columns.count
        values.reserveCapacity(columnCount * Self.rowsPerStatement)
    }

    /// Adds a column to the current row.
    mutating func bind(_ value: Int64?) {
        values.append(value.map { .integer($0) } ?? .null)
    }

    /// Adds a column to the current row: a part of `texts`.
    mutating func bind(text: Range<Int>?) {
        values.append(text.map { .text($0) } ?? .null)
    }

    // MARK: Hashed columns

    /// Begins the hash of a row. The texts are created in the order in which they are hashed, so that the hash and SQLite
    /// share one buffer.
    mutating func beginHash() {
        hashStart = texts.count
    }

    /// Adds the hash as a column, and returns it.
    mutating func endHash() -> Int64 {
        let hash = texts.withUnsafeBytes { RowHash.hash(of: UnsafeRawBufferPointer(rebasing: $0[hashStart...])) }
        bind(hash)
        return hash
    }

    /// Adds a column, and its text to the hash.
    mutating func hashed(_ value: Int64?) {
        if let value { texts.append(decimal: value) }
        texts.append(UInt8(ascii: "\n"))
        bind(value)
    }

    /// Adds a column, and its text to the hash.
    mutating func hashed(text: String?) {
        let start = texts.count
        hash(text)
        bind(text: text == nil ? nil : start..<texts.count - 1)
    }

    /// Adds a column that `write` appends to the texts, and its text to the hash. Returns its length in bytes.
    @discardableResult
    mutating func hashed<Value>(_ value: Value?, _ write: (Value, inout [UInt8]) throws -> Void) rethrows -> Int {
        let start = texts.count
        if let value { try write(value, &texts) }
        let end = texts.count
        texts.append(UInt8(ascii: "\n"))
        bind(text: value == nil ? nil : start..<end)
        return end - start
    }

    /// Adds a text to the hash that is not a column. The text is cut at a U+0000, which SQLite's C interface would take
    /// for the end when the text is read.
    mutating func hash(_ text: String?) {
        let start = texts.count
        if let text { texts.append(contentsOf: text.utf8) }
        if let end = texts[start...].firstIndex(of: 0) { texts.removeSubrange(end...) }
        texts.append(UInt8(ascii: "\n"))
    }

    /// Ends the current row. Runs the statement if it is full.
    ///
    /// - Throws: `SQLiteError`.
    mutating func endRow(in db: Connection) throws {
        if values.count >= columnCount * Self.rowsPerStatement { try flush(in: db) }
    }

    /// Inserts the buffered rows.
    ///
    /// - Throws: `SQLiteError`. The buffer is then empty, and some of its rows may be in the table.
    mutating func flush(in db: Connection) throws {
        defer { discard() }
        var row = 0
        while row < values.count {
            let isFull = values.count - row >= columnCount * Self.rowsPerStatement
            let end = row + columnCount * (isFull ? Self.rowsPerStatement : 1)
            try run(db.statement(isFull ? multiple : single), with: values[row..<end])
            row = end
        }
    }

    /// Discards the buffered rows.
    mutating func discard() {
        values.removeAll(keepingCapacity: true)
        texts.removeAll(keepingCapacity: texts.count <= Self.longestKeptTexts)
    }

    /// Runs a statement with the values of its rows.
    ///
    /// SQLite reads the texts in place: they stay there while the statement runs, and each parameter gets another value
    /// before it runs again.
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
