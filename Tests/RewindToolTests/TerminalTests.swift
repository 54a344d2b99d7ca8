import Foundation
import Subprocess
import Testing

@testable import RewindCommands

/// What the tool prints on a terminal.
@Suite(.timeLimit(.minutes(10)), .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
struct TerminalTests {
    /// What a command prints on a terminal with so many columns, in lines.
    private func lines(_ command: String, columns: Int, in folder: Folder) async throws -> [String] {
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
        "log a.rewind", "log a.rewind --fold", "log a.rewind --graph", "log a.rewind --slowest 9",
        "diff a.rewind start end",
        "diff a.rewind 22..70 --full", "history a.rewind /loading", "search a.rewind e", "search a.rewind 通信 --places",
        "watch a.rewind --where \"type LIKE \\\"%Screen%\\\"\" --all", "blame a.rewind /articleDetail",
        "screen a.rewind 62 63", "sql a.rewind \"SELECT seq, type FROM log\"",
    ].filter { !$0.contains("\\\"%") }

    @Test(arguments: [60, 80, 120, 200])
    func `No line is longer than the terminal, and none is cut that has room`(columns: Int) async throws {
        try await DemoSession.copied { folder in
            for command in Self.commands {
                let lines = try await lines(command, columns: columns, in: folder)
                #expect(!lines.isEmpty)
                for line in lines where !command.hasPrefix("sql") {
                    #expect(Cells.count(line) <= columns, "\(command): \(line)")
                    let plain = line.replacing(#/\x1B\[[0-9]+m/#, with: "")
                    guard plain.hasSuffix("…"), !command.hasPrefix("screen") else { continue }
                    #expect(Cells.count(line) >= columns - 1, "\(command): \(line)")
                }
            }
        }
    }

    @Test func `A log begins with its day, and tells pauses, bookmarks and what comes after the cursor`() async throws {
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
