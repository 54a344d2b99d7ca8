import Foundation
import RewindSession
import RewindTree
import TestSupport
import Testing

@testable import RewindTimeline
@testable import RewindUpkeep

@Suite struct ConditionTests {
    private let folder = TemporaryFolder()

    private static let before: Tree = ["n": 1, "text": "it's", "none": .null, "yes": true, "no": false]
    private static let after: Tree = [
        "n": 2, "text": "it's", "none": .null, "yes": true, "no": false, "half": 0.5,
        "big": .number("18446744073709551615"),
        "list": [1, ["a": 2], "x"], "a/b": ["~": "deep"], "object": ["k": [.null]], "": "empty", "\u{E9}": 1,
    ]

    private func timeline() throws -> Timeline {
        let writer = try SessionWriter(creating: folder.session(), facts: [:], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(Self.before)
            let record = ActionRecord(
                seq: 1,
                parent: 0,
                at: 0,
                type: "Add",
                payload: ["by": 1, "what": ["x"]],
                patch: Self.after.patch(from: Self.before)
            )
            try transaction.append(record, state: Self.after)
            try transaction.append(ActionRecord(seq: 2, parent: 1, at: 0, type: "Lost", status: .dropped), state: nil)
        }
        try writer.close()
        return try Timeline(opening: folder.session())
    }

    @Test(
        arguments: [
            "seq = 1", "type = 'Add'", "at('/n') = 2", "was('/n') = 1", "payload('/by') = 1", "at('/text') = 'it''s'",
            "at('/none') IS NULL", "at('/nowhere') IS NULL", "at('/yes') = 1", "at('/yes')", "NOT at('/no')",
            "at('/half') = 0.5", "typeof(at('/half')) = 'real'", "typeof(at('/n')) = 'integer'", "at('/big') > 1.8e19",
            "json_array_length(at('/list')) = 3", "at('/list') ->> 2 = 'x'", "at('/list') = '[1,{\"a\":2},\"x\"]'",
            "at('/a~1b/~0') = 'deep'", "at('/object') = '{\"k\":[null]}'", "at('/') = 'empty'", "was('/list') IS NULL",
            "json_extract(at(''), '$.n') = 2", "payload('/what/0') = 'x'", "payload('') ->> 'by' = 1",
            "(SELECT count(*) FROM json_each(at('/list')) WHERE type = 'object') = 1", "at('/n') > was('/n') -- grown",
            "at('/n') IN (SELECT value FROM json_each('[2]'))", "at('/' || 'n') = 2",
            "EXISTS (SELECT 1 FROM json_tree(at('')) WHERE atom = 'deep')",
            "upper(type) GLOB 'A*' AND seq BETWEEN 1 AND 1", "at('/e\u{301}') IS NULL AND at('/\u{E9}') = 1",
        ]
    )
    func `A condition sees the state, the previous state and the action`(text: String) throws {
        #expect(try timeline().holds(Condition(text), at: 1))
        let again = try Timeline(opening: folder.session())
        #expect(try !again.holds(Condition("NOT ifnull((\(text)\n), 0)"), at: 1))
    }

    @Test(
        arguments: [
            "0", "NULL", "at('/nowhere')", "at('/none') = 1", "at('/text')", "at('/no')", "0.0", "''",
        ]
    )
    func `A condition that is false or NULL does not hold`(text: String) throws {
        #expect(try !timeline().holds(Condition(text), at: 1))
    }

    @Test func `A condition at the first state sees no action and no previous state`() throws {
        let timeline = try timeline()
        for text in ["seq = 0", "type IS NULL", "payload('') IS NULL", "was('/n') = at('/n')"] {
            #expect(try timeline.holds(Condition(text), at: 0))
        }
        for text in ["at('/n') = 2", "type = 'Lost'", "payload('') IS NULL", "was('/n') = 2"] {
            #expect(try timeline.holds(Condition(text), at: 2))
        }
    }

    @Test func `A condition reads only the values that it needs`() throws {
        let contexts = try EvaluationContexts(try timeline())
        let table: [(String, [String])] = [
            ("seq = 7 AND at('/n') = 2", []), ("seq = 1 OR at('/n') = 2", []),
            ("at('/n') = 3 AND at('/text')", ["at/n"]),
            ("CASE WHEN at('/yes') THEN was('/n') ELSE at('/n') END", ["at/yes", "was/n"]),
            ("at('/n') = 2 AND at('/n') + at('/n') = 4", ["at/n"]), ("coalesce(at('/n'), payload('/by'))", ["at/n"]),
        ]
        for (text, expected) in table {
            let condition = try Condition(text)
            let context = try condition.context(at: 1, in: contexts)
            _ = try condition.holds(at: context)
            #expect(context.readings.map { $0.source.rawValue + $0.pointer.description } == expected, "\(text)")
        }
    }

