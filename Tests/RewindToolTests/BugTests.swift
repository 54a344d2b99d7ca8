import ArticleClient
import Foundation
import RewindReplay
import RewindSession
import RewindTree
import Subprocess
import TestSupport
import Testing
import RewindTimeline

/// A recorded bug of the article client, from the report to the regression test.
@Suite(.timeLimit(.minutes(10))) struct BugTests {
    private static let pointer = "/articleDetail/articleId"

    /// Calls `body` with a folder that holds a copy of the fixture.
    private static func copied(_ body: (TemporaryFolder) async throws -> Void) async throws {
        let folder = TemporaryFolder()
        try folder.write(try Data(contentsOf: BugSession.url), to: "bug.rewind")
        try await body(folder)
    }

    /// Returns all recorded data of the actions of a session, with the states in place of the patches, which may change.
    private static func log(of url: URL) throws -> [Tree] {
        let timeline = try Timeline(opening: url)
        let session = timeline.session
        defer { session.close() }
        var log: [Tree] = []
        try session.forEachAction { record in
            log.append([
                "seq": .integer(Int64(record.seq)), "parent": .integer(Int64(record.parent)), "at": .integer(record.at),
                "type": .string(record.type), "payload": record.payload ?? .null,
                "state": try timeline.state(at: record.seq),
                "duration": .integer(record.duration ?? -1), "status": .string(record.status.rawValue),
            ])
            return true
        }
        return log
    }

    /// Records the fixture again; run it alone.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["REWIND_RECORD_FIXTURES"] != nil))
    func `The fixture is recorded`() throws {
        try? FileManager.default.removeItem(at: BugSession.url)
        try BugSession.record(to: BugSession.url)
    }

    @Test func `The fixture is sound and equals a new recording of the client with the bug`() async throws {
        try await Self.copied { folder in
            try BugSession.record(to: folder.file("again.rewind"))
            #expect(try Self.log(of: folder.file("again.rewind")) == Self.log(of: folder.file("bug.rewind")))
            #expect(try Data(contentsOf: BugSession.url).count <= 200_000)
            let verify = try await Tool.run("verify", "bug.rewind", in: folder)
            #expect(verify.status == .exited(0))
            #expect(verify.output.hasPrefix("ok: 31 actions"))
            // A single file, for which no recovery is needed.
            #expect(try Set(folder.files().keys) == ["again.rewind", "bug.rewind"])
        }
    }

    @Test func `The command blame names the action that wrote the wrong value`() async throws {
        try await Self.copied { folder in
            let blame = try await Tool.run("blame", "bug.rewind", Self.pointer, "--json", in: folder)
            let write = try #require(try JSON.object(blame.output)["write"] as? [String: Any])
            #expect(write["seq"] as? Int == 19)
            #expect(write["type"] as? String == "UserArticleDetailIdAction")
        }
    }

    @Test func `The correct reducer diverges at the wrong write, and the wrong one agrees`() async throws {
        try await Self.copied { folder in
            let timeline = try Timeline(opening: folder.file("bug.rewind"))
            let ids = try [18, 19].map { try timeline.state(at: $0)[Pointer(parsing: Self.pointer)]?.text }
            let replay = try await Tool.run("replay", "bug.rewind", "--verify", in: folder)
            #expect(replay.status == .exited(1))
            for text in ["19", "UserArticleDetailIdAction", Self.pointer] + ids.compactMap({ $0 }) {
                #expect(replay.output.contains(text), "\(text)")
            }
            let buggy = RegisteredApp(reducer: BugSession.reducer, actions: ActionCatalog.types)
            let report = try Rerun(of: timeline, with: buggy).run()
            #expect(report.finding == nil)
            #expect(report.agreed == 31)
        }
    }

    @Test func `The exported test passes with the correct reducer and fails with the wrong one`()
        async throws
    {
        try await Self.copied { folder in
            _ = try await Tool.run("replay", "bug.rewind", "--output", "fixed.rewind", in: folder)
            let export = try await Tool.run(
                "export",
                "test",
                "fixed.rewind",
                "--at",
                Self.pointer,
                "--output",
                "FixedTests.swift",
                in: folder
            )
            #expect(export.output == "FixedTests.swift: a test of 31 actions, with FixedTests.json\n")
            let source = try String(contentsOf: folder.file("FixedTests.swift"), encoding: .utf8)
            let lines = source.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            #expect(lines.contains("@testable import ArticleClient"))
            #expect(lines.contains("@Suite struct FixedTests {"))
            #expect(lines.contains("reducer: linkedAppReducer,"))
            #expect(lines.contains("at: [\"\(Self.pointer)\"]"))
            #expect(lines.contains("in: \"FixedTests.json\","))
            let recording = try RecordedSteps(
                in: "FixedTests.json",
                start: "null",
                at: [JSONPointer(validating: Self.pointer)],
                beside: folder.file("FixedTests.swift").path
            )
            try recording.check(RegisteredApp(reducer: appReducer, actions: ActionCatalog.types))
            let error = try #require(throws: RecordedDifference.self) {
                try recording.check(RegisteredApp(reducer: BugSession.reducer, actions: ActionCatalog.types))
            }
            #expect(error.seq == 19)
            #expect(error.type == "UserArticleDetailIdAction")
            #expect(error.description.hasPrefix("Action 19, UserArticleDetailIdAction: \(Self.pointer) is \""))
        }
    }
}
