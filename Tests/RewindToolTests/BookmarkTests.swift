import Foundation
import RewindSession
import Subprocess
import TestSupport
import Testing

/// The output of `bookmark`.
@Suite(.timeLimit(.minutes(10))) struct BookmarkTests {
    @Test func `A bookmark is set, listed, used as a REF, moved and deleted`() async throws {
        try await Counting.session { folder in
            func run(_ arguments: String...) async throws -> Tool.Answer {
                try await Tool.run(["bookmark", "a.rewind"] + arguments, in: folder)
            }
            #expect(try await run().output == "")
            #expect(try await run("crash", "12", "--note", "here it is").output == ":crash  12  here it is\n")
            #expect(try await run(":é 1").output == ":é 1  40\n")
            #expect(try await run("early", ":crash~2").output == ":early  10\n")
            #expect(try await run().output == ":early  10\n:crash  12  here it is\n:é 1  40\n")
            #expect(try await Tool.run("show", "a.rewind", ":crash", "/n", in: folder).output == "12\n")
            #expect(try await run("crash", "13", "--force").output == ":crash  13  here it is\n")
            #expect(try await run("é 1", "--note", "new").output == ":é 1  40  new\n")
            #expect(try await run("é 1", "--note", "newer").output == ":é 1  40  newer\n")
            #expect(try await Tool.run("show", "a.rewind", ":crash~1", "/n", in: folder).output == "12\n")
            #expect(try await run("early", "--delete").status == .exited(0))
            #expect(try await run().output == ":crash  13  here it is\n:é 1  40  newer\n")
            let lines = try JSON.lines(try await run("--json").output)
            #expect(lines.map { $0["name"] as? String } == ["crash", "é 1"])
            #expect(lines.map { $0["seq"] as? Int } == [13, 40])
            #expect(try await Tool.run("verify", "a.rewind", in: folder).status == .exited(0))
        }
    }

    @Test func `The note of a bookmark is shown with its action, and in its row`() async throws {
        try await Counting.session { folder in
            let long = "The list is empty " + String(repeating: "and stays empty ", count: 5)
            _ = try await Tool.run("bookmark", "a.rewind", "report", "12", "--note", "It froze", in: folder)
            _ = try await Tool.run("bookmark", "a.rewind", "report-2", "13", "--note", long, in: folder)
            let rows = try await Tool.run("log", "a.rewind", "12..13", in: folder).lines
            #expect(rows[0].contains("(:report \"It froze\")"))
            #expect(rows[1].contains("(:report-2 \"The list is empty and stays empty") && rows[1].contains("…\")"))
            let action = try await Tool.run("show", "a.rewind", "12", "--action", in: folder).lines
            #expect(action.contains { $0.contains(#/^  note +It froze$/#) })
            #expect(action[0].hasSuffix("(:report)"))
        }
    }

    @Test func `An existing bookmark is moved only with --force`() async throws {
        try await Counting.session { folder in
            func run(_ arguments: String...) async throws -> Tool.Answer {
                try await Tool.run(["bookmark", "a.rewind"] + arguments, in: folder)
            }
            #expect(try await run("crash", "12").status == .exited(0))
            for arguments in [[":crash"], ["crash", "13"], ["crash", "13", "--note", "x"]] {
                let answer = try await Tool.run(["bookmark", "a.rewind"] + arguments, in: folder)
                #expect(answer.status == .exited(2))
                #expect(answer.errors.hasPrefix("Error: Bookmark :crash already exists, at 12.\nHint: Move it"))
                // The command in the hint sets what was asked for.
                let new = arguments.count > 1 ? "13" : "cursor"
                #expect(answer.errors.hasSuffix("\n  rewind bookmark a.rewind ':crash' \(new) --force\n"))
            }
            #expect(try await run().output == ":crash  12\n")
            #expect(try await run(":crash", "--force").output == ":crash  40\n")
        }
    }

    private static let refusals: [(arguments: [String], status: Int32, error: String)] = [
        (["a~b"], 2, "Error: A bookmark cannot be named \"a~b\"."),
        ([""], 2, "Error: A bookmark cannot be named \"\"."),
        ([":"], 2, "Error: A bookmark cannot be named \"\"."),
        (["end"], 2, "Error: A bookmark cannot be named \"end\"."),
        ([":12"], 2, "Error: A bookmark cannot be named \"12\"."),
        (["11:17"], 2, "Error: A bookmark cannot be named \"11:17\"."),
        (["a..b"], 2, "Error: A bookmark cannot be named \"a..b\"."),
        (["a+1"], 2, "Error: A bookmark cannot be named \"a+1\"."),
        (["a+10s"], 2, "Error: A bookmark cannot be named \"a+10s\"."),
        (["a\tb"], 2, "Error: A bookmark cannot be named \"a\\tb\"."),
        (["a", "41"], 2, "Error: 41 is past the end of the session, 40."),
        (["a", ":b"], 2, "Error: No bookmark named \"b\"."),
        (["a", "--delete"], 2, "Error: No bookmark named \"a\"."),
        (["--delete"], 64, "Error: Name the bookmark to delete."),
        (["a", "3", "--delete"], 64, "Error: --delete takes only a name."),
        (["--note", "a"], 64, "Error: --note needs the name of the bookmark."),
    ]

    @Test(arguments: refusals)
    func `A malformed bookmark is refused`(arguments: [String], status: Int32, error: String) async throws {
        try await Counting.session { folder in
            let before = try folder.files()
            let answer = try await Tool.run(["bookmark", "a.rewind"] + arguments, in: folder)
            #expect(answer.status == .exited(status))
            #expect(answer.output == "")
            #expect(answer.errors.split(separator: "\n").first.map(String.init) == error)
            #expect(try folder.files() == before || arguments.contains("--delete"))
        }
    }
}
