import Foundation
import Subprocess
import TestSupport
import Testing

/// A pointer that no state has is an error in every command that accepts one.
@Suite(.timeLimit(.minutes(10))) struct MistypedPointerTests {
    private static let commands: [[String]] = [
        ["show", "a.rewind", "PLACE"], ["show", "a.rewind", "12", "PLACE"], ["diff", "a.rewind", "3", "40", "PLACE"],
        ["blame", "a.rewind", "PLACE"], ["history", "a.rewind", "PLACE"],
        ["history", "a.rewind", "PLACE", "..9"],
        ["log", "a.rewind", "PLACE"], ["log", "a.rewind", "PLACE", "--json"],
        ["watch", "a.rewind", "--where", "at('PLACE') > 2"],
        ["watch", "a.rewind", "--where", "at('PLACE') <> was('PLACE')", "--reverse"],
        ["watch", "a.rewind", "--where", "type <> 'x' AND at('PLACE') = 1"],
        ["scrub", "a.rewind", "PLACE"], ["scrub", "a.rewind", "/home/pageNumber", "PLACE"],
        ["export", "test", "a.rewind", "--at", "PLACE"],
        ["export", "test", "a.rewind", "--at", "PLACE", "..5"],
    ]

    @Test(arguments: commands)
    func `A mistyped pointer is reported with the nearest one, and nothing else is printed`(command: [String])
        async throws
    {
        try await DemoSession.copied { folder in
            let before = try folder.files()
            let arguments = command.map { $0.replacing("PLACE", with: "/home/pagNumber") }
            let answer = try await Tool.run(arguments, in: folder)
            #expect(answer.status == .exited(2))
            #expect(answer.output == "")
            #expect(
                answer.errors == """
                    Error: No recorded state has a value at /home/pagNumber.
                    Hint: Did you mean /home/pageNumber?

                    """
            )
            #expect(try folder.files() == before)
        }
    }

    @Test func `A slash too many at the end of a pointer is named`() async throws {
        try await DemoSession.copied { folder in
            let answer = try await Tool.run("show", "a.rewind", "/home/", in: folder)
            #expect(answer.errors.hasSuffix("\nHint: Did you mean /home?\n"))
        }
    }

    @Test func `A query prints its rows before the note about a pointer`() async throws {
        try await DemoSession.copied { folder in
            let query = "SELECT seq, state(seq, '/home/pagNumber') FROM log WHERE seq < 3"
            let answer = try await Tool.run("sql", "a.rewind", query, in: folder)
            #expect(answer.status == .exited(2))
            #expect(answer.output == "1\t\n2\t\n")
            #expect(answer.errors.hasPrefix("Error: No recorded state has a value at /home/pagNumber.\nHint: Did you"))
        }
    }

    /// Pointers that only some states have, or that could exist.
    private static let sound: [(arguments: [String], status: Int32)] = [
        (["log", "a.rewind", "/articleDetail/error/message"], 0),
        (["log", "a.rewind", "/home/articleList/999"], 1),
        (["log", "a.rewind", ""], 0),
        (["watch", "a.rewind", "--where", "at('/articleDetail/error/message') = 'no such message'"], 1),
        (["watch", "a.rewind", "--where", "at('/home/articleList/0/title') = 'no such title'"], 1),
        (["watch", "a.rewind", "--where", "payload('/message') = 'no such message'"], 1),
        (["watch", "a.rewind", "--where", "at('/home' || '/pagNumber') = 1"], 1),
        (["watch", "a.rewind", "--where", "at('/home/pagNumber') IS NULL AND at('/home/pageNumber') = 2"], 0),
        (["show", "a.rewind", "/articleDetail/error/message"], 1), (["blame", "a.rewind", "/navigation/stack/7"], 1),
        (["sql", "a.rewind", "SELECT state(seq, '/articleDetail/error/message') FROM log WHERE seq < 5"], 0),
        (["sql", "a.rewind", "SELECT state(seq, '/' || type) FROM log WHERE seq < 5"], 0),
    ]

    @Test(arguments: sound)
    func `A pointer that exists at another time is not reported as a mistake`(arguments: [String], status: Int32)
        async throws
    {
        try await DemoSession.copied { folder in
            let answer = try await Tool.run(arguments, in: folder)
            #expect(answer.status == .exited(status))
            #expect(!answer.errors.contains("No recorded state"))
        }
    }
}
