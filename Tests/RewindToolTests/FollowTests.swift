import Foundation
import RewindSession
import Subprocess
import TestSupport
import Testing

/// `log --follow` while this process records.
@Suite(.ownThreads, .timeLimit(.minutes(10))) struct FollowTests {
    /// A recording that the test ends.
    private final class Recording {
        private let writer: SessionWriter
        private var log: CrashLog?
        private var last = 0

        init(in folder: TemporaryFolder) throws {
            writer = try SessionWriter(creating: folder.file("a.rewind"), facts: [:], syncs: false)
            log = try CrashLog(creatingFor: folder.file("a.rewind"), medium: .file)
            try writer.write { try $0.setInitialState(Counting.state(0)) }
        }

        func append(_ count: Int) throws {
            try writer.write { transaction in
                for _ in 0..<count {
                    last += 1
                    try transaction.append(Counting.record(last), state: Counting.state(last))
                }
            }
        }

        /// Ends the recording as a recorder does.
        func close() throws {
            try writer.close()
            log?.remove()
            log = nil
        }

        /// Ends the recording as if the process had been killed during an action.
        func die() throws {
            log?.begin(
                CrashLogLine(ticket: last + 1, at: 1_760_000_000_900_000, type: "Crash", coder: .codable, payload: nil)
            )
            try writer.close(isComplete: false)
            log = nil
        }
    }

    /// Runs `body` while `log --follow` writes its output to files. Returns the exit status.
    private static func follow(
        _ arguments: [String] = [],
        in folder: TemporaryFolder,
        _ body: (_ interrupt: () throws -> Void) async throws -> Void
    ) async throws -> TerminationStatus {
        let script = "exec $REWIND log a.rewind --follow \(arguments.joined(separator: " ")) > out 2> err"
        return try await Subprocess.run(
            Tool.configuration(["-c", script], in: folder, executable: URL(fileURLWithPath: "/bin/sh")),
            input: .none,
            output: .discarded,
            error: .discarded
        ) { execution in try await body { try execution.send(signal: .interrupt) } }.terminationStatus
    }

    /// Waits until the tool has printed `count` lines.
    private static func waitForLines(_ count: Int, in folder: TemporaryFolder) async throws {
        try await waitUntil { try lines(in: folder).count >= count }
    }

    private static func lines(in folder: TemporaryFolder) throws -> [Substring] {
        guard folder.exists("out") else { return [] }
        return String(decoding: try folder.read("out"), as: UTF8.self).split(separator: "\n")
    }

    private static func errors(in folder: TemporaryFolder) throws -> String {
        String(decoding: try folder.read("err"), as: UTF8.self)
    }

    @Test func `Following a log prints recorded and new actions, and ends with the recording`() async throws {
        let folder = TemporaryFolder()
        let recording = try Recording(in: folder)
        try recording.append(12)
        let status = try await Self.follow(["-n", "2"], in: folder) { _ in
            try await Self.waitForLines(2, in: folder)
            for count in [1, 30, 1] {
                let before = try Self.lines(in: folder).count
                try recording.append(count)
                try await Self.waitForLines(before + count, in: folder)
            }
            try recording.append(1)
            try recording.close()
        }
        #expect(status == .exited(0))
        let seqs = try Self.lines(in: folder).map { Int($0.dropFirst().split(separator: " ")[0]) }
        #expect(seqs == Array(11...45))
        let first = try Self.lines(in: folder)[0]
        let line = #/ 11  \d{4}-\d\d-\d\dT08:53:20\.011\+00:00  Count   /isOdd true, /n 11$/#
        #expect(first.contains(line), "\(first)")
        #expect(try Self.errors(in: folder) == "Note: the recording has ended.\n")
        #expect(try await Tool.run("verify", "a.rewind", in: folder).status == .exited(0))
        #expect(try folder.files().keys.sorted() == ["a.rewind", "err", "out"])
    }

    @Test func `Following a log reports that the app was killed`() async throws {
        let folder = TemporaryFolder()
        let recording = try Recording(in: folder)
        try recording.append(3)
        let status = try await Self.follow(["--json"], in: folder) { _ in
            try await Self.waitForLines(3, in: folder)
            try recording.die()
        }
        #expect(status == .exited(0))
        let actions = try Self.lines(in: folder).map { try JSON.object($0) }
        #expect(actions.map { $0["seq"] as? Int } == [1, 2, 3, 4])
        #expect(actions.last?["status"] as? String == "began")
        #expect(
            try Self.errors(in: folder)
                == "Note: the app ended without closing the recording.\n"
        )
    }

    @Test func `Ctrl-C ends following a log with status 0`() async throws {
        let folder = TemporaryFolder()
        let recording = try Recording(in: folder)
        try recording.append(3)
        let status = try await Self.follow(in: folder) { interrupt in
            try await Self.waitForLines(3, in: folder)
            try interrupt()
        }
        #expect(status == .exited(0))
        #expect(try Self.lines(in: folder).count == 3)
        #expect(try Self.errors(in: folder) == "")
        try recording.close()
    }

    @Test func `Following a session that is not being recorded stops at its end`() async throws {
        try await Counting.session { folder in
            let answer = try await Tool.run("log", "a.rewind", "--follow", "-n", "3", in: folder)
            #expect(answer.status == .exited(0))
            #expect(answer.lines.count == 3)
            #expect(answer.errors == "Note: a.rewind is not being recorded.\n")
            #expect(try await Tool.run("log", "a.rewind", "--follow", "-n", "0", in: folder).output == "")
            #expect(try await Tool.run("log", "a.rewind", "--follow", "-n", "-1", in: folder).status != .exited(0))
            #expect(try await Tool.run("log", "b.rewind", "--follow", in: folder).status == .exited(2))
            let even = try await Tool.run(
                "log",
                "a.rewind",
                "/isOdd",
                "--follow",
                "--type",
                "C*",
                "-n",
                "2",
                in: folder
            )
            #expect(even.lines.count == 2)
            let none = try await Tool.run("log", "a.rewind", "--follow", "--type", "D*", in: folder)
            #expect(none.lines.isEmpty)
        }
    }
}
