import CRewindSQLite
import Foundation
import Testing

@testable import RewindSession

@Suite struct StoredValueTests {
    private let connection: Connection

    init() throws {
        connection = try Connection(path: ":memory:")
    }

    /// Returns the value read back after binding it, and SQLite's name for its type.
    private func stored<T: SQLConvertible>(_ value: T) throws -> (value: T?, type: String?) {
        let row = try connection.fetchOne("SELECT v, typeof(v) FROM (SELECT ? AS v)", [value]) { row in
            (row.value(0) as T?, row.value(1) as String?)
        }
        return try #require(row)
    }

    @Test(arguments: [0, 1, -1, .max, .min, 1 << 40]) func `An integer is read as it was stored`(value: Int64) throws {
        let (number, type) = try stored(value)
        #expect(number == value)
        #expect(type == "integer")
        #expect(try stored(Int(value)).value == Int(value))
    }

    @Test(
        arguments: [0, -0.0, 0.1, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e300]
    )
    func `A double is read as it was stored`(value: Double) throws {
        let (number, type) = try stored(value)
        #expect(number?.bitPattern == value.bitPattern)
        #expect(type == "real")
    }

    @Test func `A NaN is stored as NULL`() throws {
        let (number, type) = try stored(Double.nan)
        #expect(number == nil)
        #expect(type == "null")
    }

    @Test(arguments: [true, false]) func `A Boolean is read as it was stored`(value: Bool) throws {
        #expect(try stored(value).value == value)
    }

    @Test(
        arguments: ["", "a", "a\0b", "\0", "e\u{301}", "\u{E9}", "👩‍👩‍👧", String(repeating: "é", count: 100_000)]
    )
    func `A text is read as it was stored, byte for byte`(value: String) throws {
        let (text, type) = try stored(value)
        #expect(text.map { Array($0.utf8) } == Array(value.utf8))
        #expect(type == "text")
        let length = try connection.fetchOne(Int.self, "SELECT length(CAST(? AS BLOB))", [value])
        #expect(length == value.utf8.count)
    }

    @Test func `A text that is not UTF-8 is read with replacement characters`() throws {
        let texts = try connection.fetchAll("SELECT CAST(x'41FF42' AS TEXT)") { row in
            (row.value(0) as String?, row.text(0).map { Array($0) })
        }
        #expect(texts.map(\.0) == ["A\u{FFFD}B"])
        #expect(texts.map(\.1) == [[0x41, 0xFF, 0x42]])
    }

    @Test(arguments: [[], [0], [0, 1, 0xFF], Array(repeating: 7, count: 100_000)])
    func `A blob is read as it was stored`(bytes: [UInt8]) throws {
        let (data, type) = try stored(Data(bytes))
        #expect(data == Data(bytes))
        #expect(type == "blob")
    }

    @Test(
        arguments: [
            SQLValue.null, .integer(.min), .real(-0.5), .text(""), .text("a\0b"), .blob([]), .blob([0, 0xFF]),
        ]
    )
    func `A value of any type is read as it was stored`(value: SQLValue) throws {
        #expect(try stored(value).value == value)
    }

    @Test func `A missing value is stored as NULL`() throws {
        let isNull = try connection.fetchOne("SELECT ?", [nil]) { $0.isNull(0) }
        #expect(isNull == true)
    }

    @Test(
        arguments: ["1", "1.5", "'a'", "'1'", "x'31'", "x''", "NULL"]
    )
    func `A value of another type reads as nil, or as an error where one is required`(literal: String) throws {
        let sql = "SELECT \(literal)"
        let type = try #require(try connection.fetchOne(String.self, "SELECT typeof(\(literal))"))
        let read = try connection.fetchOne(sql) { row in
            [
                "integer": (row.value(0) as Int?) != nil, "real": (row.value(0) as Double?) != nil,
                "text": (row.value(0) as String?) != nil, "blob": (row.value(0) as Data?) != nil,
                "null": row.isNull(0),
            ]
        }
        #expect(read?.filter(\.value).map(\.key) == [type])
        for (expected, fetch) in [
            ("integer", { try connection.fetchOne(Int.self, sql) != nil }),
            ("text", { try connection.fetchOne(String.self, sql) != nil }),
            ("blob", { try connection.fetchOne(Data.self, sql) != nil }),
        ] as [(String, () throws -> Bool)] {
            if type == expected || type == "null" {
                #expect(try fetch() == (type == expected))
            } else {
                let error = #expect(throws: SQLiteError.self) { try fetch() }
                #expect(error?.code == SQLITE_MISMATCH)
            }
        }
        if type == "null" {
            #expect(throws: SQLiteError(SQLITE_MISMATCH)) { try connection.fetchAll(Int.self, sql) }
        }
    }

    @Test func `A missing column reads as nil`() throws {
        let values = try connection.fetchOne("SELECT 1") { row in
            [row.value(1) as Int?, row.value(-1) as Int?, row.value(1_000) as Int?]
        }
        #expect(values == [nil, nil, nil])
    }
}
