import RewindSession

/// Random bytes as instructions that edit the rows of a sound session: SQLite rejects most files with random bytes
/// itself.
struct EditProgram {
    /// Values that matter to a reader of sessions.
    static let values: [SQLValue] = [
        .null, .integer(0), .integer(1), .integer(-1), .integer(.max), .integer(.min), .integer(1 << 53),
        .integer(1_760_000_000_000_000), .real(1e300), .text(""), .text("x"), .text("{"), .text("[]"), .text("{}"),
        .text("null"), .blob([]), .blob([0]), .blob(Array(repeating: 0, count: 32)),
        .text(#"{"$chunk":1}"#), .text(#"{"$chunk":2}"#), .text(#"{"$chunk":9223372036854775807}"#),
        .text(#"[{"$chunk":3},{"$chunk":3},{"$chunk":3}]"#), .text(#"[{"op":"copy","from":"","path":"/n"}]"#),
        .text(#"[{"op":"remove","path":""}]"#), .text(#"[{"op":"replace","path":"","value":[1,2,3]}]"#),
        .text(#"[{"op":"replace","path":"","value":{"$chunk":1}}]"#), .text(#"[{"op":"test","path":"","value":1}]"#),
        .text(#"[{"op":"add","path":"/n","value":{"$chunk":1}}]"#),
        .text(#"[{"op":"move","from":"/navigation","path":"/l"}]"#),
        .text(#"[{"op":"add","path":"/navigation/stack/1","value":{"id":"a"}}]"#),
        .text(#"[{"op":"replace","path":"/articleDetail","value":null}]"#), .text(#"{"$$chunk":1}"#),
        .text("cursor"), .text("cursor_tip"), .text("cursor_jump"), .text("pruned_through"), .text("ended_at"),
        .text("crash"),
        .text("began"), .text("dropped"), .text("(not recorded)"), .text("1e999999999"), .text("\"\\ud800\""),
        .text(String(repeating: "[", count: 300) + String(repeating: "]", count: 300)),
    ]

    private var bytes: ArraySlice<UInt8>
    private let tables: [(name: String, columns: [String])]

    init(_ bytes: ArraySlice<UInt8>, for base: Base) {
        self.bytes = bytes
        tables = base.tables
    }

    /// Runs the program; an instruction that SQLite refuses does nothing.
    mutating func run(in connection: Connection) throws {
        try connection.execute(
            "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA writable_schema = ON; BEGIN"
        )
        // More instructions take more time, and rarely find more.
        for _ in 0..<16 where !bytes.isEmpty { try? runInstruction(in: connection) }
        try connection.execute("COMMIT")
        try Base.restoreTypes(in: connection)
    }

    private mutating func runInstruction(in connection: Connection) throws {
        let code = byte()
        let (table, columns) = tables[Int(byte()) % tables.count]
        let (column, key) = (columns[Int(byte()) % columns.count], columns[0])
        let row = "(SELECT \(key) FROM \(table) ORDER BY 1 LIMIT 1 OFFSET \(byte() % 64))"
        switch code % 8 {
        case 0: try connection.execute("DELETE FROM \(table) WHERE \(key) = \(row)")
        case 1:
            let others = columns.dropFirst().joined(separator: ", ")
            let sql = "INSERT INTO \(table) SELECT ?, \(others) FROM \(table) WHERE \(key) = \(row)"
            try connection.execute(sql, [value()])
        case 2:
            let other = "(SELECT \(column) FROM \(table) ORDER BY \(key) LIMIT 1 OFFSET \(byte() % 64))"
            try connection.execute("UPDATE \(table) SET \(column) = \(other) WHERE \(key) = \(row)")
        case 3:
            let rest = "substr(\(column), 1, ?1) || ?2 || substr(\(column), ?1 + ?3)"
            let arguments: [(any SQLConvertible)?] = [Int(byte()), value(), Int(byte())]
            try connection.execute("UPDATE \(table) SET \(column) = \(rest) WHERE \(key) = \(row)", arguments)
        case 4:
            try connection.execute("UPDATE \(table) SET \(column) = ? WHERE \(key) >= \(row)", [value()])
        default:
            try connection.execute("UPDATE \(table) SET \(column) = ? WHERE \(key) = \(row)", [value()])
        }
    }

    private mutating func byte() -> UInt8 {
        bytes.popFirst() ?? 0
    }

    private mutating func value() -> SQLValue {
        let kind = byte()
        switch kind % 8 {
        case 0: return .integer(Int64(Int8(bitPattern: byte())))
        case 1: return .integer(word())
        case 2: return .real(Double(bitPattern: UInt64(bitPattern: word())))
        case 3: return .blob(text())
        case 4, 5: return .text(String(decoding: text(), as: UTF8.self))
        default: return Self.values[Int(byte()) % Self.values.count]
        }
    }

    private mutating func word() -> Int64 {
        Int64(bitPattern: (0..<8).reduce(0) { word, _ in word << 8 | UInt64(byte()) })
    }

    private mutating func text() -> [UInt8] {
        let text = bytes.prefix(Int(byte()))
        bytes = bytes.dropFirst(text.count)
        return Array(text)
    }
}
