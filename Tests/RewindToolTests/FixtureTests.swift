import Foundation
import RewindTimeline
import RewindTree
import Subprocess
import TestSupport
import Testing

/// The sessions in `Fixtures/sessions` that the tool recorded with the client in Japanese: a visit with a branch, and one
/// that ended by a crash. The demo still records the same ones.
@Suite(.timeLimit(.minutes(10))) struct FixtureTests {
    private static let start = "2026-11-20T08:15:00Z"
    private static let sessions = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fixtures/sessions")

    /// The arguments of `demo` that make each fixture.
    static let commands = [
        "visit.rewind": ["demo", "--starting", start, "--language", "ja"],
        "crashed.rewind": ["demo", "--crash", "--starting", start, "--language", "ja"],
    ]

    private static func record(_ name: String, in folder: TemporaryFolder) async throws {
        let arguments = try #require(commands[name]) + ["--output", name]
        #expect(try await Tool.run(arguments, in: folder).status == .exited(0))
    }

    /// Records the fixtures again; run it alone.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["REWIND_RECORD_FIXTURES"] != nil), arguments: commands.keys)
    func `The fixture is recorded`(name: String) async throws {
        let folder = TemporaryFolder()
        try await Self.record(name, in: folder)
        try folder.read(name).write(to: Self.sessions.appendingPathComponent(name))
    }

    private static let failedRequest = "failed-request.rewind"

    /// Records the fixture with effects again; run it alone.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["REWIND_RECORD_FIXTURES"] != nil))
    func `The fixture with effects is recorded`() throws {
        let url = Self.sessions.appendingPathComponent(Self.failedRequest)
        try? FileManager.default.removeItem(at: url)
        try CausedSession.write(to: url)
    }

    @Test func `The fixture with effects equals a new recording`() async throws {
        let folder = TemporaryFolder()
        try CausedSession.write(to: folder.file("new.rewind"))
        let fixture = try Data(contentsOf: Self.sessions.appendingPathComponent(Self.failedRequest))
        #expect(fixture.count <= 150_000)
        try folder.write(fixture, to: "fixture.rewind")
        for command in [["log"], ["effects", "--notes"], ["show", "end"]] {
            let recorded = try await Tool.run([command[0], "new.rewind", "--json"] + command.dropFirst(), in: folder)
            let kept = try await Tool.run([command[0], "fixture.rewind", "--json"] + command.dropFirst(), in: folder)
            #expect(recorded.output == kept.output && !kept.output.isEmpty, "\(command)")
        }
    }

    @Test(arguments: commands.keys)
    func `The fixture is sound and equals a new recording`(name: String) async throws {
        let folder = TemporaryFolder()
        try await Self.record(name, in: folder)
        let fixture = try Data(contentsOf: Self.sessions.appendingPathComponent(name))
        #expect(fixture.count <= 500_000)
        try folder.write(fixture, to: "fixture.rewind")
        for command in [["log", "--json", "--limit", "1000"], ["bookmark", "--json"], ["show", "end"]] {
            let recorded = try await Tool.run([command[0], name] + command.dropFirst(), in: folder)
            let kept = try await Tool.run([command[0], "fixture.rewind"] + command.dropFirst(), in: folder)
            #expect(!recorded.output.isEmpty || command[0] == "bookmark")
            #expect(Self.comparable(recorded.output) == Self.comparable(kept.output), "\(command)")
        }
        let (recorded, kept) = (
            try Timeline(opening: folder.file(name)), try Timeline(opening: folder.file("fixture.rewind"))
        )
        for seq in kept.first...kept.last where try kept.gap(endingWith: seq) == nil {
            #expect(try recorded.state(at: seq) == kept.state(at: seq), "\(seq)")
        }
        let verify = try await Tool.run("verify", "fixture.rewind", in: folder)
        #expect(verify.status == .exited(0) && verify.output.hasPrefix("ok: "))
        // A single file, for which no recovery is needed.
        #expect(try Set(folder.files().keys) == [name, "fixture.rewind"])
    }

    /// Returns a log without line numbers of the sources and patches, which change while the states stay the same, and
    /// without what the fixtures, which are of version 1, lack: causes, and the time that recording effects takes on the
    /// clock of the visit.
    private static func comparable(_ log: String) -> String {
        log.replacing(#/\.swift:[0-9]+"/#, with: ".swift\"").replacing(#/"at":[0-9]+/#, with: "")
            .replacing(#/"cause":\{[^}]*\},?/#, with: "").replacing(#/"patch":\[.*?\],"payload"/#, with: "")
    }
}
