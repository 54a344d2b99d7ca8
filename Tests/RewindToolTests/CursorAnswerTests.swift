import Foundation
import RewindSession
import RewindTree
import Subprocess
import TestSupport
import Testing

/// The position of the cursor changes the output about the state there, and nothing else.
@Suite(.timeLimit(.minutes(10))) struct CursorAnswerTests {
    private static let questions: [[String]] = [
        ["history", "/articleDetail/error", "1.."],
        ["history", "/home/pageNumber", "1..", "--reverse", "--limit", "2"],
        ["blame", "/articleDetail/error", "end"], ["log", "--json"],
        ["log", "/articleDetail/error", "--json"], ["search", "http_500"],
        ["watch", "--where", "at('/articleDetail/error') IS NOT NULL"],
        ["watch", "--where", "at('/articleDetail/error') IS NOT NULL", "--reverse"],
        ["replay", "--verify"], ["replay", "--skip", "30"],
        ["export", "test", "61..", "--at", "/articleDetail/error"],
        ["sql", "SELECT count(*) FROM log"],
    ]

    @Test(arguments: Thoroughness.pairs(questions, ["20", "start"]))
    func `Answers about the whole session do not depend on the cursor`(
        question: [String],
        cursor: String
    ) async throws {
        try await DemoSession.copied { folder in
            let arguments = question.prefix(1) + ["a.rewind"] + question.dropFirst()
            let before = try await Tool.run(Array(arguments), in: folder)
            #expect(try await Tool.run("goto", "a.rewind", cursor, in: folder).status == .exited(0))
            let after = try await Tool.run(Array(arguments), in: folder)
            #expect(after.status == before.status)
            #expect(after.output == before.output)
            #expect(after.errors == before.errors)
        }
    }

    @Test func `A comparison uses whole sessions, too`() async throws {
        try await DemoSession.copied { folder in
            try folder.write(try folder.read("a.rewind"), to: "b.rewind")
            _ = try await Tool.run("goto", "b.rewind", "20", in: folder)
            let answer = try await Tool.run("compare", "a.rewind", "b.rewind", in: folder)
            #expect(answer.status == .exited(0))
            #expect(answer.errors == "")
        }
    }

    @Test(arguments: [
        ["show", "a.rewind", "/home/pageNumber"], ["diff", "a.rewind"], ["show", "a.rewind", "--json"],
        ["blame", "a.rewind", "/home/pageNumber"], ["why", "a.rewind", "/home/pageNumber"], ["why", "a.rewind"],
    ])
    func `An answer about the cursor by default says so`(arguments: [String]) async throws {
        try await DemoSession.copied { folder in
            let last = try await DemoSession.actionCount
            #expect(try await Tool.run(arguments, in: folder).errors == "")
            _ = try await Tool.run("goto", "a.rewind", "20", in: folder)
            let answer = try await Tool.run(arguments, in: folder)
            let note = "Note: at the cursor, 20 of \(last).\n"
            #expect(answer.errors == note)
            #expect(answer.status == .exited(0))
            var explicit = arguments
            explicit.insert("20", at: 2)
            let same = try await Tool.run(explicit, in: folder)
            #expect(same.output == answer.output)
            #expect(same.errors == "")
        }
    }

    @Test func `A history ends at the cursor by default`() async throws {
        try await DemoSession.copied { folder in
            _ = try await Tool.run("goto", "a.rewind", "20", in: folder)
            let answer = try await Tool.run("history", "a.rewind", "/home/pageNumber", in: folder)
            #expect(answer.errors == "Note: at the cursor, 20 of \(try await DemoSession.actionCount).\n")
            let explicit = try await Tool.run("history", "a.rewind", "/home/pageNumber", "..20", in: folder)
            #expect(explicit.output == answer.output)
            #expect(explicit.errors == "")
        }
    }

    /// Returns a folder with a session of actions 1, 2 and 3, and then 4 and 5 after 1.
    private static func branched() throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        let states: [Tree] = [
            ["n": 0], ["n": 1], ["n": 2], ["n": 2, "old": true], ["n": 4], ["n": 5, "new": true],
        ]
        let parents = [0, 0, 1, 2, 1, 4]
        let writer = try SessionWriter(creating: folder.file("a.rewind"), facts: [:], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(states[0])
            for seq in 1...5 {
                let patch = states[seq].patch(from: states[parents[seq]])
                let record = ActionRecord(seq: seq, parent: parents[seq], at: 0, type: "A", patch: patch)
                try transaction.append(record, state: states[seq])
            }
        }
        try writer.close()
        return folder
    }

    @Test(arguments: [("end", ["2", "3"]), ("1", ["2", "3"]), ("3", ["4", "5"])] as [(String, Set<String>)])
    func `Undone actions are marked where rows of several branches are listed`(
        cursor: String,
        undone: Set<String>
    ) async throws {
        let folder = try Self.branched()
        _ = try await Tool.run("goto", "a.rewind", cursor, in: folder)
        for arguments in [["log"], ["log", "/n"], ["watch", "seq = 2 OR seq = 4", "--all"], ["search", "A"]] {
            let answer = try await Tool.run([arguments[0], "a.rewind"] + arguments.dropFirst(), in: folder)
            let rows = answer.lines.compactMap { $0.firstMatch(of: #/^([~> ]) +(\d)/#) }
            #expect(rows.count == answer.lines.count && rows.count > 1, "\(answer.output)")
            for row in rows {
                let isUndone = undone.contains(String(row.2))
                #expect((row.1 == "~") == isUndone, "\(arguments): \(answer.output)")
            }
        }
    }

    @Test(arguments: [("end", [2, 3]), ("1", [2, 3]), ("3", [4, 5])])
    func `Undone actions are marked in JSON`(cursor: String, undone: [Int]) async throws {
        let folder = try Self.branched()
        _ = try await Tool.run("goto", "a.rewind", cursor, in: folder)
        for arguments in [["log"], ["watch", "seq = 2 OR seq = 4", "--all"], ["search", "A"]] {
            let command = [arguments[0], "a.rewind"] + arguments.dropFirst() + ["--json"]
            let rows = try JSON.lines(try await Tool.run(command, in: folder).output)
            let marked = rows.filter { ($0["action"] as? [String: Any] ?? $0)["undone"] as? Bool == true }
            let seqs = rows.compactMap { $0["seq"] as? Int }
            #expect(seqs.contains(2) && seqs.contains(4), "\(arguments)")
            #expect(marked.compactMap { $0["seq"] as? Int } == undone.filter(seqs.contains), "\(arguments)")
        }
        for seq in 2...5 {
            let shown = try await Tool.run("show", "a.rewind", "\(seq)", "--action", "--json", in: folder)
            #expect(shown.output.contains("\"undone\":true") == undone.contains(seq))
        }
    }

    @Test func `A bisection stays on the branch with the cursor`() async throws {
        let folder = try Self.branched()
        for (cursor, first) in [("end", 4), ("3", 2)] {
            _ = try await Tool.run("goto", "a.rewind", cursor, in: folder)
            let test = ["--", "grep", "-q", "\"n\":[01]"]
            let answer = try await Tool.run(["bisect", "a.rewind", "--json"] + test, in: folder)
            #expect(try JSON.object(answer.output)["seq"] as? Int == first, "\(answer.errors)")
        }
    }

    @Test func `Histories follow the cursor's branch to its end and mention other branches`() async throws {
        let folder = try Self.branched()
        func seqs(_ cursor: String) async throws -> [Int] {
            _ = try await Tool.run("goto", "a.rewind", cursor, in: folder)
            let history = try await Tool.run("history", "a.rewind", "/n", "0..", "--json", in: folder)
            return try JSON.lines(history.output).compactMap { $0["seq"] as? Int }
        }
        #expect(try await seqs("end") == [0, 1, 4, 5])
        #expect(try await seqs("1") == [0, 1, 4, 5])
        #expect(try await seqs("3") == [0, 1, 2])
        #expect(try await seqs("1") == [0, 1, 2])
        #expect(try await seqs("2") == [0, 1, 2])
        for command in ["history", "blame"] {
            let answer = try await Tool.run(command, "a.rewind", "/new", in: folder)
            #expect(answer.status == .exited(1))
            #expect(
                answer.errors == """
                    Note: No state up to 2 has a value at /new.
                    Hint: List its values up to 5:
                      rewind history a.rewind /new ..5

                    """
            )
        }
    }
}
