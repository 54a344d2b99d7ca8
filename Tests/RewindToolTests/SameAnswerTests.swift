import Foundation
import RewindAnswers
import RewindInspector
import RewindTimeline
import RewindTree
import TestSupport
import Testing

/// The answer to a question is the same, byte for byte, for the command line, an assistant, the inspector and a program.
/// `ExportedPageBrowserTests` compares those of the exported page with the inspector's.
@Suite(.ownThreads) struct SameAnswerTests {
    private static let count = 120

    /// A question as each of them asks it, and the answer of the library.
    private struct Asked {
        let command: [String]
        let tool: [String: Any]
        let path: String
        /// The answer of the command line and of the assistant's tool.
        let lines: String
        /// The answer of the inspector.
        let json: String
    }

    private static func text(_ answer: some Encodable) throws -> String {
        var encoder = TreeEncoder()
        return try #require(try encoder.encodeAlone(answer)).text
    }

    private static func blame(_ pointer: JSONPointer, _ seq: Int, in session: Session) throws -> Asked? {
        let answer = try session.answer(Blame(pointer, at: Reference(seq: seq), includesChildren: true))
        guard answer.write != nil else { return nil }
        return Asked(
            command: ["blame", "s.rewind", pointer.description, String(seq)],
            tool: ["pointer": pointer.description, "ref": seq],
            path: "blame?pointer=\(pointer)&at=\(seq)&children=1",
            lines: try text(answer),
            json: try text(answer)
        )
    }

    private static func history(_ pointer: JSONPointer, _ seq: Int, in session: Session) throws -> Asked? {
        let answer = try session.answer(History(pointer, through: Reference(seq: seq), limit: 5))
        guard !answer.writes.isEmpty else { return nil }
        return Asked(
            command: ["history", "s.rewind", pointer.description, "..\(seq)", "-n", "5"],
            tool: ["pointer": pointer.description, "range": "..\(seq)", "limit": 5],
            path: "history?pointer=\(pointer)&through=\(seq)&limit=5",
            lines: try answer.writes.map(text).joined(separator: "\n"),
            json: try text(answer)
        )
    }

    @Test(arguments: Thoroughness.first(1, of: 1...5 as ClosedRange<UInt64>))
    func `A question has the same answer wherever it is asked`(seed: UInt64) async throws {
        let folder = TemporaryFolder()
        let url = folder.file("s.rewind")
        try InspectedSample(seed: seed, count: Self.count).write(to: url)
        let session = try Session(opening: url)
        var random = SplitMix64(seed: seed)
        var questions: [(name: String, asked: Asked)] = []
        for pointer: JSONPointer in ["/loading", "/home", "/more", "/error", ""] {
            let seq = 1 + random.below(Self.count)
            if let blame = try Self.blame(pointer, seq, in: session) { questions.append(("blame", blame)) }
            if let history = try Self.history(pointer, seq, in: session) { questions.append(("history", history)) }
        }
        #expect(questions.count > 4)
        let inspector = Inspector(
            [InspectedFile(url: url, file: "s.rewind")],
            app: InspectedApp(),
            version: "1.2.3",
            canWrite: false,
            describe: { error, _ in FailureAnswer("\(error)") }
        )
        try await inspector.run { address in
            let port = try #require(address.port)
            let token = (address.query() ?? "").replacing("token=", with: "")
            try await MCPClient.run(["s.rewind"], in: folder) { client in
                try await client.initialize()
                for (name, asked) in questions {
                    let command = try await Tool.run(asked.command + ["--json"], in: folder)
                    #expect(command.output == asked.lines + "\n", "\(asked.command)")
                    let tool = try await client.call(name, asked.tool.merging(["json": true]) { $1 })
                    // A long answer is cut, and notes may follow the others.
                    let shown = tool.text.firstRange(of: "(More follows.").map { tool.text[..<$0.lowerBound] }
                    let isSame =
                        shown.map { asked.lines.utf8.starts(with: $0.utf8.dropLast($0.hasSuffix("\n") ? 1 : 0)) }
                        ?? (tool.text + "\n").hasPrefix(asked.lines + "\n")
                    #expect(isSame, "\(asked.command)")
                    let page = try HTTPExchange.get(
                        "/api/0/\(asked.path)&values=whole",
                        port: port,
                        headers: ["Cookie": "rewind-\(port)=\(token)"]
                    )
                    #expect(page.body == asked.json, "\(asked.path)")
                }
            }
        }
    }
}
