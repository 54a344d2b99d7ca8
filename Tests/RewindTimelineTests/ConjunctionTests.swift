import RewindTree
import TestSupport
import Testing

@testable import RewindTimeline

@Suite struct ConjunctionTests {
    @Test(
        arguments: [
            ("at('/a') = 1", ["at('/a') = 1"]),
            ("at('/a') = 1 AND type = 'X'", ["at('/a') = 1", "type = 'X'"]),
            ("seq > 1\n\tand\nNOT at('/a') AND(at('/b'))", ["seq > 1", "NOT at('/a')", "(at('/b'))"]),
            ("at('/a') BETWEEN 1 AND 3 AND seq BETWEEN 1 AND 2", ["at('/a') BETWEEN 1 AND 3", "seq BETWEEN 1 AND 2"]),
            ("(at('/a') AND at('/b'))", ["(at('/a') AND at('/b'))"]),
            ("at('/a') AND at('/b') OR seq = 1", ["at('/a') AND at('/b') OR seq = 1"]),
            ("at('/a') = 'it''s AND' AND 1", ["at('/a') = 'it''s AND'", "1"]),
            ("at('/a') AND [seq] AND `seq` AND \"seq\"", ["at('/a')", "[seq]", "`seq`", "\"seq\""]),
            ("at('/a') -- AND OR\n AND /* OR ' */ 1", ["at('/a') -- AND OR", "/* OR ' */ 1"]),
            (
                "CASE at('/a') WHEN 1 AND 1 THEN 2 ELSE 0 END AND 1",
                ["CASE at('/a') WHEN 1 AND 1 THEN 2 ELSE 0 END", "1"]
            ),
            (
                "at('/a') LIKE 'x!' ESCAPE '!' AND at('/b') IS NOT NULL",
                [
                    "at('/a') LIKE 'x!' ESCAPE '!'", "at('/b') IS NOT NULL",
                ]
            ),
            ("at('/ä AND ö') AND at('/\u{301}')", ["at('/ä AND ö')", "at('/\u{301}')"]),
        ] as [(String, [String])]
    )
    func `An expression is split at AND outside of everything else`(text: String, parts: [String]) throws {
        #expect(try Conjunction(text) { try Condition($0) }.parts.map(\.text) == parts)
    }

    @Test(arguments: ["1) OR (0 AND 0", "at('/a') AND", "at('/a') AND 'open", "1 AND 2 /* open"])
    func `An expression that does not compile is refused`(text: String) {
        #expect(throws: TimelineError.self) { try Conjunction(text) { try Condition($0) } }
    }

    @Test(arguments: UInt64(1)...4)
    func `An expression is true exactly where all its parts are true`(seed: UInt64) throws {
        var random = RandomExpression(seed: seed)
        var (split, held, failed) = (0, 0, 0)
        for _ in 0..<Thoroughness.count(60, orInFull: 600) {
            let (text, operands) = random.conjunction(depth: 2)
            let whole = try Condition(text)
            let parts = try Conjunction(text) { try Condition($0) }.parts
            #expect(parts.count == operands, "\(text)")
            if parts.count > 1 { split += 1 }
            for _ in 0..<12 {
                let context = random.context()
                let holds = try whole.holds(at: context)
                #expect(try parts.allSatisfy { try $0.holds(at: context) } == holds, "\(text)")
                if holds { held += 1 } else { failed += 1 }
            }
        }
        #expect(split > 20 && held > 20 && failed > 20)
    }

    @Test(
        arguments: [
            ("at('/a') = 1", .state), ("1", .state), ("(SELECT max(value) FROM json_each(at('/a'))) > 1", .state),
            ("type LIKE 'A%'", .type), ("upper(type) IN ('A', 'B')", .type), ("type IS NULL", .type),
            ("type = at('/a')", nil), ("seq = 1", nil), ("was('/a') = 1", nil), ("payload('/a') = 1", nil),
            ("at('/a') > random()", nil), ("type = 'A' AND seq > 1", nil),
        ] as [(String, Condition.Basis?)]
    )
    func `The only thing that a condition depends on is known`(text: String, basis: Condition.Basis?) throws {
        #expect(try Condition(text).basis == basis)
    }

