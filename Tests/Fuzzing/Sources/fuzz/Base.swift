import Foundation
import RewindSession
import RewindTimeline
import RewindTree
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
        let (whole, part, url) = (Scratch.url("whole.rewind"), Scratch.url("part.rewind"), Scratch.url("base.rewind"))
        Scratch.write(Scratch.read(original), to: whole)
        // Few actions, so that all questions take little time.
        let timeline = try Timeline(opening: whole)
        _ = try SessionCut.run(timeline, from: timeline.last - 11, to: timeline.last, to: part)
        timeline.session.close()
        let short = try Timeline(opening: part)
        try Self.addEffects(to: short, at: url)
        short.session.close()
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

    /// Copies a session, and adds an effect of each kind, some with an outcome.
    private static func addEffects(to timeline: Timeline, at url: URL) throws {
        let (first, session) = (timeline.first, timeline.session)
        let copy = try DerivedSession(
            at: url,
            facts: session.facts(),
            beginningAt: first,
            first: timeline.state(at: first)
        )
        for seq in first + 1...timeline.last {
            var record = try timeline.action(seq)
            record.cause = seq % 2 == 0 ? .action(seq - 1) : .effect(1)
            try copy.append(record, state: (try? Timeline.unlessPruned { try timeline.state(at: seq) }) ?? nil)
        }
        try copy.write { transaction in
            for (index, kind) in EffectRecord.Kind.allCases.enumerated() {
                let effect = EffectRecord(
                    id: index + 1,
                    seq: first + index,
                    at: 1_000,
                    kind: kind,
                    name: "GET /items",
                    input: ["page": .string(String(repeating: "long ", count: 300))],
                    cause: index % 2 == 0 ? .action(first + index) : .effect(index)
                )
                try transaction.append(effect)
                let outcome = OutcomeRecord(id: index + 1, effect: index + 1, seq: first + 5, at: 2_000, value: [1, 2])
                if kind.ends { try transaction.append(outcome) }
            }
        }
        try copy.finish(last: timeline.last, bookmarks: session.readableBookmarks()) { $0 }
    }

    /// Makes the tables of an edited copy strict again.
    static func restoreTypes(in connection: Connection) throws {
        try connection.execute("UPDATE sqlite_schema SET sql = sql || ' STRICT' WHERE sql LIKE '%TABLE%)'")
        try connection.execute("UPDATE sqlite_schema SET sql = replace(sql, ' WITHOUT', ' STRICT, WITHOUT')")
    }
}
