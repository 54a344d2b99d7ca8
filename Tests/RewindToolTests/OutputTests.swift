import Foundation
import RewindSession
import RewindTree
import Subprocess
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct OutputTests {
    @Test(arguments: ["log a.rewind", "log a.rewind --json", "show a.rewind"], ["", "trap '' PIPE; "])
    func `A closed pipe ends the tool without a message`(command: String, trap: String) async throws {
        try await DemoSession.copied { folder in
            let all = try await Tool.run(command.split(separator: " ").map(String.init), in: folder).output
            let answer = try await Tool.shell("\(trap)\"$REWIND\" \(command) | head -n 1", in: folder)
            #expect(answer.status == .exited(0))
            #expect(answer.output == all.prefix { $0 != "\n" } + "\n")
            #expect(answer.errors == "")
        }
    }

    @Test(arguments: [
        "log a.rewind", "history a.rewind /home/pageNumber", "watch a.rewind /loading --all",
        "watch a.rewind /home/pageNumber", "compare a.rewind b.rewind", "compare a.rewind b.rewind --all",
        "bisect a.rewind -- sh -c 'test $REWIND_SEQ -lt 30'", "blame a.rewind /home", "why a.rewind 63",
        "effects a.rewind", "show a.rewind 12 --action",
    ])
    func `Every time has its day and its offset in a pipe`(command: String) async throws {
        try await DemoSession.copied { folder in
            _ = try await Tool.run("replay", "a.rewind", "--skip", "30", "--output", "b.rewind", in: folder)
            let output = try await Tool.shell("\"$REWIND\" \(command)", in: folder).output
            let times = output.matches(of: #/\d\d:\d\d:\d\d\.\d{3}/#).count
            #expect(times > 0)
            let whole = #/\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d\.\d{3}[-+]\d\d:\d\d| \d\d:\d\d:\d\d\.\d{3} UTC)/#
            #expect(output.matches(of: whole).count == times, "\(output)")
        }
    }

    @Test func `A long type does not move the changes of the others away`() async throws {
        let folder = TemporaryFolder()
        let writer = try SessionWriter(creating: folder.file("a.rewind"), facts: [:], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(["n": 0])
            for (seq, type) in [(1, "Add"), (2, String(repeating: "Long", count: 50))] {
                let state: Tree = ["n": .integer(Int64(seq))]
                let patch = state.patch(from: ["n": .integer(Int64(seq - 1))])
                let record = ActionRecord(seq: seq, parent: seq - 1, at: 0, type: type, patch: patch)
                try transaction.append(record, state: state)
            }
        }
        try writer.close()
        let lines = try await Tool.run("log", "a.rewind", in: folder).lines
        #expect(lines.count == 2 && lines[0].hasSuffix("  /n 1") && lines[0].count < 120)
        #expect(lines[1].hasSuffix("Long  /n 2"))
    }

    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
        arguments: [
            "log a.rewind", "log a.rewind --json", "show a.rewind", "diff a.rewind --exit-code", "stats a.rewind",
            "verify a.rewind", "--help",
        ]
    )
    func `Output that cannot be written is an error with status 2`(command: String) async throws {
        try await DemoSession.copied { folder in
            let answer = try await Tool.shell("\"$REWIND\" \(command) > /dev/full", in: folder)
            #expect(answer.status == .exited(2))
            #expect(
                answer.errors == """
                    Error: Cannot write the output: No space left on device.
                    Hint: Free some space, or write elsewhere.

                    """
            )
        }
    }

    @Test(arguments: ["log", "diff", "stats", "undo"])
    func `Colors are used on terminals only, unless requested`(command: String) async throws {
        try await DemoSession.copied { folder in
            func output(_ options: String..., environment: [Environment.Key: String?] = [:]) async throws -> String {
                try folder.write(try await DemoSession.bytes, to: "a.rewind")
                let arguments = [command, "a.rewind"] + options
                return try await Tool.run(arguments, in: folder, environment: environment).output
            }
            let plain = try await output()
            #expect(!plain.contains("\u{1B}"))
            #expect(try await output("--color", "never") == plain)
            #expect(try await output("--color", "auto", environment: ["NO_COLOR": "1"]) == plain)
            let painted = try await output("--color", "always")
            #expect(painted.contains("\u{1B}["))
            #expect(painted.replacing(/\x1B\[[0-9]+m/, with: "") == plain)
            // Options take precedence over the environment.
            #expect(try await output("--color", "always", environment: ["NO_COLOR": "1"]) == painted)
            #expect(try await !output("--color", "always", "--json").contains("\u{1B}"))
        }
    }

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")),
        arguments: [("", true), ("NO_COLOR=1", false), ("NO_COLOR=", true), ("TERM=dumb", false)]
    )
    func `NO_COLOR and a dumb terminal disable colors on a terminal`(
        setting: String,
        isPainted: Bool
    ) async throws {
        try await DemoSession.copied { folder in
            let command = "env \(setting) \"$REWIND\" log a.rewind"
            #if os(Linux)
            let script = "script -qec '\(command)' /dev/null"
            #else
            let script = "script -q /dev/null /bin/sh -c '\(command)'"
            #endif
            let answer = try await Tool.shell(script, in: folder)
            #expect(answer.lines.count == (try await DemoSession.actionCount))
            #expect(answer.output.contains("\u{1B}[") == isPainted)
        }
    }
}
