import Foundation
import Subprocess
import TestSupport
import Testing

/// The output of `bisect`.
@Suite(.timeLimit(.minutes(10))) struct BisectTests {
    @Test func `A bisection prints the first bad action and its changes`() async throws {
        try await Counting.session { folder in
            let expected = """
                First bad action: 20 (8 tests).
                    20  2025-10-09T08:53:20.020+00:00  Rename  /half 10, /isOdd false, /n 20, … 1 more
                     (root)  3 changed
                       ~ half  9 → 10
                       ~ isOdd  true → false
                       ~ n  19 → 20
                     + /names/1  "name 1"

                """
            let test = ["--", "sh", "-c", "test $REWIND_SEQ -lt 20"]
            let answer = try await Tool.run(["bisect", "a.rewind"] + test, in: folder)
            #expect(answer.status == .exited(0))
            #expect(answer.errors == "")
            #expect(answer.output == expected)
        }
    }

    @Test func `The command gets the state, seq and type, and its output goes to standard error`() async throws {
        try await Counting.session { folder in
            let script = #"read s; echo "$REWIND_SEQ $REWIND_TYPE ${s%,\"title*}"; test $REWIND_SEQ -lt 2"#
            let options = ["--good", "1", "--bad", "3", "--json"]
            let answer = try await Tool.run(["bisect", "a.rewind"] + options + ["--", "sh", "-c", script], in: folder)
            #expect(answer.status == .exited(0))
            let object = try JSON.object(answer.output)
            #expect(object["seq"] as? Int == 2)
            #expect(object["tests"] as? Int == 3)
            #expect(
                answer.errors == """
                    1 Count {"half":0,"isOdd":true,"n":1,"names":[]
                    3 Count {"half":1,"isOdd":true,"n":3,"names":[]
                    2 Count {"half":1,"isOdd":false,"n":2,"names":[]

                    """
            )
            let start = try await Tool.run(
                ["bisect", "a.rewind", "--", "sh", "-c", #"echo "<$REWIND_TYPE>"; test $REWIND_SEQ = 0"#],
                in: folder
            )
            #expect(start.errors.hasPrefix("<>\n<Rename>\n"))
        }
    }

    @Test func `A command need not read the state, however large it is`() async throws {
        let folder = TemporaryFolder()
        try Counting.write(40, in: folder)
        let answer = try await Tool.run("bisect", "a.rewind", "--", "test", "-z", "x", in: folder)
        #expect(answer.status == .exited(1))
        #expect(answer.errors.hasPrefix("Note: The state at 0 is bad; the search must begin at a good one.\n"))
    }

    private static let statuses: [(script: String, errors: String)] = [
        ("exit 128", "exited with status 128"), ("exit 255", "exited with status 255"),
        ("kill -9 $$", "was ended by signal 9"), ("kill -15 $$", "was ended by signal 15"),
    ]

    @Test(arguments: statuses)
    func `A status above 127 and a signal end the search`(script: String, errors: String) async throws {
        try await Counting.session { folder in
            let answer = try await Tool.run("bisect", "a.rewind", "--", "sh", "-c", script, in: folder)
            #expect(answer.status == .exited(2))
            #expect(answer.output == "")
            #expect(
                answer.errors == """
                    Error: The command \(errors) at state 0.
                    Hint: Exit with 0 for good, 125 to skip, another status up to 127 for bad.

                    """
            )
        }
    }

    @Test(arguments: [("./nowhere", "No such file or directory"), ("./a.rewind", "Permission denied")])
    func `A command that cannot be started ends the search`(command: String, reason: String) async throws {
        try await Counting.session { folder in
            let answer = try await Tool.run("bisect", "a.rewind", "--", command, in: folder)
            #expect(answer.status == .exited(2))
            #expect(answer.errors.hasPrefix("Error: Cannot run \(command): \(reason).\n"))
        }
    }

    private static let ends: [(arguments: [String], status: Int32, error: String)] = [
        (["--", "false"], 1, "Note: The state at 0 is bad; the search must begin at a good one."),
        (["--", "true"], 1, "Note: The state at 40 is good; the search must end at a bad one."),
        (
            ["--bad", "12", "--", "sh", "-c", "test $REWIND_SEQ -le 12"], 1,
            "Note: The state at 12 is good; the search must end at a bad one."
        ),
        (["--good", "12", "--bad", "3", "--", "true"], 2, "Error: State 12 does not lead to state 3."),
        (["--good", "99", "--", "true"], 2, "Error: 99 is past the end of the session, 40."),
        (
            ["--", "sh", "-c", "exit 125"], 2,
            "Error: The state at 0, an end of the search, cannot be tested."
        ),
    ]

    @Test(arguments: ends)
    func `The ends are tested first`(arguments: [String], status: Int32, error: String) async throws {
        try await Counting.session { folder in
            let answer = try await Tool.run(["bisect", "a.rewind"] + arguments, in: folder)
            #expect(answer.status == .exited(status))
            #expect(answer.output == "")
            #expect(answer.errors.split(separator: "\n").first.map(String.init) == error)
        }
    }

    @Test func `If many actions are skipped, the remaining range is printed`() async throws {
        try await Counting.session { folder in
            let script = "test $REWIND_SEQ -gt 10 -a $REWIND_SEQ -lt 33 && exit 125; test $REWIND_SEQ -lt 20"
            let answer = try await Tool.run("bisect", "a.rewind", "--", "sh", "-c", script, in: folder)
            #expect(answer.status == .exited(1))
            #expect(
                answer.output == "First bad action: one of 11…33 (the states between were skipped).\n"
            )
            let json = try await Tool.run("bisect", "a.rewind", "--json", "--", "sh", "-c", script, in: folder)
            #expect(json.status == .exited(1))
            #expect(try JSON.object(json.output)["first"] as? Int == 11)
            #expect(try JSON.object(json.output)["last"] as? Int == 33)
        }
    }

    @Test(arguments: [[], ["--"], ["true"], ["--where", "1", "--", "true"]])
    func `A bisection needs a command, and has no condition`(arguments: [String]) async throws {
        try await Counting.session { folder in
            let answer = try await Tool.run(["bisect", "a.rewind"] + arguments, in: folder)
            #expect(answer.status == .exited(64))
            #expect(answer.output == "" && answer.errors.hasPrefix("Error: "))
            if arguments.count < 2, arguments != ["true"] { #expect(answer.errors.contains("rewind watch")) }
        }
    }
}