    @Test(
        arguments: [
            ("at('/a') IS NULL", true), ("AT ( '/a' )isnull", true), ("at('/a') IS NOT NULL", false),
            ("at('/a') /* x */ NOT NULL", false), ("at('/a') notnull", false), ("at('/a') = NULL", nil),
            ("at('/a') IS NOT 1", nil), ("at('/' || 'a') IS NULL", nil), ("NOT at('/a') IS NULL", nil),
            ("at('/a') IS NULL IS NULL", nil), ("at('/a')", nil), ("was('/a') IS NULL", nil),
        ] as [(String, Bool?)]
    )
    func `A test for null is recognized`(text: String, result: Bool?) throws {
        #expect(try Condition(text).testsForNull == result)
    }
}

/// Expressions with everything that contains AND, and contexts for them.
private struct RandomExpression {
    private var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    /// Returns an expression, and the number of operands that it has at its top level.
    mutating func conjunction(depth: Int) -> (text: String, operands: Int) {
        if random.below(6) == 0 { return ("\(operand(depth)) \(space())or \(operand(depth)) AND \(operand(depth))", 1) }
        let operands = (0..<random.below(4) + 1).map { _ in operand(depth) }
        let and = random.pick(["AND", "and", "And"])
        return (operands.joined(separator: " \(space())\(and)\(space()) "), operands.count)
    }

    /// Returns a context with random values.
    mutating func context() -> EvaluationContext {
        let values: [Tree?] = [nil, .null, 0, 1, 2, 3, true, "x AND y", "it's", [1, 2], 1.5]
        let state = (0..<3).map { _ in random.pick(values) }
        return EvaluationContext(seq: 1, parent: 0, type: random.pick(["A", "B"])) { _, pointer, _ in
            state[["/a", "/b AND c", "/d'"].firstIndex(of: pointer.description) ?? 0]
        }
    }

    private mutating func operand(_ depth: Int) -> String {
        let value = value()
        guard depth > 0 else { return value }
        switch random.below(12) {
        case 0: return "NOT \(operand(depth - 1))"
        case 1: return "(\(conjunction(depth: depth - 1).text))"
        case 2: return "\(value) BETWEEN\(space()) \(self.value()) AND \(self.value())"
        case 3: return "\(value) NOT BETWEEN 1 AND (\(conjunction(depth: depth - 1).text))"
        case 4: return "CASE WHEN \(conjunction(depth: depth - 1).text) THEN \(value) ELSE 1 END"
        case 5: return "case \(value) when 1 then 1 when 2 AND 3 then \(self.value()) end"
        case 6: return "\(value) IN (1, 'x AND y', 'it''s')"
        case 7: return "(SELECT count(*) FROM json_each('[1,2]') WHERE value > 1 AND \(value)) = 1"
        case 8: return "\(value) IS NOT NULL"
        case 9: return "type = \(random.pick(["'A'", "'B'", "'A AND B'"]))"
        default: return "\(value) \(random.pick(["=", "<>", "<", ">=", "IS NOT", "LIKE"])) \(self.value())"
        }
    }

    private mutating func value() -> String {
        random.pick([
            "at('/a')", "at('/b AND c')", "at('/d''')", "1", "2.5", "'x AND y'", "'it''s'", "NULL", "\"seq\"", "[seq]",
            "`seq`", "iif(at('/a') = 1 AND 1, 2, 0)", "x'41'",
        ])
    }

    private mutating func space() -> String {
        random.pick(["", "", " ", "\n", "-- OR it's\n", "/* AND ( */", "/**/"])
    }
}
