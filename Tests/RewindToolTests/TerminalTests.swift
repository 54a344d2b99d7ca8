import Foundation
import RewindSession
import RewindTree
import Subprocess
import TestSupport
import Testing

@testable import RewindCommands

/// The output of the tool on a terminal.
@Suite(
    .ownThreads,
    .timeLimit(.minutes(10)),
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script"))
)
struct TerminalTests {
    /// Returns the lines that a command prints on a terminal with this many columns.
    private func lines(_ command: String, columns: Int, in folder: TemporaryFolder) async throws -> [String] {
        let inner = "stty cols \(columns) rows 40; exec \"$REWIND\" \(command) 2> /dev/null"
        #if os(Linux)
        let script = "script -qec '\(inner)' /dev/null"
        #else
        let script = "script -q /dev/null /bin/sh -c '\(inner)'"
        #endif
        let answer = try await Tool.shell(script, in: folder)
        #expect(answer.status == .exited(0), "\(command)")
        return answer.output.replacing("\r\n", with: "\n").split(separator: "\n").map(String.init)
    }

    private static let commands = [
        "log a.rewind", "log a.rewind --graph",
        "diff a.rewind start end",
        "diff a.rewind 22..70 --full", "history a.rewind /loading", "search a.rewind e", "search a.rewind 仮名 --places",
        "watch a.rewind --where \"type LIKE \\\"%Screen%\\\"\" --all", "blame a.rewind /articleDetail",
        "screen a.rewind 63", "sql a.rewind \"SELECT seq, type FROM log\"", "sql a.rewind \"SELECT * FROM log\"",
    ].filter { !$0.contains("\\\"%") }

    @Test(arguments: Thoroughness.pairs(commands, [80, 200, 60, 120]))
    func `No line is longer than the terminal or cut unnecessarily`(command: String, columns: Int) async throws {
        try await DemoSession.copied { try await expectFit(command, columns: columns, in: $0) }
    }

    private func expectFit(_ command: String, columns: Int, in folder: TemporaryFolder) async throws {
        let lines = try await lines(command, columns: columns, in: folder)
        #expect(!lines.isEmpty, "\(command)")
        for line in lines {
            let cells = Cells.count(line)
            guard cells > columns || line.contains("…") else { continue }
            #expect(cells <= columns, "\(command): \(line)")
            let plain = line.replacing(#/\x1B\[[0-9]+m/#, with: "")
            guard plain.hasSuffix("…"), !command.hasPrefix("screen") else { continue }
            #expect(cells >= columns - 1, "\(command): \(line)")
        }
    }

    @Test func `No line of a long session is longer than the terminal`() async throws {
        let folder = TemporaryFolder()
        let count = Thoroughness.count(2_000, orInFull: 100_000)
        try Self.writeLong(count, in: folder)
        for columns in Thoroughness.first(1, of: [60, 200, 80, 120]) {
            let commands = [
                "log a.rewind -n 2000", "log a.rewind -n 2000 --reverse",
                "log a.rewind \(count / 2).. -n 2000 --patch",
                "log a.rewind --graph --reverse -n 500",
                "diff a.rewind start end --full",
                "diff a.rewind \(count / 2) end", "history a.rewind /n --reverse -n 1000",
                "history a.rewind /page/title \(count - 2_000)..", "search a.rewind title \(count - 1_000)..",
                "search a.rewind 通信 -n 500 --places",
            ]
            for command in Thoroughness.every(2, of: commands) {
                try await expectFit(command, columns: columns, in: folder)
            }
        }
    }

    /// Writes a session of `count` actions, with types and texts of all lengths.
    private static func writeLong(_ count: Int, in folder: TemporaryFolder) throws {
        var random = SplitMix64(seed: 10)
        let words = ["通信処理でエラーが発生しました", "title", "an article of some length", "👩‍💻", "é", "x"]
        let types = (1...40).map { "\(String(repeating: "Long", count: $0 % 13))Action\($0)" }
        let writer = try SessionWriter(creating: folder.file("a.rewind"), facts: [:], syncs: false)
        func state(_ n: Int, _ title: String) -> Tree { ["n": .integer(Int64(n)), "page": ["title": .string(title)]] }
        try writer.write { transaction in
            try transaction.setInitialState(state(0, ""))
            for seq in 1...count {
                let title = (0...random.below(6)).map { _ in random.pick(words) }.joined(separator: " ")
                let record = ActionRecord(
                    seq: seq,
                    parent: seq - 1,
                    at: 1_760_000_000_000_000 + Int64(seq) * 700_000,
                    type: random.pick(types),
                    payload: ["title": .string(title)],
                    patch: Patch([
                        .replace(["n"], .integer(Int64(seq))), .replace(["page", "title"], .string(title)),
                    ]),
                    duration: Int64(random.below(90_000_000))
                )
                try transaction.append(record, state: state(seq, title))
            }
        }
        try writer.close()
    }

    @Test func `Answers on a narrow terminal keep what was asked for`() async throws {
        try await DemoSession.copied { folder in
            let count = try await DemoSession.actionCount
            let list = try await lines("ls a.rewind", columns: 50, in: folder)
            #expect(list.count == 1 && list[0].contains("\(count) actions"), "\(list)")
            let blame = try await lines("blame a.rewind /articleDetail/error 64", columns: 50, in: folder)
            let text = blame.joined().replacing(#/\x1B\[[0-9]+m|\s/#, with: "")
            #expect(text.contains(#/ArticleFlows\+OpenArticle\.swift:\d+/#), "\(text)")
            #expect(text.contains("/articleDetail/error/type\"http_500\""), "\(text)")
            let history = try await lines("history a.rewind /articleDetail/articleId", columns: 50, in: folder)
            #expect(history.allSatisfy { $0.contains("\"") || $0.contains("(removed)") }, "\(history)")
        }
    }

    @Test func `A log has its day first, and shows pauses, bookmarks and actions after the cursor`() async throws {
        try await DemoSession.copied { folder in
            _ = try await Tool.run("bookmark", "a.rewind", "here", "63", in: folder)
            _ = try await Tool.run("goto", "a.rewind", "70", in: folder)
            let lines = try await lines("log a.rewind 60..72", columns: 120, in: folder)
            #expect(lines.first?.contains(#/── \d{4}-\d\d-\d\d UTC ─/#) == true)
            #expect(lines.contains { $0.contains("ArticleDetailErrorAction") && $0.contains("(:here)") })
            #expect(lines.dropFirst().allSatisfy { $0.contains(#/\+[0-9.]+ [µm]?s/#) })
            #expect(lines.suffix(2).allSatisfy { $0.hasPrefix("\u{1B}[2m") && $0.hasSuffix("\u{1B}[0m") })
            #expect(!lines[1].hasPrefix("\u{1B}[2m"))
        }
    }
}
