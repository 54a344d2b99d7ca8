import Foundation
import RewindSession
import RewindTree
import Subprocess
import TestSupport
import Testing

/// A session with branches, as the tool shows it and moves in it.
@Suite(.timeLimit(.minutes(10))) struct GraphTests {
    /// 1 - 2 - 3 - 6, a branch 4 - 5 from 2, a branch 7 from 0.
    private static let parents = [0, 1, 2, 2, 4, 3, 0]

    private static func record(to url: URL) throws {
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(["n": 0])
            for (index, parent) in parents.enumerated() {
                let state: Tree = ["n": .integer(Int64(index + 1))]
                let patch = Patch([.replace(["n"], .integer(Int64(index + 1)))])
                var record = ActionRecord(seq: index + 1, parent: parent, at: 0, type: "Set", patch: patch)
                record.status = index == 3 ? .failed : index == 4 ? .dropped : .done
                try transaction.append(record, state: state)
            }
        }
        try writer.close()
    }

    private static let picture = """
        |\\
        | *     1  Set  /n 1
        | *     2  Set  /n 2
        | |\\
        | | *   3  Set  /n 3
        | * | ! 4  Set  /n 4
        | > | ? 5  Set  /n 5
        |  /
        | *     6  Set  /n 6
        *       7  Set  /n 7
        """

    private static func withoutTimes(_ text: String) -> [String] {
        text.split(separator: "\n").map {
            String($0).replacing(#/\d{4}-\d\d-\d\dT[\d:]+\.\d{3}[-+]\d\d:\d\d  /#, with: "")
        }
    }

    @Test func `The graph of a log has the branches in either order and up to a limit`() async throws {
        let folder = TemporaryFolder()
        try Self.record(to: folder.url.appending(path: "a.rewind"))
        _ = try await Tool.run("goto", "a.rewind", "5", in: folder)
        let lines = Self.picture.split(separator: "\n").map(String.init)
        let graph = try await Tool.run("log", "a.rewind", "--graph", in: folder)
        #expect(graph.status == .exited(0))
        #expect(Self.withoutTimes(graph.output) == lines)
        let limited = try await Tool.run("log", "a.rewind", "--graph", "--limit", "4", in: folder).output
        #expect(limited == (try await Tool.run("log", "a.rewind", "--graph", "-4..", in: folder)).output)
        let last = try await Tool.run("log", "a.rewind", "--graph", "--reverse", "--limit", "3", in: folder).output
        #expect(Self.withoutTimes(last) == [lines[9], lines[8], #"|  \"#, lines[6]])
        let json = try await Tool.run("log", "a.rewind", "--json", in: folder).output
        #expect(try await Tool.run("log", "a.rewind", "--graph", "--json", in: folder).output == json)
    }

    @Test func `The graph of a range is that part of the whole graph`() async throws {
        let folder = TemporaryFolder()
        try Self.record(to: folder.url.appending(path: "a.rewind"))
        func lines(_ arguments: [String]) async throws -> [String] {
            Self.withoutTimes(try await Tool.run(["log", "a.rewind", "--graph"] + arguments, in: folder).output)
        }
        func index(of seq: Int, in lines: [String]) -> Int {
            lines.firstIndex { $0.contains(" \(seq)  Set") } ?? -1
        }
        let (whole, back) = (try await lines([]), try await lines(["--reverse"]))
        let ranges = (1...7).flatMap { from in (from...7).map { (from, $0) } }
        for (from, to) in Thoroughness.every(3, of: ranges) {
            // The lines that lead to the first action are included, except before the first line of the log.
            let start = from == 1 ? 0 : index(of: from - 1, in: whole) + 1
            #expect(try await lines(["\(from)..\(to)"]) == Array(whole[start...index(of: to, in: whole)]))
            let reversed = back[index(of: to, in: back)...index(of: from, in: back)]
            #expect(try await lines(["\(from)..\(to)", "--reverse"]) == Array(reversed))
        }
        #expect(try await lines(["--around", "3", "-n", "3"]) == lines(["2..4"]))
    }

    @Test func `Undo and then redo return to the same action, on an older branch too`() async throws {
        let folder = TemporaryFolder()
        try Self.record(to: folder.url.appending(path: "a.rewind"))
        let steps = [
            ("goto a.rewind 5", "7 → 5"), ("undo a.rewind -n 2", "5 → 2"), ("redo a.rewind -n 2", "2 → 5"),
            ("undo a.rewind -n 9", "5 → 0"), ("redo a.rewind -n 9", "0 → 5"), ("undo a.rewind -n 2", "5 → 2"),
            ("redo a.rewind --branch 3", "2 → 3"), ("redo a.rewind", "3 → 6"), ("undo a.rewind -n 2", "6 → 2"),
            ("redo a.rewind", "2 → 3"), ("goto a.rewind 6~2", "3 → 2"), ("redo a.rewind -n 2", "2 → 6"),
        ]
        for (command, move) in steps {
            let answer = try await Tool.run(command.split(separator: " ").map(String.init), in: folder)
            #expect(answer.output.hasPrefix("cursor \(move)\n"), "\(command)")
        }
    }
}
