import Foundation
import Subprocess
import TestSupport
import Testing

/// The content of a recording after its process was killed.
@Suite(.ownThreads, .timeLimit(.minutes(10)), .serialized) struct KillTests {
    @Test(arguments: Thoroughness.first(1, of: UInt64(1)...5))
    func `No action dispatched before kill -9 is lost`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let moment = 1 + random.below(seed == 1 ? 20 : 3000)
        let folder = TemporaryFolder()
        try await Self.kill(atAction: moment, seed: seed, in: folder)
        let sideFiles = SideFiles(of: "k.rewind", in: folder)
        let last = sideFiles.last
        #expect(last >= moment)

        let newest = try await Tool.run("log", "k.rewind", "--reverse", "--limit", "1", "--json", in: folder)
        #expect(newest.status == .exited(0))
        let action = try JSON.object(newest.output)
        #expect(action["seq"] as? Int == last)
        #expect(action["type"] as? String == sideFiles.began[last]?["type"] as? String)
        #expect(action["payload"] as? NSDictionary == sideFiles.began[last]?["payload"] as? NSDictionary)
        if !sideFiles.done.contains(last) { #expect(action["status"] as? String == "began") }
        #expect(try folder.files().keys.sorted() == ["k.rewind"])

        let verify = try await Tool.run("verify", "k.rewind", in: folder)
        #expect(verify.status == .exited(0))
        #expect(verify.output.hasPrefix("ok: \(last) actions, "))
        #expect(try await Tool.run("show", "k.rewind", "end", in: folder).status == .exited(0))
        try await Self.compareWithWholeSession(last, seed: seed, in: folder)
    }

    /// Starts a long recording and kills it when it reaches an action.
    private static func kill(atAction seq: Int, seed: UInt64, in folder: TemporaryFolder) async throws {
        let arguments = ["demo", "--actions", "100000", "--seed", "\(seed)", "--output", "k.rewind"]
        let result = try await Subprocess.run(
            Tool.configuration(arguments, in: folder),
            input: .none,
            output: .discarded,
            error: .discarded
        ) { execution in
            try await waitUntil { SideFiles.reached(seq, of: "k.rewind", in: folder) }
            try execution.send(signal: .kill)
        }
        #expect(result.terminationStatus == .signaled(Signal.kill.rawValue))
    }

    /// Checks that the killed session is the beginning of the one that the same walk records without a kill; only the
    /// effects of the last actions may be unknown.
    private static func compareWithWholeSession(_ count: Int, seed: UInt64, in folder: TemporaryFolder) async throws {
        let arguments = ["demo", "--actions", "\(count)", "--seed", "\(seed)", "--output", "whole.rewind"]
        #expect(try await Tool.run(arguments, in: folder).status == .exited(0))
        let killed = try JSON.lines(try await Tool.run("log", "k.rewind", "--json", in: folder).output)
        let whole = try JSON.lines(try await Tool.run("log", "whole.rewind", "--json", in: folder).output)
        #expect(killed.count == count && whole.count == count)
        var isKnown = true
        for (left, right) in zip(killed, whole) {
            #expect(left["type"] as? String == right["type"] as? String)
            #expect(left["payload"] as? NSDictionary == right["payload"] as? NSDictionary)
            isKnown = isKnown && left["status"] as? String == "done"
            if isKnown {
                #expect(left["patch"] as? NSArray == right["patch"] as? NSArray)
            } else {
                #expect(left["patch"] is NSNull)
            }
        }
        let began = killed.filter { $0["status"] as? String == "began" }
        #expect(began.count <= 1)
        #expect(began.allSatisfy { $0["seq"] as? Int == count })
    }
}
