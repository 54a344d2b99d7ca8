import Foundation
import RewindSession
import RewindTree
import Subprocess
import TestSupport
import Testing

/// The commands that show effects and causes.
@Suite(.timeLimit(.minutes(10))) struct CauseCommandTests {
    private static func session() throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        try CausedSession.write(to: folder.file("a.rewind"))
        return folder
    }

    @Test func `The log has a column with the root of each action, if the session has causes`() async throws {
        let folder = try Self.session()
        let log = try await Tool.run("log", "a.rewind", "--utc", in: folder)
        #expect(
            log.lines.map { $0.prefix(10) } == [
                "    1     ", "    2  e1 ", "    3  e1 ", "    4  e1 ", "    5   ? ", ">   6   ? ",
            ]
        )
        let writer = try SessionWriter(creating: folder.file("b.rewind"), facts: [:], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState([:])
            let record = ActionRecord(seq: 1, parent: 0, at: 0, type: "A", patch: .init([]))
            try transaction.append(record, state: [:])
        }
        try writer.close()
        let without = try await Tool.run("log", "b.rewind", "--utc", in: folder)
        #expect(without.lines == [">   1  1970-01-01T00:00:00.000+00:00  A  (no change)"])
        let why = try await Tool.run("why", "b.rewind", "--utc", in: folder)
        #expect(
            why.lines == [
                "  1  A    1970-01-01T00:00:00.000+00:00", "  ? The cause of action 1 is unknown: it was not recorded.",
            ]
        )
    }

    @Test func `The log is grouped by cause`() async throws {
        let folder = try Self.session()
        let log = try await Tool.run("log", "a.rewind", "4..5", "--by-cause", "--utc", in: folder)
        #expect(
            log.lines.map { $0.replacing(#/ 2025-10-09T\S+/#, with: "") } == [
                #"    e1   TapArticle  flow, took 1.24 s  {"id":"a1"}"#,
                "    e2     GET /items/a1  failed after 1.24 s  "
                    + #"{"url":"https://qiita.com/api/v2/items/a1"} → {"body":"Internal Server Error","status":500}"#,
                #"     4       SetError  /detail/error "http_500""#,
                "    e4   timer  canceled after 101 ms  (cause unknown)", "     5     Tick  /ticks 1",
            ]
        )
        let wrong = try await Tool.run("log", "a.rewind", "--by-cause", "--patch", in: folder)
        #expect(wrong.status == .exited(64))
    }

    @Test(
        arguments: [
            ([], 4, 0), (["--notes"], 6, 0), (["--open", "--canceled"], 2, 0),
            (["--name", "GET *", "--slow", "1s"], 1, 0),
            (["-n", "2", "--reverse"], 2, 0), (["4..5"], 2, 0), (["--slow", "2s"], 0, 1), (["--slow", "fast"], 0, 64),
            (["e4.."], 2, 0),
        ] as [([String], Int, Int32)]
    )
    func `Effects are listed`(options: [String], count: Int, status: Int32) async throws {
        let answer = try await Tool.run(["effects", "a.rewind"] + options, in: Self.session())
        #expect(answer.lines.count == count)
        #expect(answer.status == .exited(status))
        #expect(!answer.output.contains(CausedSession.image.base64EncodedString().prefix(12)))
    }

    @Test func `Without a match, a range is said to be about the beginning of effects`() async throws {
        let folder = try Self.session()
        let began = try await Tool.run("effects", "a.rewind", "4..", "--name", "GET /items/*", in: folder)
        #expect(began.errors == "Note: no effect that matches began within this range.\n")
        let none = try await Tool.run("effects", "a.rewind", "--name", "POST *", in: folder)
        #expect(none.errors == "Note: no effect matches.\n")
    }

    @Test func `An action and an effect name their cause and their root`() async throws {
        let folder = try Self.session()
        let action = try await Tool.run("show", "a.rewind", "4", "--action", "--utc", in: folder)
        #expect(action.lines.contains("  cause   effect:2; root effect:1 TapArticle, 1.24 s before"))
        let effect = try await Tool.run("show", "a.rewind", "effect:2", "--utc", in: folder)
        #expect(effect.lines.contains("  cause    effect:1 TapArticle, 3.00 ms before, the root"))
        #expect(effect.lines.contains("outcome, HTTPError"))
        let image = try await Tool.run("show", "a.rewind", "e6", "--utc", in: folder)
        #expect(image.lines.contains("  image    100 bytes"))
        let value = try await Tool.run("show", "a.rewind", "effect:2", "/detail/id", in: folder)
        #expect(value.output == "\"a1\"\n")
        let none = try await Tool.run("show", "a.rewind", "effect:7", in: folder)
        #expect(none.status == .exited(1))
        #expect(none.errors.hasPrefix("Note: No effect has the number 7.\n"))
    }

    @Test func `The debugger stops at effects, and runs to their ends`() async throws {
        let folder = try Self.session()
        let lines = [
            "goto 1", "break effect:GET *", "continue", "finish", "finish", "goto 5", "finish", "goto 6", "finish",
            "goto 1", "finish", "why 4", "break effect:none", "reverse-continue",
        ]
        try folder.write(Data((lines.joined(separator: "\n") + "\n").utf8), to: "lines")
        let answer = try await Tool.shell("TZ=UTC \"$REWIND\" debug a.rewind < lines", in: folder)
        let output = answer.output
        for text in [
            "Breakpoint 1: effect:GET *\n  effect:2  GET /items/a1  begins, ends  failed after 1.24 s",
            "(rewind) finish\n  effect:1  TapArticle  ends  flow, took 1.24 s",
            "(rewind) finish\neffect:2 has ended here.",
            "(rewind) finish\neffect:5 never ended.", "(rewind) finish\nNo recorded effect dispatched action 1.",
            "(rewind) why 4\n         4  SetError",
        ] { #expect(output.contains(text), "\(text)\n\(output)") }
        #expect(answer.errors.contains("No effect has the name none."))
        #expect(answer.status == .exited(2))
    }

    @Test func `Queries have the effects as a view`() async throws {
        let query = """
            SELECT effects.name, count(*), effects.status FROM log JOIN effects ON effects.id = log.cause_effect
            GROUP BY 1 ORDER BY 1
            """
        let answer = try await Tool.run("sql", "a.rewind", query, in: Self.session())
        #expect(
            answer.lines == [
                "GET /items\t1\topen", "GET /items/a1\t1\tfailed", "TapArticle\t1\tdone", "timer\t1\tcanceled",
            ]
        )
        let bytes = try await Tool.run("sql", "a.rewind", "SELECT input FROM effects WHERE id = 6", in: Self.session())
        #expect(bytes.output == "\n")
    }
}
