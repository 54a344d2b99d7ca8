import Foundation
import Subprocess
import TestSupport
import Testing

/// `rewind listen` with clients that misbehave, while an app is recorded.
@Suite(
    .ownThreads,
    .serialized,
    .enabled(if: Listening.isPossible, "Node is not installed."),
    .timeLimit(.minutes(10))
) struct HostileClientTests {
    @Test func `Hostile clients are refused with a sentence or a code, and the recording of another app is complete`()
        async throws
    {
        let folder = TemporaryFolder()
        let status = try await Listening.run(in: folder) { listening in
            try await listening.app("counter", "PORT") { app in
                let sending = Task {
                    for _ in 0..<2_000 {
                        app.send(#"{"type":"INCREMENT"}"#)
                        try await Task.sleep(for: .milliseconds(2))
                    }
                }
                let outcomes = try await listening.hostile()
                #expect(outcomes["wrong token"] == "403 The token is not that of this server.")
                let otherSite = "403 Without the token, a page of another site may not connect."
                #expect(outcomes["other site"] == otherSite)
                let rebound = "403 Without the token, this server answers under a loopback address only."
                #expect(outcomes["rebound host"] == rebound)
                #expect(outcomes["garbage"] == "1007")
                #expect(outcomes["no handshake"] == "4009")
                #expect(outcomes["binary"] == "1003")
                #expect(outcomes["bad opcode"] == "1003" || outcomes["bad opcode"] == "1002")
                #expect(outcomes["100 MB"] == "1009")
                // The code is lost if the client is still sending.
                #expect(["1009", "1006"].contains(outcomes["100 MB in parts"]))
                #expect(outcomes["fragments"] == #"{"data":"respond","rid":2}"#)
                #expect(outcomes["deaf"] == "true")
                #expect(outcomes["crowd"] == "500")
                #expect(outcomes["beyond"] == "503 The server has 512 connections, and admits no more.")
                try await sending.value
                try await app.wait(for: #"{"count":2000}"#)
                #expect(try listening.mostMemory < 700 << 20)
            }
        }
        #expect(status == .exited(0))
        let answer = try await Tool.run("show", "counter.rewind", "2000", "/count", in: folder)
        #expect(answer.output == "2000\n", "\(answer.errors)")
        #expect(try await Tool.run("verify", "counter.rewind", in: folder).status == .exited(0))
    }
}

extension Listening {
    /// Runs the hostile clients. Returns their outcomes by name.
    fileprivate func hostile() async throws -> [String: String] {
        let output = try await node("hostile.mjs", String(port))
        var outcomes: [String: String] = [:]
        for line in output.split(separator: "\n") {
            let pair = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any] ?? []
            guard pair.count == 2, let name = pair[0] as? String else { continue }
            outcomes[name] = line.hasSuffix("true]") ? "true" : "\(pair[1])"
        }
        return outcomes
    }

    /// The most memory that the tool has used, in bytes; 0 where the system does not show it.
    fileprivate var mostMemory: Int {
        get throws {
            guard let text = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8) else { return 0 }
            return text.firstMatch(of: #/VmHWM:\s*([0-9]+) kB/#).flatMap { Int($0.1) }.map { $0 << 10 } ?? 0
        }
    }
}
