import Foundation
import RewindSession
import Subprocess
import TestSupport
import Testing

/// The output of `ls`.
@Suite(.timeLimit(.minutes(10))) struct LsTests {
    /// Writes a session of `actions` actions that began `second` seconds after the first one.
    private static func write(_ name: String, at second: Int, actions: Int, in folder: TemporaryFolder) throws {
        let facts = ["app": "Counter \(name)", "started_at": String(1_760_000_000_000_000 + second * 1_000_000)]
        let writer = try SessionWriter(creating: folder.file(name), facts: facts, syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(Counting.state(0))
            for seq in 1..<actions + 1 { try transaction.append(Counting.record(seq), state: Counting.state(seq)) }
        }
        try writer.close()
    }

    @Test func `The newest session comes first, and other files come last with a reason`()
        async throws
    {
        let folder = TemporaryFolder()
        var random = SplitMix64(seed: 3)
        let seconds = (0..<20).shuffled(using: &random)
        for (index, second) in seconds.enumerated() {
            try Self.write("s\(index).rewind", at: second, actions: index, in: folder)
        }
        try folder.write(Data("Dear diary".utf8), to: "none.rewind")
        try folder.write(try folder.read("s5.rewind").prefix(5_000), to: "cut.rewind")
        try folder.write(Data(), to: "other.txt")
        try folder.makeFolder("folder.rewind")
        let before = try folder.files()
        let answer = try await Tool.run("ls", "--json", in: folder)
        #expect(answer.status == .exited(0))
        let rows = try JSON.lines(answer.output)
        let newest = seconds.indices.sorted { seconds[$0] > seconds[$1] }
        #expect(rows.prefix(20).map { $0["file"] as? String } == newest.map { "s\($0).rewind" })
        #expect(rows.prefix(20).map { $0["actions"] as? Int } == newest)
        #expect(rows.prefix(20).allSatisfy { Self.how($0) == "closed" })
        #expect(rows.dropFirst(20).map { $0["file"] as? String } == ["cut.rewind", "folder.rewind", "none.rewind"])
        #expect(rows.dropFirst(20).allSatisfy { $0["problem"] is String })
        let lines = try await Tool.run("ls", folder.url.path, in: folder).lines
        #expect(lines.count == 23 && lines.first?.hasPrefix("s\(newest[0]).rewind") == true)
        #expect(lines.last?.hasSuffix("is not a Rewind session: it is not a SQLite file.") == true)
        #expect(try await Tool.run("ls", "-n", "3", in: folder).lines.count == 3)
        #expect(try folder.files() == before)
    }

    private static func how(_ row: [String: Any]) -> String? {
        (row["ending"] as? [String: Any])?["how"] as? String
    }

    @Test func `A recording is shown as live or crashed and is not changed`() async throws {
        let folder = TemporaryFolder()
        let script = """
            "$REWIND" demo --actions 10000000 --output live.rewind > /dev/null & recording=$!
            until "$REWIND" show live.rewind 500 > /dev/null 2>&1; do sleep 0.05; done
            "$REWIND" ls --json; kill -9 $recording; wait $recording
            """
        let live = try await Tool.shell(script, in: folder)
        let row = try #require(try JSON.lines(live.output).first)
        #expect(Self.how(row) == "live" && (row["actions"] as? Int ?? 0) > 0)
        // SQLite's index of the log, in shared memory, is not part of the recording.
        func files() throws -> [String: Data?] { try folder.files().filter { !$0.key.hasSuffix("-shm") } }
        let before = try files()
        let answer = try await Tool.run("ls", "--json", in: folder)
        #expect(try files() == before)
        let crashed = try #require(try JSON.lines(answer.output).first)
        #expect(Self.how(crashed) == "crashed" && crashed["actions"] == nil)
        #expect(try await Tool.run("ls", in: folder).output.contains("  ? actions  crashed  ArticleClient"))
        let last = try await Tool.run("stats", "live.rewind", "--json", in: folder)
        let opened = try #require(try JSON.lines(try await Tool.run("ls", "--json", in: folder).output).first)
        #expect(Self.how(opened) == "crashed")
        // The same names have the same values.
        let stats = try JSON.object(last.output)
        for name in ["actions", "started_at", "ended_at"] { #expect(opened[name] as? Int == stats[name] as? Int) }
        let facts = try #require(stats["session"] as? [String: Any])
        #expect(facts["started_at"] as? Int == stats["started_at"] as? Int)
    }

    @Test func `A pruned session is listed with its number of actions`() async throws {
        try await Counting.session(600) { folder in
            _ = try await Tool.run("prune", "a.rewind", "--actions", "100", in: folder)
            let stats = try JSON.object(try await Tool.run("stats", "a.rewind", "--json", in: folder).output)
            for row in try JSON.lines(try await Tool.run("ls", "--json", in: folder).output) {
                #expect(row["actions"] as? Int == stats["actions"] as? Int)
            }
        }
    }

    @Test func `An empty or missing folder is reported`() async throws {
        let folder = TemporaryFolder()
        let none = try await Tool.run("ls", in: folder)
        #expect(none.status == .exited(0) && none.output == "")
        #expect(none.errors == "Note: no *.rewind in this folder.\n")
        let nowhere = try await Tool.run("ls", "nope", in: folder)
        #expect(nowhere.status == .exited(2))
        #expect(nowhere.errors.hasPrefix("Error: No file nope.\nHint: "))
        #expect(try await Tool.run("ls", "", in: folder).status == .exited(64))
    }
}
