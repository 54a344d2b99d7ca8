import Foundation
import TestSupport

@testable import RewindSession

/// Damages a session file at random, as disks, transfers or attackers may.
struct Damage {
    var random: SplitMix64

    private static let tables = [
        "session", "action_type", "action", "effect", "outcome", "snapshot", "chunk", "pointer", "change", "bookmark",
    ]

    private static let values = [
        "NULL", "0", "-1", "1", "9223372036854775807", "-9223372036854775808", "1e300", "''", "'x'", "'{'", "'[]'",
        "'{}'", "x''", "x'00'", "zeroblob(32)", "zeroblob(3000000)", "CAST(x'FF' AS TEXT)", "CAST(x'41004200' AS TEXT)",
        "'{\"$chunk\":1}'", "'{\"$chunk\":2}'", "'{\"$chunk\":9223372036854775807}'", "'{\"$chunk\":-1}'",
        "'[{\"$chunk\":3},{\"$chunk\":3},{\"$chunk\":3}]'", "'{\"$chunk\":1.0}'", "'\"\\ud800\"'", "'1e999999999'",
        "'[{\"op\":\"copy\",\"from\":\"\",\"path\":\"/n\"}]'", "'[{\"op\":\"remove\",\"path\":\"\"}]'",
        "'[{\"op\":\"move\",\"from\":\"\",\"path\":\"/a/b\"}]'", "'[{\"op\":\"test\",\"path\":\"/n\",\"value\":1}]'",
        "'[{\"op\":\"add\",\"path\":\"/list/99999999999999999999\",\"value\":1}]'", "'[{\"op\":\"launch\"}]'",
        "replace(hex(zeroblob(900)), '00', '[') || replace(hex(zeroblob(900)), '00', ']')",
        "replace(hex(zeroblob(100000)), '00', '[')", "'\"' || hex(zeroblob(1000000)) || '\"'",
        "'' || ROUND", "ROUND", "ROUND * 1000000007",
    ]

    private static let schemas = [
        "CREATE TRIGGER planted AFTER INSERT ON action BEGIN DELETE FROM action; END",
        "CREATE VIEW planted AS SELECT * FROM session",
        "CREATE TABLE planted (x)", "CREATE INDEX planted ON chunk (body)", "DROP TABLE pointer", "DROP TABLE snapshot",
        "ALTER TABLE chunk ADD COLUMN more TEXT", "ALTER TABLE snapshot RENAME COLUMN chunk TO other",
        "ALTER TABLE session ADD COLUMN more TEXT AS (randomblob(1000000000)) VIRTUAL", "DROP INDEX branch",
        "PRAGMA application_id = 7", "PRAGMA user_version = 1", "PRAGMA user_version = 0", "PRAGMA user_version = -1",
        "UPDATE sqlite_schema SET rootpage = rootpage + 1 WHERE name = 'chunk'",
        "UPDATE sqlite_schema SET rootpage = 3 WHERE name = 'change'",
        "UPDATE sqlite_schema SET sql = replace(sql, ' STRICT', '')",
        "UPDATE sqlite_schema SET sql = 'CREATE TABLE chunk (id, hash, body)' WHERE name = 'chunk'",
        "UPDATE sqlite_schema SET sql = 'CREATE VIEW snapshot AS SELECT 0 AS seq' WHERE name = 'snapshot'",
        "UPDATE sqlite_schema SET sql = 'nonsense' WHERE name = 'bookmark'", "DELETE FROM sqlite_schema",
    ]

    /// Damages the file at `url`. Returns a description.
    mutating func hit(_ url: URL) throws -> String {
        var ways: [String] = []
        for _ in 0...random.below(3) { ways.append(try hitOnce(url)) }
        return ways.joined(separator: "; ")
    }

    private mutating func hitOnce(_ url: URL) throws -> String {
        switch random.below(10) {
        case 0..<5: return try changeBytes(of: url)
        case 5..<9: return run(valueChange(), on: url)
        default: return run(random.pick(Self.schemas), on: url)
        }
    }

