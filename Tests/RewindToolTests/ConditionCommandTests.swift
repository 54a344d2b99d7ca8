import Foundation
import Subprocess
import TestSupport
import Testing

/// The output of `history --where`.
@Suite(.timeLimit(.minutes(10))) struct HistoryConditionTests {
    private static let conditions: [(text: String, holds: @Sendable (Int) -> Bool)] = [
        ("at('/n') % 3 = 0", { $0 % 3 == 0 }), ("at('/n') > was('/n')", { _ in true }),
        ("type = 'Rename'", { $0 % 10 == 0 }), ("seq >= 30 AND at('/isOdd')", { $0 >= 30 && $0 % 2 == 1 }),
    ]

    @Test(
        arguments: Thoroughness.pairs(
            conditions,
            [[], ["5..33"], ["--reverse"], ["-n", "2"], ["--reverse", "-n", "3", "7..40"]]
        )
    )
    func `A history with a condition has exactly the values for which it holds`(
        condition: (text: String, holds: @Sendable (Int) -> Bool),
        options: [String]
    ) async throws {
        try await Counting.session { folder in
            let all = ["history", "a.rewind", "/n"] + options.filter { $0 != "-n" && Int($0) == nil } + ["--json"]
            var seqs = try JSON.lines(try await Tool.run(all, in: folder).output).compactMap { $0["seq"] as? Int }
                .filter { $0 > 0 && condition.holds($0) }
            if let index = options.firstIndex(of: "-n") {
                let count = Int(options[index + 1]) ?? 0
                seqs = Array(options.contains("--reverse") ? seqs.prefix(count) : seqs.suffix(count))
            }
            let answer = try await Tool.run(
                ["history", "a.rewind", "/n", "--where", "seq > 0 AND (\(condition.text))", "--json"] + options,
                in: folder
            )
            #expect(answer.status == .exited(0), "\(answer.errors)")
            let found = try JSON.lines(answer.output).compactMap { $0["seq"] as? Int }
            #expect(found == seqs, "\(condition.text) \(options)")
        }
    }

    @Test func `A condition that never holds is reported`() async throws {
        try await Counting.session { folder in
            let none = try await Tool.run("history", "a.rewind", "/n", "1..40", "--where", "at('/n') > 99", in: folder)
            #expect(none.status == .exited(1))
            #expect(none.errors.hasPrefix("Note: The condition is false for all 40 writes of /n.\nHint: "))
            let typo = try await Tool.run("history", "a.rewind", "/n", "--where", "at('/m') > 99", in: folder)
            #expect(typo.status == .exited(2))
            #expect(typo.errors.hasPrefix("Error: No recorded state has a value at /m.\nHint: "))
            let bad = try await Tool.run("history", "a.rewind", "/n", "--where", "nonsense(", in: folder)
            #expect(bad.status == .exited(2))
            #expect(bad.errors.hasPrefix("Error: Invalid EXPR: "))
        }
    }
}

/// The output of `watch`.
@Suite(.timeLimit(.minutes(10))) struct WatchCommandTests {
    @Test func `A watch prints the action, its changes and the values in the condition`() async throws {
        try await Counting.session { folder in
            let answer = try await Tool.run(
                ["watch", "a.rewind", "--where", "at('/half') > was('/half') AND at('/names/1') IS NOT NULL"],
                in: folder
            )
            #expect(answer.status == .exited(0))
            #expect(answer.errors == "")
            #expect(
                answer.output == """
                        20  2025-10-09T08:53:20.020+00:00  Rename  /half 10, /isOdd false, /n 20, … 1 more
                         (root)  3 changed
                           ~ half  9 → 10
                           ~ isOdd  true → false
                           ~ n  19 → 20
                         + /names/1  "name 1"
                    at('/half') = 10
                    was('/half') = 9
                    at('/names/1') = "name 1"

                    """
            )
        }
    }

    @Test func `The JSON has the same as the text`() async throws {
        try await Counting.session { folder in
            let answer = try await Tool.run(
                ["watch", "a.rewind", "--json", "--where", "payload('/seq') = 3 AND at('/nowhere') IS NULL"],
                in: folder
            )
            #expect(answer.status == .exited(0))
            let object = try JSON.object(answer.output)
            #expect(Set(object.keys) == ["seq", "action", "changes", "values"])
            #expect(object["seq"] as? Int == 3)
            #expect((object["action"] as? [String: Any])?["type"] as? String == "Count")
            let pointers = (object["changes"] as? [[String: Any]])?.compactMap { $0["pointer"] as? String }
            #expect(pointers == ["/isOdd", "/n"])
            #expect(
                object["values"] as? NSArray == [
                    ["of": "payload", "pointer": "/seq", "value": 3], ["of": "at", "pointer": "/nowhere"],
                ]
            )
        }
    }

    private static let searches: [(arguments: [String], seq: Int?)] = [
        (["--where", "at('/n') >= 7"], 7),
        (["--where", "at('/n') >= 7", "7.."], 7),
        (["--where", "at('/n') >= 7", "8.."], nil),
        (["--where", "at('/isOdd')", "8.."], 9),
        (["--where", "at('/isOdd')", "--reverse"], 39),
        (["--where", "at('/isOdd')", "--reverse", "..9"], 9),
        (["--where", "at('/isOdd')", "--reverse", "..9~1"], 7),
        (["--where", "type = 'Rename'", "end~24.."], 20),
        (["--where", "type = 'Rename'", "--reverse", "..19"], 10),
        (["--where", "at('/n') < 0"], nil),
        (["--where", "1"], nil),
    ]

    @Test(arguments: searches)
    func `A watch searches forward or backward`(arguments: [String], seq: Int?) async throws {
        try await Counting.session { folder in
            let answer = try await Tool.run(["watch", "a.rewind", "--json"] + arguments, in: folder)
            #expect(answer.status == .exited(seq == nil ? 1 : 0))
            if let seq { #expect(try JSON.object(answer.output)["seq"] as? Int == seq) }
            if seq == nil { #expect(answer.output == "") }
        }
    }

    private static let hint = "Hint: See what EXPR may contain:\n  rewind help\n"

    private static let errors: [(condition: String, status: Int32, errors: String)] = [
        ("at('/n') >", 2, "Error: Invalid EXPR: incomplete input.\n" + hint),
        ("number = 3", 2, "Error: Invalid EXPR: no such column: number.\n" + hint),
        (
            "load_extension('x')", 2,
            "Error: EXPR is read-only: not authorized to use function: load_extension.\n" + hint
        ),
        (
            "at('n') = 1", 2,
            """
            Error: EXPR contains "n", which is not a JSON Pointer.
            Hint: A pointer starts with "/": '/n'

            """
        ),
        (
            "at('/n') < 0", 1,
            """
            Note: The condition never becomes true.
            Hint: Compare it with the last state:
              rewind show a.rewind end

            """
        ),
        (
            "at('/n') >= 0", 1,
            """
            Note: The condition is already true at 0, and never becomes true again.
            Hint: To find where it becomes false, negate it: "NOT (EXPR)"

            """
        ),
    ]

    @Test(arguments: errors)
    func `The error has SQLite's message and a hint`(condition: String, status: Int32, errors: String) async throws {
        try await Counting.session { folder in
            let answer = try await Tool.run("watch", "a.rewind", "--where", condition, in: folder)
            #expect(answer.status == .exited(status))
            #expect(answer.output == "")
            #expect(answer.errors == errors)
        }
    }
}
