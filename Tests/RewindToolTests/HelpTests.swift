import ArgumentParser
import Foundation
import RewindCommands
import Subprocess
import Testing

/// The help that the executable has besides that of the common commands.
@Suite(.timeLimit(.minutes(10))) struct HelpTests {
    @Test(arguments: [["help", "demo"], ["demo", "--help"], ["demo", "-h"]])
    func `demo`(arguments: [String]) async throws {
        let expected = """
            OVERVIEW: Record a session of the article client, to try the other commands on.

            Without --actions it is a visit over real HTTP to a local server in the shape
            of Qiita's API: recorded in a moment, as the minute that its reader would take.
            With --crash it ends by a bug in a reducer. With --actions it is a random walk
            through the same client with about 100 articles and no server; the same seed
            walks the same way. With --live it is you who uses the client.

            USAGE: rewind demo <options>

            OPTIONS:
              -o, --output <file>     Where to record. (default: demo.rewind)
              --force                 Overwrite the file.
              --crash                 End the visit by a crash of the client.
              --starting <time>       When the visit is to have begun, as in
                                      2026-11-20T08:15:00Z. With it, each recording is the
                                      same.
              --actions <count>       Walk at random for so many actions.
              --seed <seed>           What the random walk starts from, with --actions; or
                                      the failures, with --live. 1 by default.
              --durability <crashSafe|buffered|powerSafe>
                                      What survives a crash of the recording. (values:
                                      buffered, crashSafe, powerSafe; default: crashSafe)
              --live                  Use the client yourself, in a page of the browser
                                      with the inspector beside it; until Ctrl-C.
              --fail <rate>           How many of the server's answers fail, with --live:
                                      from 0 to 1. (default: 0.0)
              --port <port>           The port of the page, with --live; a free one by
                                      default. (default: 0)
              --open                  Open the page in the browser, with --live.
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --no-pager              Write straight to the terminal, also what is long.
              --version               Show the version.
              -h, --help              Show help information.

            """
        try await expectHelp(expected, arguments)
    }

    @Test(arguments: [["--help"], ["-h"], ["help"], []])
    func `The root, which lists demo first`(arguments: [String]) async throws {
        let demo = """
            SUBCOMMANDS:
              demo                    Record a session of the article client, to try the
                                      other commands on.


            """
        let common = RewindCommand.helpMessage(columns: 80).trimmingCharacters(in: .newlines)
        let first = "SEEING SUBCOMMANDS:\n"
        let expected = common.replacing(first, with: demo + first) + "\n"
        #expect(expected.contains(demo))
        try await expectHelp(expected, arguments)
    }

    @Test func `The version`() async throws {
        try await expectHelp("0.1.0\n", ["--version"])
    }

    private func expectHelp(_ expected: String, _ arguments: [String]) async throws {
        try await Folder.temporary { folder in
            let answer = try await Tool.run(arguments, in: folder)
            #expect(answer.status == .exited(0))
            #expect(answer.output.replacing(/\n+$/, with: "\n") == expected)
            #expect(answer.errors == "")
        }
    }
}
