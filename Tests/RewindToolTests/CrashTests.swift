import Foundation
import Subprocess
import TestSupport
import Testing

/// The output for a session whose app was killed, compared with a complete recording of the same walk.
@Suite(.ownThreads, .timeLimit(.minutes(10)), .serialized) struct CrashTests {
    /// Records `k.rewind`, killed in the middle, with effects that were never written. Returns how it ended.
    private static func kill(in folder: TemporaryFolder) async throws -> (last: Int, underWay: Int?, unwritten: Int) {
        for moment in [3_000, 5_000, 2_000, 8_000, 1_000, 12_000].map({ $0 / Thoroughness.count(10, orInFull: 1) }) {
            let arguments = ["demo", "--actions", "100000", "--output", "k.rewind", "--force"]
            _ = try await Subprocess.run(
                Tool.configuration(arguments, in: folder),
                input: .none,
                output: .discarded,
                error: .discarded
            ) { execution in
                try await waitUntil { SideFiles.reached(moment, of: "k.rewind", in: folder) }
                try execution.send(signal: .kill)
            }
            let stats = try JSON.object(try await Tool.run("stats", "k.rewind", "--json", in: folder).output)
            let ending = try #require(stats["ending"] as? [String: Any])
            #expect(ending["how"] as? String == "crashed")
            let underWay = try #require(ending["under_way"] as? [[String: Any]]).first?["seq"] as? Int
            let (last, unwritten) = (ending["last"] as? Int, ending["unwritten"] as? Int)
            if let last, let unwritten, unwritten > 1 { return (last, underWay, unwritten) }
        }
        throw NotKilledInTime()
    }

    /// Thrown if all effects were written at every kill.
    private struct NotKilledInTime: Error {}

    @Test func `Every command answers about the states of a crashed app`() async throws {
        let folder = TemporaryFolder()
        let crash = try await Self.kill(in: folder)
        // The action in progress has no effect.
        let end = crash.underWay.map { $0 - 1 } ?? crash.last
        #expect(
            try await Tool.run(["demo", "--actions", "\(end)", "--output", "whole.rewind"], in: folder).status
                == .exited(0)
        )
        let before = try folder.read("k.rewind")
        let middle = end - crash.unwritten / 2
        let commands = [
            ["show", "\(end)"], ["show", "\(middle)", "/home/pageNumber"], ["show", "\(end - crash.unwritten)"],
            ["diff", "\(end)"], ["diff", "10", "\(end)", "--format", "patch"], ["diff", "\(end)", "/loading"],
            ["blame", "/loading/isLoading", "\(end)"], ["blame", "/home", "\(middle)"],
            ["history", "/home/pageNumber", "..\(end)"],
            ["history", "/loading", "..\(end)", "--reverse"],
            ["log", "/home/pageNumber", "--json"],
            ["sql", "SELECT state(\(end), '/home/pageNumber'), state(\(middle), '/navigation')"],
            ["watch", "--where", "seq > \(middle) AND at('/loading/isLoading')", "\(middle + 1).."],
            ["bisect", "--bad", "\(end)", "--", "sh", "-c", "test $REWIND_SEQ -le \(middle)"],
        ]
        for arguments in Thoroughness.every(2, of: commands) {
            let command = [arguments[0], "k.rewind"] + arguments.dropFirst()
            let answer = try await Tool.run(command, in: folder)
            let truth = try await Tool.run([arguments[0], "whole.rewind"] + arguments.dropFirst(), in: folder)
            #expect(Self.comparable(answer.output) == Self.comparable(truth.output), "\(arguments)")
            #expect(answer.status == truth.status, "\(answer.errors)")
            let isRecovered = answer.errors.contains(#/states? recovered by re-running [0-9,]+ actions?\./#)
            #expect(isRecovered == (arguments != ["show", "\(end - crash.unwritten)"]), "\(arguments)")
        }
        #expect(try folder.read("k.rewind") == before)
        let answer = try await Tool.run("goto", "k.rewind", "end", in: folder)
        let truth = try await Tool.run("goto", "whole.rewind", "end", in: folder)
        let screen = { (text: String) in text.split(separator: "\n\n", maxSplits: 1).last.map(String.init) }
        #expect(screen(answer.output) == screen(truth.output))
        let ended = answer.errors.contains(#/the app ended during .*; showing the state at (\d+)/#)
        #expect(ended == (crash.underWay != nil))
    }

    /// Returns an output without the differences between two recordings of one walk: the times, and the end of the
    /// session.
    private static func comparable(_ text: String) -> String {
        text.replacing(#/[0-9]{4}-[0-9-]+ [0-9:.]+|[0-9:]+\.[0-9]{3}/#, with: "TIME")
            .replacing(#/"(at|duration)":[0-9]+,?|"status":"[a-z]+",?/#, with: "")
            .replacing(#/"ending":\{"how".*?"unwritten":[0-9]+\},?/#, with: "")
            .replacing(#/(?m)^[ >]+[!?]? */#, with: "")
    }

    @Test func `The ending of a recording is reported`() async throws {
        let folder = TemporaryFolder()
        let crash = try await Self.kill(in: folder)
        for command in ["stats", "verify", "log"] {
            let answer = try await Tool.run(command, "k.rewind", in: folder)
            #expect(answer.status == .exited(0))
            let line = answer.lines.first { $0.contains("crashed or killed ") }
            if command == "log" { #expect(answer.lines.last == line) }
            let what = crash.underWay.map { "during action \($0) " } ?? "after action \(crash.last)"
            #expect(line?.contains("crashed or killed \(what)") == true, "\(command)")
            #expect(line?.contains(" \(crash.unwritten) ") == true)
        }
        let reverse = try await Tool.run("log", "k.rewind", "--reverse", "--limit", "2", in: folder)
        #expect(reverse.lines.first?.contains("crashed or killed ") == true && reverse.lines.count == 3)
        let last = try await Tool.run("log", "k.rewind", "--limit", "2", in: folder)
        #expect(last.lines.last?.contains("crashed or killed ") == true && last.lines.count == 3)
        let verify = try JSON.object(try await Tool.run("verify", "k.rewind", "--json", in: folder).output)
        #expect(verify["ok"] as? Bool == true && verify["lost"] as? Int == 0)
        #expect(verify["unrecorded_effects"] as? Int == crash.unwritten)
        #expect((verify["ending"] as? [String: Any])?["how"] as? String == "crashed")
        let log = try JSON.lines(try await Tool.run("log", "k.rewind", "--json", in: folder).output)
        #expect((log.last?["ending"] as? [String: Any])?["unwritten"] as? Int == crash.unwritten)
        #expect(log.dropLast().allSatisfy { $0["ending"] == nil })

        #expect(try await Tool.run("demo", "--actions", "5", in: folder).status == .exited(0))
        let closed = try await Tool.run("stats", "demo.rewind", in: folder)
        #expect(closed.lines.contains("ended      closed"))
        #expect(try await Tool.run("verify", "demo.rewind", in: folder).lines.count == 1)
        #expect(try await Tool.run("log", "demo.rewind", in: folder).lines.count == 5)
    }
}
