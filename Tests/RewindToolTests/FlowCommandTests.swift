import Foundation
import RewindAnswers
import Subprocess
import TestSupport
import Testing

/// The output of `replay --flows` and `export test --flow`.
@Suite(.timeLimit(.minutes(10))) struct FlowCommandTests {
    /// The number of the request for an article that failed in the demo's session, and of the one before it.
    private func requests(in folder: TemporaryFolder) throws -> [RecordedEffect] {
        let session = try Session(opening: folder.session())
        return try session.answer(Effects(names: ["GET /items/:id"])).effects
    }

    @Test func `The demo's whole visit re-runs without its server, to the same actions`() async throws {
        try await DemoSession.copied { folder in
            let count = try await DemoSession.actionCount
            let before = try folder.files()
            let answer = try await Tool.run("replay", "a.rewind", "--flows", "--output", "b.rewind", in: folder)
            #expect(answer.status == .exited(0))
            #expect(answer.errors == "")
            #expect(
                answer.output == """
                    no divergence: \(count) actions, with 20 recorded outcomes
                    wrote b.rewind. Compare them:
                      rewind compare a.rewind b.rewind

                    """
            )
            // Byte for byte: the columns of the actions but for times and places.
            let sql = """
                SELECT seq, parent, name, payload, patch, status, error FROM action
                JOIN action_type ON action_type.id = action.type ORDER BY seq
                """
            let recorded = try await Tool.run("sql", "a.rewind", sql, in: folder).output
            let replayed = try await Tool.run("sql", "b.rewind", sql, in: folder).output
            #expect(recorded == replayed)
            #expect(recorded.split(separator: "\n").count == count)
            #expect(try folder.files()["a.rewind"] == before["a.rewind"])
        }
    }

    @Test func `With an edited outcome, the visit shows what would have happened`() async throws {
        try await DemoSession.copied { folder in
            let request = try #require(try requests(in: folder).first)
            let answer = try await Tool.run(
                ["replay", "a.rewind", "--flows", "--edit-effect", "\(request.id)"]
                    + [#"{"error":{"message":"The server is down.","type":"http_503"}}"#, "--output", "b.rewind"],
                in: folder
            )
            #expect(answer.status == .exited(0), "\(answer.errors)")
            let seq = request.began + 1
            #expect(
                answer.lines.first
                    == "diverged: Action \(seq), ArticleDetailAction, is ArticleDetailErrorAction in the replay."
            )
            #expect(answer.output.contains("ArticleDetailErrorAction ← openArticle(_:from:) (effect"))
            let screen = try await Tool.run("screen", "b.rewind", "\(seq)", in: folder)
            #expect(screen.output.contains("The server is down."))
        }
    }

    @Test func `Only effects have an outcome that can be edited`() async throws {
        try await DemoSession.copied { folder in
            func run(_ arguments: String...) async throws -> Tool.Answer {
                try await Tool.run(["replay", "a.rewind"] + arguments, in: folder)
            }
            let flow = try await run("--flows", "--edit-effect", "1", #"{"canceled":true}"#)
            #expect(flow.status == .exited(2))
            #expect(flow.errors.hasPrefix("Error: No effect 1 in this session"))
            let malformed = try await run("--flows", "--edit-effect", "3", #"{"result":1}"#)
            #expect(malformed.errors.hasPrefix("Error: The outcome of effect 3 must be"))
            let alone = try await run("--edit-effect", "3", #"{"value":1}"#)
            #expect(alone.status == .exited(64))
            let combined = try await run("--flows", "--verify")
            #expect(combined.status == .exited(64))
        }
    }

    @Test func `A flow is exported as a test, with long parts beside it`() async throws {
        try await DemoSession.copied { folder in
            let seq = try #require(try requests(in: folder).first).began
            let answer = try await Tool.run(
                [
                    "export", "test", "a.rewind", "--flow", "\(seq)", "--app", "clientApp", "--output",
                    "OpenTests.swift",
                ],
                in: folder
            )
            #expect(answer.status == .exited(0), "\(answer.errors)")
            let source = String(decoding: try folder.read("OpenTests.swift"), as: UTF8.self)
            #expect(source.contains("@MainActor @Suite struct OpenTests {"))
            #expect(source.contains("static let recording = RecordedFlows(\n        in: \"OpenTests.json\""))
            #expect(source.contains("try await Self.recording.check(clientApp)"))
            #expect(source.contains("@testable import ArticleClient"))
            let data = try JSON.object(String(decoding: try folder.read("OpenTests.json"), as: UTF8.self))
            #expect(data["start"] != nil)
            let unnamed = try await Tool.run("export", "test", "a.rewind", "--flow", "\(seq)", in: folder)
            #expect(unnamed.errors.contains("--app"))
        }
    }
}
