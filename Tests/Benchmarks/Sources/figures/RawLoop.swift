import CSQLite
import Foundation

/// A baseline with SQLite alone: a loop over its C interface that writes the rows of `action` and `change` of a
/// recorded session, in the same order and with the same settings, into tables with the same schema.
struct RawLoop {
    private enum Value {
        case null
        case integer(Int64)
        /// A range of bytes in `texts`.
        case text(Range<Int>)
    }

    private static let columnCount = 11
    /// About the number of actions that the recorder commits at a time.
    private static let actionsPerTransaction = 2048

    private var schema: [String] = []
    private var texts: [UInt8] = []
    private var actions: [Value] = []
    private var changes: [(seq: Int64, pointer: Int64)] = []

    /// Reads the rows of the session at `url`.
    init(session url: URL) throws {
        let connection = try SQLite.open(url)
        defer { sqlite3_close_v2(connection) }
        try SQLite.forEachRow("SELECT sql FROM sqlite_schema WHERE sql NOT NULL", in: connection) { row in
            if let sql = sqlite3_column_text(row, 0) { schema.append(String(cString: sql)) }
        }
        let columns = "seq, parent, at, type, payload, patch, duration, status, origin, error, hash"
        try SQLite.forEachRow("SELECT \(columns) FROM action ORDER BY seq", in: connection) { row in
            for column in 0..<Int32(Self.columnCount) { actions.append(value(of: row, at: column)) }
        }
        try SQLite.forEachRow("SELECT seq, pointer FROM change ORDER BY seq", in: connection) { row in
            changes.append((sqlite3_column_int64(row, 0), sqlite3_column_int64(row, 1)))
        }
    }

    /// Writes the rows to a new file. Returns the rate in actions per second.
    func rate() throws -> Double {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("figures-\(UUID().uuidString).db")
        defer { for suffix in ["", "-wal", "-shm"] { unlink(url.path + suffix) } }
        let connection = try SQLite.open(url)
        defer { sqlite3_close_v2(connection) }
        for sql in schema { try SQLite.execute(sql, in: connection) }
        try SQLite.execute(
            "PRAGMA secure_delete = ON; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL",
            in: connection
        )
        let action = try SQLite.prepare("INSERT INTO action VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", in: connection)
        defer { sqlite3_finalize(action) }
        let change = try SQLite.prepare("INSERT INTO change (seq, pointer) VALUES (?, ?)", in: connection)
        defer { sqlite3_finalize(change) }
        let count = actions.count / Self.columnCount
        let start = DispatchTime.now().uptimeNanoseconds
        try texts.withUnsafeBytes { texts in
            var nextChange = 0
            for row in 0..<count {
                if row % Self.actionsPerTransaction == 0 {
                    if row > 0 { try SQLite.execute("COMMIT", in: connection) }
                    try SQLite.execute("BEGIN IMMEDIATE", in: connection)
                }
                for column in 0..<Self.columnCount {
                    Self.bind(actions[row * Self.columnCount + column], of: texts, to: action, at: Int32(column + 1))
                }
                try SQLite.step(action)
                while nextChange < changes.count, changes[nextChange].seq == Int64(row + 1) {
                    sqlite3_bind_int64(change, 1, changes[nextChange].seq)
                    sqlite3_bind_int64(change, 2, changes[nextChange].pointer)
                    try SQLite.step(change)
                    nextChange += 1
                }
            }
            try SQLite.execute("COMMIT", in: connection)
        }
        return Double(count) / (Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9)
    }

    private mutating func value(of row: OpaquePointer?, at column: Int32) -> Value {
        switch sqlite3_column_type(row, column) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(row, column))
        case SQLITE_TEXT:
            let start = texts.count
            texts.append(
                contentsOf: UnsafeBufferPointer(
                    start: sqlite3_column_text(row, column),
                    count: Int(sqlite3_column_bytes(row, column))
                )
            )
            return .text(start..<texts.count)
        default: return .null
        }
    }

    private static func bind(_ value: Value, of texts: UnsafeRawBufferPointer, to row: OpaquePointer?, at index: Int32)
    {
        switch value {
        case .null: sqlite3_bind_null(row, index)
        case .integer(let value): sqlite3_bind_int64(row, index, value)
        case .text(let place):
            let text = texts.baseAddress?.advanced(by: place.lowerBound).assumingMemoryBound(to: CChar.self)
            sqlite3_bind_text(row, index, text, Int32(place.count), nil)
        }
    }
}