    @Test(
        arguments: [
            ("", .failed(message: "incomplete input")), ("1 +", .failed(message: "incomplete input")),
            ("(1 + 2", .failed(message: "incomplete input")),
            ("foo = 1", .failed(message: "no such column: foo")),
            ("type = \"Add\"", .failed(message: "no such column: Add")),
            ("1) FROM (SELECT 1 AS seq) WHERE (2", .failed(message: "near \")\": syntax error")),
            ("1) OR (1=1", .failed(message: "near \")\": syntax error")),
            ("1 FROM moment", .failed(message: "near \"FROM\": syntax error")),
            ("1 GROUP BY 1", .failed(message: "near \"GROUP\": syntax error")),
            ("at('/n", .failed(message: "unrecognized token: \"'/n\"")),
            ("1 /* open", .failed(message: "incomplete input")),
            ("1), (2", .failed(message: "near \")\": syntax error")),
            ("1, 2", .failed(message: "near \",\": syntax error")),
            ("1; SELECT 2", .notOneQuery),
            ("at('/a', 1)", .failed(message: "wrong number of arguments to function at()")),
            ("at()", .failed(message: "wrong number of arguments to function at()")),
            ("at('/n') = ?", .hasParameters), ("at('/n') = :x", .hasParameters),
            ("(SELECT count(*) FROM action)", .failed(message: "no such table: action")),
            ("load_extension('x')", .notAllowed(message: "not authorized to use function: load_extension")),
            ("(DELETE FROM x)", .failed(message: "near \"DELETE\": syntax error")),
            ("state(1, '/n')", .failed(message: "no such function: state")),
            ("(SELECT sql FROM sqlite_schema)", .notAllowed(message: "access to sqlite_master.sql is prohibited")),
        ] as [(String, QueryError)]
    )
    func `A malformed condition is refused`(text: String, problem: QueryError) {
        #expect(throws: TimelineError.malformedExpression(problem)) { try Condition(text) }
    }

    @Test(
        arguments: [
            ("at('n')", .malformedPointer("n")), ("at(1)", .malformedPointer("1")),
            ("at(NULL)", .malformedPointer("NULL")),
            ("at('/~2')", .malformedPointer("/~2")), ("json(at('/text'))", .failed(message: "malformed JSON")),
            ("zeroblob(1000000000)", .tooLarge),
            (
                "(WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT 1 FROM n) SELECT max(x) FROM n)",
                .tookTooLong(seconds: 0.2)
            ),
        ] as [(String, QueryError)]
    )
    func `A condition that cannot be evaluated is refused`(text: String, problem: QueryError) throws {
        let timeline = try timeline()
        let condition = try Condition(text, bounds: SQLBounds(seconds: 0.2))
        #expect(throws: TimelineError.malformedExpression(problem)) { try timeline.holds(condition, at: 1) }
        // The condition can be used again.
        #expect(throws: TimelineError.malformedExpression(problem)) { try timeline.holds(condition, at: 1) }
    }

    @Test(
        arguments: [
            (
                "UPDATE action SET patch = '[{\"op\":\"remove\",\"path\":\"/x\"}]'; DELETE FROM snapshot WHERE seq > 0",
                "at('')"
            ),
            ("UPDATE action SET payload = '{'", "payload('/by')"), ("UPDATE action SET type = 77", "type = 'Add'"),
            ("DELETE FROM action WHERE seq = 1; DELETE FROM snapshot WHERE seq > 0", "type = 'Add' OR at('/n')"),
            ("DELETE FROM chunk", "at('')"),
        ]
    )
    func `A condition reports a damaged session`(sql: String, text: String) throws {
        try timeline().session.close()
        try Damage.execute(sql, in: folder.session())
        let timeline = try Timeline(opening: folder.session())
        #expect {
            try timeline.holds(Condition(text), at: 1)
        } throws: { error in
            if case SessionError.damaged = error { true } else { false }
        }
    }
}

@Suite struct SessionQueryTests {
    private let folder = TemporaryFolder()

    init() throws {
        try BranchingSession(parents: Array(0..<300)).write(to: folder.session())
    }

    private func rows(_ sql: String, of session: SessionReader) throws -> [[SQLValue]] {
        let query = try SessionQuery(sql, of: session, bounds: SQLBounds())
        var rows: [[SQLValue]] = []
        while let row = try query.next() { rows.append(row) }
        return rows
    }

    @Test func `A query sees the values of the states`() throws {
        let session = try SessionReader(opening: folder.session())
        let sums = "SELECT count(*), sum(state(seq, '/n') = seq) FROM action"
        #expect(try rows(sums, of: session) == [[.integer(300), .integer(300)]])
        let sql =
            "SELECT state(0, '/n'), state(7, ''), state(301, '/n'), state(-1, '/n'), state(NULL, '/n'), state(2, '/x')"
        #expect(try rows(sql, of: session) == [[.integer(0), .text("{\"n\":7}"), .null, .null, .null, .null]])
        #expect(throws: QueryError.malformedPointer("n")) { try rows("SELECT state(1, 'n')", of: session) }
    }

    @Test func `A query over a pruned session gives NULL for pruned states`() throws {
        _ = try SessionPruning.prune(folder.session(), keeping: Retention(maxActions: 20), now: 0)
        let session = try SessionReader(opening: folder.session())
        #expect(try rows("SELECT state(1, '/n'), state(256, '/n')", of: session) == [[.null, .integer(256)]])
    }

    @Test func `A query over a live session has a state for every action that it sees`() throws {
        let url = folder.session("live.rewind")
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        let log = try CrashLog(creatingFor: url, medium: .file)
        try writer.write { try $0.setInitialState(["n": 0]) }
        func append(_ seq: Int) throws {
            let state: Tree = ["n": .integer(Int64(seq))]
            let patch = Patch([.replace(["n"], .integer(Int64(seq)))])
            let record = ActionRecord(seq: seq, parent: seq - 1, at: 0, type: "A", patch: patch)
            try writer.write { try $0.append(record, state: state) }
        }
        for seq in 1...5 { try append(seq) }
        let session = try SessionReader(opening: url)
        #expect(session.isLive)
        for seq in 6...9 { try append(seq) }
        let sql = "SELECT max(seq), sum(state(seq, '/n') = seq) FROM action"
        #expect(try rows(sql, of: session) == [[.integer(9), .integer(9)]])
        session.close()
        try writer.close()
        log.remove()
    }
}