    private mutating func changeBytes(of url: URL) throws -> String {
        var data = try Data(contentsOf: url)
        guard data.count > 4_096 else { return "nothing" }
        let offset = random.below(data.count)
        let page = random.below(data.count / 4_096) * 4_096
        let other = random.below(data.count / 4_096) * 4_096
        let way: String
        switch random.below(8) {
        case 0, 1:
            way = "bit at \(offset)"
            data[offset] ^= 1 << UInt8(random.below(8))
        case 2:
            way = "byte at \(offset)"
            data[offset] = UInt8(random.below(256))
        case 3:
            way = "zeros at \(offset)"
            for index in offset..<min(data.count, offset + random.below(600)) { data[index] = 0 }
        case 4:
            way = "zeroed page \(page / 4_096)"
            data.replaceSubrange(page..<page + 4_096, with: Data(count: 4_096))
        case 5:
            way = "pages \(page / 4_096) and \(other / 4_096) swapped"
            let (first, second) = (Data(data[page..<page + 4_096]), Data(data[other..<other + 4_096]))
            data.replaceSubrange(page..<page + 4_096, with: second)
            data.replaceSubrange(other..<other + 4_096, with: first)
        case 6:
            way = "cut at \(offset)"
            data = data.prefix(offset)
        default:
            // A field of the page header: the type of the page, the number of cells and their start.
            way = "head of page \(page / 4_096)"
            data[page + random.below(12)] = UInt8(random.below(256))
        }
        try data.write(to: url)
        return way
    }

    private mutating func valueChange() -> String {
        let table = random.pick(Self.tables)
        let columns = SessionLayout.columns[table] ?? ["rowid"]
        let column = random.pick(columns)
        let value = random.pick(Self.values).replacingOccurrences(of: "ROUND", with: "\(random.below(60))")
        let row = "(SELECT \(columns[0]) FROM \(table) ORDER BY 1 LIMIT 1 OFFSET \(random.below(50)))"
        switch random.below(8) {
        case 0: return "DELETE FROM \(table) WHERE \(columns[0]) = \(row)"
        case 1: return "DELETE FROM \(table) WHERE \(columns[0]) > \(row)"
        case 2:
            let others = columns.dropFirst().joined(separator: ", ")
            return "INSERT INTO \(table) SELECT \(value), \(others) FROM \(table) WHERE \(columns[0]) = \(row)"
        case 3: return "UPDATE \(table) SET \(column) = (SELECT \(column) FROM \(table) ORDER BY random() LIMIT 1)"
        default: return "UPDATE \(table) SET \(column) = \(value) WHERE \(columns[0]) = \(row)"
        }
    }

    /// Runs a statement, if SQLite allows it.
    private mutating func run(_ sql: String, on url: URL) -> String {
        let isLoose = random.below(2) == 0
        do {
            let first = try Connection(path: url.path)
            defer { try? first.close() }
            try first.execute("PRAGMA writable_schema = ON; PRAGMA ignore_check_constraints = ON")
            if isLoose { try first.execute("UPDATE sqlite_schema SET sql = replace(sql, ' STRICT', '')") }
            // Only a new connection sees that a table is no longer strict.
            try first.close()
            let second = try Connection(path: url.path)
            defer { try? second.close() }
            try second.execute("PRAGMA writable_schema = ON; PRAGMA ignore_check_constraints = ON")
            try second.execute(sql)
            if isLoose {
                try second.execute("UPDATE sqlite_schema SET sql = sql || ' STRICT' WHERE sql LIKE '%TABLE%)'")
            }
            return (isLoose ? "loose " : "") + sql.prefix(150)
        } catch {
            return "(in vain) " + sql.prefix(100)
        }
    }
}

/// The columns of the tables, for targeted damage.
private enum SessionLayout {
    static let columns = [
        "session": ["key", "value"],
        "action_type": ["id", "name", "coder"],
        "action": [
            "seq", "parent", "at", "type", "payload", "patch", "duration", "status", "origin", "error", "hash",
            "cause_effect", "cause_action",
        ],
        "effect": [
            "id", "seq", "at", "kind", "name", "coder", "input", "cause_effect", "cause_action", "origin", "hash",
        ],
        "outcome": ["id", "effect", "seq", "at", "duration", "status", "type", "coder", "value", "hash"],
        "snapshot": ["seq", "chunk", "hash"],
        "chunk": ["id", "hash", "body"],
        "pointer": ["id", "text"],
        "change": ["pointer", "seq"],
        "bookmark": ["name", "seq", "note", "at"],
    ]
}

extension Damage {
    /// Runs statements on the file at `url` without Rewind's checks.
    static func execute(_ sql: String, in url: URL) throws {
        let connection = try Connection(path: url.path)
        try connection.execute(sql)
        try connection.close()
    }
}
