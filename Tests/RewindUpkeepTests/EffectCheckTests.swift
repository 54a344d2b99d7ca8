import Foundation
import RewindTree
import TestSupport
import Testing
@testable import RewindSession
@testable import RewindTimeline
@testable import RewindUpkeep

/// Checks and repairs of effects, outcomes and causes.
@Suite struct EffectCheckTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }
    private var saved: URL { folder.session("b.rewind") }

    init() throws {
        try EffectSession.write(to: folder.session())
    }

    private func findings(_ url: URL) throws -> [SessionCheck.Finding] {
        let session = try SessionReader(opening: url)
        defer { session.close() }
        return try SessionCheck.run(session).findings
    }

    /// Gives all rows the hashes that belong to them, as if the recorder had written them.
    private func rehash(_ url: URL) throws {
        try Connection(path: url.path).transaction { db in
            var bytes: [UInt8] = []
            func update(_ table: String, _ key: String, _ sql: String, _ hash: (Row) -> Int64) throws {
                for (id, hash) in try db.fetchAll(sql, [], { ($0.value(0) as Int? ?? 0, hash($0)) }) {
                    try db.execute("UPDATE \(table) SET hash = ? WHERE \(key) = ?", [hash, id])
                }
            }
            try update("action", "seq", RowHash.selection) { RowHash.hash(of: $0, &bytes).hash }
            for table in RowHash.Table.allCases {
                let count = table.columns.count - 1
                try update(table.rawValue, "id", table.selection) {
                    RowHash.hash(of: $0, columns: count, stored: count, &bytes).hash
                }
            }
            try SessionFact.set(LogEnd.key, to: LogEnd(countedIn: db, first: 0).text, in: db)
            try SessionFact.set(EffectsEnd.key, to: EffectsEnd(countedIn: db).text, in: db)
        }
    }

    private static let faults: [(sql: String, expected: [SessionCheck.Finding])] = [
        ("UPDATE effect SET seq = 0 WHERE id = 4", [.effectSeq(id: 4, seq: 0)]),
        ("UPDATE effect SET seq = 6 WHERE id = 7", [.effectSeq(id: 7, seq: 6)]),
        ("UPDATE effect SET seq = -1 WHERE id = 1", [.effectSeq(id: 1, seq: -1)]),
        ("UPDATE effect SET cause_effect = 3 WHERE id = 3", [.effectCause(id: 3)]),
        ("UPDATE effect SET cause_effect = 4 WHERE id = 3", [.effectCause(id: 3)]),
        ("UPDATE effect SET cause_effect = 0 WHERE id = 3", [.effectCause(id: 3)]),
        ("UPDATE effect SET cause_action = 2, cause_effect = NULL WHERE id = 3", [.effectCause(id: 3)]),
        ("UPDATE effect SET cause_action = 0 WHERE id = 5", [.effectCause(id: 5)]),
        ("UPDATE effect SET cause_action = 1 WHERE id = 3", [.value(table: "effect", column: "cause_action", row: 3)]),
        ("UPDATE action SET cause_effect = NULL, cause_action = 1 WHERE seq = 1", [.actionCause(seq: 1)]),
        ("UPDATE action SET cause_action = 5 WHERE seq = 4", [.actionCause(seq: 4)]),
        ("UPDATE action SET cause_effect = 8 WHERE seq = 4", [.actionCause(seq: 4)]),
        ("UPDATE action SET cause_effect = -3 WHERE seq = 4", [.actionCause(seq: 4)]),
        ("UPDATE action SET cause_action = 1 WHERE seq = 2", [.value(table: "action", column: "cause_action", row: 2)]),
        ("UPDATE outcome SET seq = 0 WHERE id = 1", [.outcomeEffect(id: 1, effect: 4)]),
        ("UPDATE outcome SET seq = 1 WHERE id = 3", [.outcomeSeq(id: 3, seq: 1)]),
        ("UPDATE outcome SET seq = 6 WHERE id = 5", [.outcomeSeq(id: 5, seq: 6)]),
        ("UPDATE outcome SET effect = 9 WHERE id = 5", [.outcomeEffect(id: 5, effect: 9)]),
        ("UPDATE outcome SET effect = 5 WHERE id = 1", [.outcomeEffect(id: 1, effect: 5)]),
        ("DELETE FROM effect WHERE id = 7", [.outcomeEffect(id: 5, effect: 7)]),
        ("UPDATE effect SET id = 0 WHERE id = 1", [.value(table: "effect", column: "id", row: 0)]),
        ("UPDATE outcome SET id = -1 WHERE id = 1", [.value(table: "outcome", column: "id", row: -1)]),
        ("UPDATE effect SET input = '{' WHERE id = 7", [.effectValues(id: 7)]),
        ("UPDATE outcome SET value = '{\"$chunk\":99}' WHERE id = 1", [.effectValues(id: 4)]),
    ]

    @Test(arguments: faults)
    func `The check finds the single fault, and a repair leaves it out`(
        sql: String,
        expected: [SessionCheck.Finding]
    ) throws {
        try SQL.execute(sql, in: url)
        try rehash(url)
        #expect(try findings(url) == expected)
        let session = try SessionReader(opening: url)
        defer { session.close() }
        let report = try SessionRepair.run(session, to: saved)
        #expect(try findings(saved) == [])
        let made = try SessionReader(opening: saved)
        defer { made.close() }
        #expect(try made.lastSeq() == 5)
        let lines = try made.effectLines()
        let isCauseOfAction = if case .actionCause = expected[0] { true } else { false }
        let isValue = if case .effectValues = expected[0] { true } else { false }
        // A negative id is no row to look for.
        let isElsewhere = sql.hasPrefix("UPDATE action") || sql.contains("id = -1")
        #expect((report.lostEffects == 0) == (isElsewhere || isValue))
        #expect(report.effectsWithoutValue == (isValue ? 1 : 0))
        let isGone = sql.hasPrefix("DELETE") || sql.contains("SET id")
        #expect(lines.count + report.lostEffects == EffectSession.lines.count - (isGone ? 1 : 0))
        if isCauseOfAction {
            #expect(lines == EffectSession.lines)
            let unknown = try (1...5).filter { try made.cause(ofAction: $0) != EffectSession.causes[$0 - 1] }
            #expect(unknown.isEmpty || expected == [.actionCause(seq: unknown[0])])
        }
    }

    @Test(
        arguments: [
            ("UPDATE effect SET name = 'GET /other' WHERE id = 3", .effectRow(id: 3)),
            ("UPDATE effect SET cause_effect = NULL WHERE id = 3", .effectRow(id: 3)),
            ("UPDATE outcome SET status = 'done' WHERE id = 1", .outcomeRow(id: 1)),
            ("UPDATE action SET cause_effect = 1 WHERE seq = 2", .row(seq: 2)),
            ("UPDATE action SET cause_effect = NULL WHERE seq = 2", .row(seq: 2)),
            ("DELETE FROM effect WHERE id = 8", .effectRows),
            ("DELETE FROM outcome WHERE id = 5", .effectRows),
            ("DELETE FROM session WHERE key = 'effects_end'", .effectRows),
            ("UPDATE session SET value = '8 5' WHERE key = 'effects_end'", .effectRows),
        ] as [(String, SessionCheck.Finding)]
    )
    func `The check finds changed and missing rows`(sql: String, expected: SessionCheck.Finding) throws {
        try SQL.execute(sql, in: url)
        #expect(try findings(url) == [expected])
        let session = try SessionReader(opening: url)
        defer { session.close() }
        let report = try SessionRepair.run(session, to: saved)
        // The outcome of effect 3 is lost with it.
        let lost = expected == .effectRow(id: 3) ? 2 : expected == .outcomeRow(id: 1) ? 1 : 0
        #expect(report.lostEffects == lost)
        #expect(try findings(saved) == [])
    }

    @Test func `Ended effects from before the first state are found in a part`() throws {
        let timeline = try Timeline(opening: url)
        _ = try SessionCut.run(timeline, from: 4, to: 5, to: saved)
        timeline.session.close()
        #expect(try findings(saved) == [])
        let session = try SessionReader(opening: saved)
        let expected = EffectSession.lines.enumerated().filter { [0, 1, 5, 6, 7, 10, 11, 12].contains($0.offset) }
        #expect(try session.effectLines() == expected.map(\.element))
        session.close()
        let columns = "3, 1, at, 'note', name, coder, input, NULL, NULL, NULL, 0"
        try SQL.execute("INSERT INTO effect SELECT \(columns) FROM effect WHERE id = 1", in: saved)
        try rehash(saved)
        #expect(try findings(saved) == [.strandedEffect(id: 3)])
    }

    @Test(arguments: 0..<UInt64(Thoroughness.count(2, orInFull: 40)))
    func `A reader of planted cycles and causes ends, and a repair removes them`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0...random.below(4) {
            let table = random.pick(["effect", "action"])
            let column = random.pick(["cause_effect", "cause_action"])
            let value = random.pick(["1 + abs(random() % 8)", "-1", "9223372036854775807", "rowid", "rowid + 1"])
            let key = table == "effect" ? "id" : "seq"
            let id = 1 + random.below(8)
            try SQL.execute("UPDATE \(table) SET \(column) = \(value) WHERE \(key) = \(id)", in: url)
        }
        try rehash(url)
        let session = try SessionReader(opening: url)
        defer { session.close() }
        _ = try? session.effectLines()
        _ = try SessionRepair.run(session, to: saved)
        #expect(try findings(saved) == [])
    }
}
