import Foundation
import RewindSession
import RewindTimeline
import RewindUpkeep

/// A sound session, which programs edit.
struct Base {
    /// The file, whose tables accept values of any type.
    let bytes: [UInt8]
    /// The names of the tables and their columns.
    let tables: [(name: String, columns: [String])]

    static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../../Fixtures").standardizedFileURL

    static let sound = Result { try Base() }

    private init() throws {
        let original = Self.fixtures.appendingPathComponent("sessions/wrong-article.rewind")
        Scratch.start(with: [])
        let (whole, url) = (Scratch.url("whole.rewind"), Scratch.url("base.rewind"))
        Scratch.write(Scratch.read(original), to: whole)
        // Few actions, so that all questions take little time.
        let timeline = try Timeline(opening: whole)
        _ = try SessionCut.run(timeline, from: timeline.last - 11, to: timeline.last, to: url)
        timeline.session.close()
        let connection = try Connection(path: url.path)
        try connection.execute("PRAGMA writable_schema = ON")
        let names = try connection.fetchAll(String.self, "SELECT name FROM sqlite_schema WHERE type = 'table'")
        tables = try names.filter { !$0.hasPrefix("sqlite_") }.map { name in
            (name, try connection.fetchAll(String.self, "SELECT name FROM pragma_table_info(?)", [name]))
        }
        try connection.execute("UPDATE sqlite_schema SET sql = replace(sql, ' STRICT', '')")
        try connection.close()
        bytes = Scratch.read(url)
    }

    /// Makes the tables of an edited copy strict again.
    static func restoreTypes(in connection: Connection) throws {
        try connection.execute("UPDATE sqlite_schema SET sql = sql || ' STRICT' WHERE sql LIKE '%TABLE%)'")
        try connection.execute("UPDATE sqlite_schema SET sql = replace(sql, ' WITHOUT', ' STRICT, WITHOUT')")
    }
}
