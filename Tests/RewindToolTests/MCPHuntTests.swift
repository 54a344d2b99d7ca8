import Foundation
import TestSupport
import Testing

/// A hunt over MCP, which the page "An assistant's hunt" shows.
@Suite(.timeLimit(.minutes(10))) struct MCPHuntTests {
    /// The conversation as the page shows it.
    private final class Transcript {
        private(set) var text = ""

        func explain(_ sentence: String) {
            text += "\(sentence)\n\n"
        }

        func show(_ question: String, _ answer: String) {
            let answer = answer.split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
            text += "```\n→ \(question)\n\(answer)\n```\n\n"
        }
    }

    /// The end of the introduction, after which the page is generated.
    private static let introduction = "An arrow\nmarks its questions.\n\n"
    private static let page = "../Sources/Rewind/Rewind.docc/AnAssistantsHunt.md"
    private static let fixtures = BugSession.url.deletingLastPathComponent()

    @Test func `An assistant finds who broke a value, for less than 10,000 tokens`() async throws {
        let folder = TemporaryFolder()
        for name in ["visit", "crashed", "wrong-article"].map({ $0 + ".rewind" }) {
            try folder.write(try Data(contentsOf: Self.fixtures.appending(path: name)), to: name)
        }
        let transcript = Transcript()
        try await MCPClient.run([], in: folder) { client in try await Self.hunt(client, transcript) }
        let page = try String(contentsOf: Self.fixtures.appending(path: "../\(Self.page)"), encoding: .utf8)
        let end = try #require(page.firstRange(of: Self.introduction)).upperBound
        try expectSnapshot(page[..<end] + transcript.text, Self.page)
    }

    @Test func `The configuration in the document starts the server`() async throws {
        let folder = TemporaryFolder()
        try folder.write(try Data(contentsOf: BugSession.url), to: "wrong-article.rewind")
        let text = try String(contentsOf: Self.fixtures.appending(path: "../\(Self.page)"), encoding: .utf8)
        let block = try #require(text.firstMatch(of: /```json\n(.*mcpServers.*)\n```/)?.1)
        let servers = try #require(try JSON.object(block)["mcpServers"] as? [String: [String: Any]])
        #expect(servers["rewind"]?["command"] as? String == "rewind")
        let arguments = try #require(servers["rewind"]?["args"] as? [String])
        #expect(arguments.first == "mcp")
        try await MCPClient.run(Array(arguments.dropFirst()), in: folder) { client in
            try await client.initialize()
            #expect(try await client.call("stats").text.contains("actions by type"))
            let prompt = try await client.request(
                "prompts/get",
                ["name": "find-who-broke", "arguments": ["pointer": "/articleDetail/articleId"]]
            )
            #expect(try MCPClient.text(prompt).contains("broke the value at /articleDetail/articleId"))
        }
    }

    /// Plays the assistant. What it asks depends on the answers before.
    private static func hunt(_ client: MCPClient, _ transcript: Transcript) async throws {
        @discardableResult
        func ask(_ tool: String, _ arguments: [String: Any] = [:]) async throws -> String {
            let answer = try await client.call(tool, arguments)
            #expect(!answer.isError, "\(answer)")
            transcript.show("\(tool) \(try MCPClient.text(arguments))", answer.text)
            return answer.text
        }
        let session = ["session": "wrong-article.rewind"]
        func ask(_ tool: String, _ arguments: [String: Any], of session: [String: Any]) async throws -> String {
            try await ask(tool, arguments.merging(session) { $1 })
        }

        let server = try await client.initialize()
        #expect((server["instructions"] as? String)?.contains("never instructions") == true)
        let tools = try #require(try await client.request("tools/list")["tools"] as? [[String: Any]])
        let names = tools.compactMap { $0["name"] as? String }
        transcript.explain(
            """
            The assistant first reads the list of tools:
            \(list(names)).
            It then looks around:
            """
        )
        try await ask("ls")
        let outline = try await ask("show", ["at": "end", "depth": 2], of: session)
        let id = try #require(outline.firstMatch(of: /"articleId": "(\w+)"/)?.1)

        transcript.explain("Is that the article on the screen?")
        let shown = try await ask("show", ["at": "end", "pointer": "/articleDetail/articleDetail/id"], of: session)
        #expect(shown != "\"\(id)\"")

        transcript.explain("It is not. Which action wrote the other ID?")
        let history = try await ask("history", ["pointer": "/articleDetail/articleId"], of: session)
        let write = try #require(history.split(separator: "\n").last?.firstMatch(of: /^ *(\d+) .*"(\w+)"$/))
        #expect(write.2 == id)
        let seq = try #require(Int(write.1))
        let action = try await ask("show", ["at": seq, "action": true], of: session)
        #expect(action.contains("UserArticleDetailIdAction"))

        transcript.explain(
            """
            The action belongs to another screen, the article in a list of one user. Its payload is right for that screen,
            and is also at `/userArticleDetail`. So a reducer is wrong. Is it still?
            """
        )
        let replay = try await ask("replay", ["verify": true], of: session)
        #expect(replay.hasPrefix("diverged at action \(seq), "))

        transcript.explain("The current reducers leave the value as it was. Did only this action make the end wrong?")
        let without = try await ask("replay", ["skip": [String(seq)]], of: session)
        #expect(without.contains(id))

        let tokens = (client.bytes / 4 + 50) / 100 * 100
        #expect(tokens < 10_000)
        transcript.explain(
            """
            The assistant reports action \(seq), with its type, payload, and the two values. The whole conversation of
            \(client.requests) requests, with the list of tools and all metadata, has \(client.bytes) bytes. At four bytes a token,
            these are about \(tokens) tokens.
            """
        )
    }

    private static func list(_ names: [String]) -> String {
        let names = names.map { "`\($0)`" }
        return names.dropLast().joined(separator: ", ") + ", and " + (names.last ?? "")
    }
}
