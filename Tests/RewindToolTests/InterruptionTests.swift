import Foundation
import Subprocess
import Testing

/// Ctrl-C on commands that take long.
@Suite(.timeLimit(.minutes(5))) struct InterruptionTests {
    private static let endless = "(WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT 1 FROM n) SELECT max(x) FROM n)"

    private static let commands: [String] = [
        "watch a.rewind --where \"\(endless)\"",
        "bisect a.rewind --where \"\(endless)\"",
        "bisect a.rewind -- sh -c 'exec sleep 1000'",
        "sql a.rewind \"SELECT \(endless)\"",
    ]

    @Test(arguments: commands)
    func `It ends with status 130, without a word`(command: String) async throws {
        try await Counting.session { folder in
            let result = try await Subprocess.run(
                Tool.configuration(
                    ["-c", "exec $REWIND \(command) > out 2> err"],
                    in: folder,
                    executable: URL(fileURLWithPath: "/bin/sh")
                ),
                input: .none,
                output: .discarded,
                error: .discarded
            ) { execution in
                while !Self.handlesInterrupts(execution.processIdentifier) { await Task.yield() }
                try execution.send(signal: .interrupt)
            }
            #expect(result.terminationStatus == .exited(130))
            #expect(try folder.read("out").isEmpty)
            #expect(try folder.read("err").isEmpty)
        }
    }

    /// Whether a process has come so far that Ctrl-C does not end it at once.
    private static func handlesInterrupts(_ process: ProcessIdentifier) -> Bool {
        #if os(Linux)
        // proc(5): the signals that are caught.
        guard let status = try? String(contentsOfFile: "/proc/\(process.value)/status", encoding: .utf8) else {
            return false
        }
        let caught = status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }?.split(separator: "\t").last
        return (UInt64(caught ?? "", radix: 16) ?? 0) & 1 << UInt64(SIGINT - 1) != 0
        #else
        // There is no such file elsewhere; the work goes on for long enough.
        usleep(1_000_000)
        return true
        #endif
    }
}
