import Foundation
import RewindAnswers
import RewindInspector
import RewindSession
import RewindTimeline
import RewindTree
import TestSupport
import Testing

@testable import RewindCommands

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
        let answer = try session.answer(Blame(pointer, at: PointInTime(seq: seq), includesChildren: true))
        guard answer.write != nil else { return nil }
        return Asked(
            command: ["blame", "s.rewind", pointer.description, String(seq)],
            tool: ["pointer": pointer.description, "at": seq],
            path: "blame?pointer=\(pointer)&at=\(seq)&children=1",
            lines: try text(answer),
            json: try text(answer)
        )
    }

    private static func history(_ pointer: JSONPointer, _ seq: Int, in session: Session) throws -> Asked? {
        let answer = try session.answer(History(pointer, through: PointInTime(seq: seq), limit: 5))
        guard !answer.writes.isEmpty else { return nil }
        return Asked(
            command: ["history", "s.rewind", pointer.description, "..\(seq)", "-n", "5"],
            tool: ["pointer": pointer.description, "through": seq, "limit": 5],
            path: "history?pointer=\(pointer)&through=\(seq)&limit=5",
            lines: try answer.writes.map(text).joined(separator: "\n"),
            json: try text(answer)
        )
    }

    /// Asks about one state, and one value in it.
    private static func state(_ pointer: JSONPointer, _ seq: Int, in session: Session) throws -> [Asked] {
        let reference = PointInTime(seq: seq)
        let action = try session.answer(ShowAction(reference))
        let difference = try session.answer(Diff(from: "start", to: reference, at: pointer))
        var asked = [
            Asked(
                command: ["show", "s.rewind", String(seq), "--action"],
                tool: ["at": seq, "action": true],
                path: "show-action?at=\(seq)",
                lines: try text(action),
                json: try text(action)
            )
        ]
        if difference.difference != nil {
            asked.append(
                Asked(
                    command: ["diff", "s.rewind", "start..\(seq)", pointer.description],
                    tool: ["from": "start", "to": seq, "pointer": pointer.description],
                    path: "diff?from=start&to=\(seq)&pointer=\(pointer)",
                    lines: try text(difference),
                    json: try text(difference)
                )
            )
        }
        if let value = try session.answer(Show(pointer, at: reference)) {
            asked.append(
                Asked(
                    command: ["show", "s.rewind", String(seq), pointer.description],
                    tool: ["at": seq, "pointer": pointer.description],
                    path: "show?at=\(seq)&pointer=\(pointer)",
                    lines: try text(value),
                    json: try text(value)
                )
            )
        }
        return asked
    }

    /// Asks about the causes of an action, and about effects.
    private static func causes(_ pointer: JSONPointer, _ seq: Int, in session: Session) throws -> [Asked] {
        let id = 1 + seq % effectCount
        let effect = try session.answer(ShowEffect(PointInTime(validating: "effect:\(id)")))
        let action = try session.answer(Why(at: PointInTime(seq: seq), limit: 5))
        let effects = try session.answer(
            Effects(names: ["GET *"], from: PointInTime(seq: seq), failed: true, slow: .milliseconds(2), limit: 9)
        )
        var asked = [
            Asked(
                command: ["show", "s.rewind", "effect:\(id)"],
                tool: ["at": "effect:\(id)"],
                path: "show-effect?at=effect:\(id)",
                lines: try text(effect),
                json: try text(effect)
            ),
            Asked(
                command: ["why", "s.rewind", String(seq), "-n", "5"],
                tool: ["at": seq, "limit": 5],
                path: "why?at=\(seq)&limit=5",
                lines: try text(action),
                json: try text(action)
            ),
            Asked(
                command: [
                    "effects", "s.rewind", "\(seq)..", "--name", "GET *", "--failed", "--slow", "2ms", "-n", "9",
                ],
                tool: ["from": seq, "name": ["GET *"], "failed": true, "slow": "2ms", "limit": 9],
                path: "effects?from=\(seq)&name=GET%20*&failed=1&slow=2ms&limit=9",
                lines: try effects.effects.map(text).joined(separator: "\n"),
                json: try text(effects)
            ),
        ]
        let value = try session.answer(Why(pointer, at: PointInTime(seq: seq)))
        if value.write != nil {
            asked.append(
                Asked(
                    command: ["why", "s.rewind", pointer.description, String(seq)],
                    tool: ["pointer": pointer.description, "at": seq],
                    path: "why?pointer=\(pointer)&at=\(seq)",
                    lines: try text(value),
                    json: try text(value)
                )
            )
        }
        return asked.filter { !$0.lines.isEmpty }
    }

    private static let effectCount = 40

    /// Adds effects to a session: requests, each caused by the one before it or by an action, which caused every third
    /// action.
    private static func addEffects(to url: URL) throws {
        _ = try ClosedSession.change(url) { db in
            for id in 1...effectCount {
                let seq = id * 3 - 2
                try db.execute(
                    """
                    INSERT INTO effect SELECT ?1, seq, at, iif(?1 % 7 = 0, 'flow', 'effect'), 'GET /' || ?1, 'codable',
                        '{"id":' || ?1 || '}', iif(?1 % 5 > 0, ?1 - 1, NULL), iif(?1 % 5 = 0, seq, NULL), 'a.swift:1', 0
                    FROM action WHERE seq = ?2
                    """,
                    [id, seq]
                )
                try db.execute(
                    """
                    INSERT INTO outcome SELECT ?1, ?1, seq, at, ?1 * 1000000, iif(?1 % 2, 'failed', 'done'), 'T', 'codable',
                        '[' || ?1 || ']', 0
                    FROM action WHERE seq = ?2 + 1 AND ?1 % 6 > 0
                    """,
                    [id, seq]
                )
                try db.execute("UPDATE action SET cause_effect = ? WHERE seq = ?", [id, seq + 1])
            }
        }
    }

    /// Asks about the whole session.
    private static func session(_ pointer: JSONPointer, _ seq: Int, in session: Session) throws -> [Asked] {
        let (name, from) = (pointer.description, PointInTime(seq: seq))
        let log = try session.answer(Log(types: ["!*e"], from: from, touching: pointer, limit: 9))
        let search = try session.answer(Search("a", through: from, limit: 7))
        let condition = "at('\(name)') NOT NULL AND seq % 3 = 1"
        let watch = try session.answer(Watch(condition, from: from, limit: 4, includesChanges: true))
        let stats = try session.answer(Stats())
        let encoded = condition.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let questions = [
            Asked(
                command: ["stats", "s.rewind"],
                tool: [:],
                path: "stats?",
                lines: try text(stats),
                json: try text(stats)
            ),
            Asked(
                command: ["search", "s.rewind", "a", "..\(seq)", "-n", "7"],
                tool: ["text": "a", "through": seq, "limit": 7],
                path: "search?text=a&through=\(seq)&limit=7",
                lines: try search.finds.map(text).joined(separator: "\n"),
                json: try text(search)
            ),
            Asked(
                command: ["log", "s.rewind", "\(seq)..", name, "--type", "!*e", "-n", "9"],
                tool: ["from": seq, "pointer": name, "type": ["!*e"], "limit": 9],
                path: "log?from=\(seq)&pointer=\(name)&type=!*e&limit=9",
                lines: try log.actions.map(text).joined(separator: "\n"),
                json: try text(log)
            ),
            Asked(
                command: ["watch", "s.rewind", "--where", condition, "\(seq)..", "-n", "4"],
                tool: ["where": condition, "from": seq, "limit": 4],
                path: "watch?where=\(encoded)&from=\(seq)&limit=4&changes=1",
                lines: try watch.found.map(text).joined(separator: "\n"),
                json: try text(watch)
            ),
        ]
        return questions.filter { !$0.lines.isEmpty }
    }

    @Test(arguments: Thoroughness.first(1, of: 1...5 as ClosedRange<UInt64>))
    func `A question has the same answer wherever it is asked`(seed: UInt64) async throws {
        let folder = TemporaryFolder()
        let url = folder.file("s.rewind")
        try InspectedSample(seed: seed, count: Self.count).write(to: url)
        try Self.addEffects(to: url)
        let session = try Session(opening: url)
        var random = SplitMix64(seed: seed)
        var questions: [Asked] = []
        for pointer: JSONPointer in ["/loading", "/home", "/more", "/error", ""] {
            var seq = 1 + random.below(Self.count)
            // An unknown state is an error of the library; the command line shows the last known one, and says so.
            while try session.timeline.gap(endingWith: seq) != nil { seq = 1 + random.below(Self.count) }
            questions += try [Self.blame(pointer, seq, in: session), Self.history(pointer, seq, in: session)]
                .compactMap { $0 }
            questions += try Self.state(pointer, seq, in: session)
            questions += try Self.causes(pointer, seq, in: session)
            questions += try Self.session(pointer, seq, in: session)
        }
        #expect(Set(questions.map { $0.path.prefix { $0 != "?" } }).count == 12)
        let inspector = Inspector(
            [InspectedFile(url: url, file: "s.rewind")],
            app: InspectedApp(questions: RewindCommand.answering.flatMap { $0.tool.questions }),
            version: "1.2.3",
            canWrite: false,
            describe: { error, _ in FailureAnswer("\(error)") }
        )
        try await inspector.run { address in
            let port = try #require(address.port)
            let token = (address.query() ?? "").replacing("token=", with: "")
            try await MCPClient.run(["s.rewind"], in: folder) { client in
                try await client.initialize()
                for asked in questions {
                    let command = try await Tool.run(asked.command + ["--json"], in: folder)
                    #expect(command.output == asked.lines + "\n", "\(asked.command)")
                    let tool = try await client.call(asked.command[0], asked.tool.merging(["json": true]) { $1 })
                    // A long answer is cut, and notes may follow the others.
                    let shown = tool.text.firstRange(of: "(More follows.").map { tool.text[..<$0.lowerBound] }
                    let isSame =
                        shown.map { asked.lines.utf8.starts(with: $0.utf8.dropLast($0.hasSuffix("\n") ? 1 : 0)) }
                        ?? (tool.text + "\n").hasPrefix(asked.lines + "\n")
                    #expect(isSame, "\(asked.command)")
                    let page = try HTTPExchange.get(
                        "/api/0/answers/\(asked.path)&values=whole",
                        port: port,
                        headers: ["Authorization": "Bearer \(token)"]
                    )
                    #expect(page.body == asked.json, "\(asked.path)")
                }
            }
        }
    }
}
