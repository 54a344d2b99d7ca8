import Foundation
import Subprocess
import TestSupport
import Testing

/// Ctrl-C during commands that take long.
@Suite(.ownThreads, .timeLimit(.minutes(10)), .serialized) struct InterruptionTests {
    /// The command ended before it could be interrupted.
    private struct EndedEarly: Error {}

    private static let endless = "(WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT 1 FROM n) SELECT max(x) FROM n)"

    private static let commands: [String] = [
        "watch a.rewind --where \"\(endless)\"",
        "bisect a.rewind -- sh -c 'exec sleep 1000'",
        "sql a.rewind \"SELECT \(endless)\"",
    ]

    private static let keepingCommands: [String] = [
        "verify a.rewind", "verify a.rewind --repair --output b.rewind", "verify a.rewind --rebuild",
        "scrub a.rewind /title", "scrub a.rewind --matching never", "prune a.rewind --actions 300",
    ]

    @Test(arguments: commands)
    func `Ctrl-C ends a command with status 130 and without a message`(command: String) async throws {
        try await Counting.session { folder in
            let status = try await Self.interrupt(command, in: folder)
            #expect(status == .exited(130))
            for name in ["out", "err"] { #expect(try folder.read(name).isEmpty) }
        }
    }

    @Test func `Ctrl-C that reaches the test of a bisection first ends it, too`() async throws {
        try await Counting.session { folder in
            let answer = try await Tool.run("bisect", "a.rewind", "--", "sh", "-c", "kill -INT $$", in: folder)
            #expect(answer.status == .exited(130))
            #expect(answer.output.isEmpty && answer.errors.isEmpty)
        }
    }

    @Test(arguments: keepingCommands)
    func `Ctrl-C leaves the session unchanged and no other files`(command: String) async throws {
        try await Counting.session { folder in
            let session = try folder.read("a.rewind")
            // The command waits for the lock until Ctrl-C arrives on a separate thread: on a busy machine, that may
            // take longer than the timeout for locks.
            var status: TerminationStatus?
            for _ in 0..<20
            where try status == nil || String(decoding: folder.read("err"), as: UTF8.self).contains("is in use") {
                let lock = try FileLock(on: folder.file("a.rewind"))
                status = try await Self.interrupt(command, in: folder) {
                    try await Task.sleep(for: .milliseconds(600))
                    lock.release()
                }
                #expect(try folder.files().keys.sorted() == ["a.rewind", "err", "out"])
                #expect(try folder.read("a.rewind") == session)
            }
            #expect(status == .exited(130))
            for name in ["out", "err"] { #expect(try folder.read(name).isEmpty) }
        }
    }

    @Test func `Ctrl-C during a walk of the demo leaves an ordinary session`() async throws {
        let folder = TemporaryFolder()
        let status = try await Self.interrupt("demo --actions 4000000 --output w.rewind", in: folder)
        #expect(status == .exited(130))
        #expect(try folder.files().keys.sorted() == ["err", "out", "w.rewind"])
        let verify = try await Tool.run("verify", "w.rewind", in: folder)
        #expect(verify.status == .exited(0) && verify.output.hasPrefix("ok: "))
        let count = try #require(verify.output.firstMatch(of: #/^ok: (\d+) actions/#)?.1)
        let errors = String(decoding: try folder.read("err"), as: UTF8.self)
        #expect(errors.hasSuffix("Note: stopped; \(count) actions are in w.rewind.\n"), "\(errors)")
        #expect(try await Tool.run("stats", "w.rewind", in: folder).lines.contains("ended      closed"))
    }

    /// Runs a command and interrupts it. Returns its status; nil if it ended before.
    private static func interrupt(
        _ command: String,
        in folder: TemporaryFolder,
        _ continuation: () async throws -> Void = {}
    ) async throws -> TerminationStatus? {
        do {
            return try await Subprocess.run(
                Tool.configuration(
                    ["-c", "exec $REWIND \(command) > out 2> err"],
                    in: folder,
                    executable: URL(fileURLWithPath: "/bin/sh")
                ),
                input: .none,
                output: .discarded,
                error: .discarded
            ) { execution in
                try await waitUntil { try handlesInterrupts(execution.processIdentifier) }
                try execution.send(signal: .interrupt)
                try await continuation()
            }.terminationStatus
        } catch is EndedEarly {
            return nil
        }
    }

    /// Returns true if a process has installed its handler for Ctrl-C.
    ///
    /// - Throws: `EndedEarly` if it has ended.
    private static func handlesInterrupts(_ process: ProcessIdentifier) throws -> Bool {
        #if os(Linux)
        // proc(5): before exec, it is a copy of this process, which may catch other signals.
        let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process.value)/exe")
        let lines = try String(contentsOfFile: "/proc/\(process.value)/status", encoding: .utf8).split(separator: "\n")
        if lines.contains(where: { $0.hasPrefix("State:\tZ") }) { throw EndedEarly() }
        guard program == Tool.url.path else { return false }
        let caught = lines.first { $0.hasPrefix("SigCgt:") }?.split(separator: "\t").last
        return (UInt64(caught ?? "", radix: 16) ?? 0) & 1 << UInt64(SIGINT - 1) != 0
        #else
        // Other systems have no such file; the work takes long enough.
        usleep(1_000_000)
        return true
        #endif
    }
}
