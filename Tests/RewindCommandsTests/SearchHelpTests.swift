import ArgumentParser
import Foundation
import Testing

@testable import RewindCommands

/// The help of the commands that search and query, word for word.
@Suite struct SearchHelpTests {
    @Test func `watch`() {
        let expected = """
            OVERVIEW: Find the first action that makes a condition hold.

            The condition holds after the action, and did not before it: in the state that
            the action was applied to. EXPR is a condition of SQLite's in which
            at('/pointer') is a value after the action, was('/pointer') one before it,
            payload('/pointer') one of the action's own, and seq and type are its number
            and type. Arrays and objects are JSON text:
            json_array_length(at('/home/articleList')) > 20.

            Exit status 1 when no action does.

            USAGE: rewind watch <file> --where <expr> [--from <ref>] [--reverse] [--json] [--color \
            <auto|always|never>]

            ARGUMENTS:
              <file>                  The session file.

            OPTIONS:
              --where <expr>          EXPR: what is to hold.
              --from <ref>            REF: look at what comes after. The start by default.
              --reverse               Look back, from the action of REF on. REF is the end
                                      by default.
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: WatchCommand.self)
    }

    @Test func `bisect`() {
        let expected = """
            OVERVIEW: Find the first bad action between a good state and a bad one.

            It tests the state half way, and again half way in the half that is left. A
            state is bad where EXPR holds, or where the command says so: it gets the state
            as JSON on its standard input, and REWIND_SEQ and REWIND_TYPE in its
            environment, and exits with 0 for good, 125 for one that it cannot tell, any
            other status up to 127 for bad. More, or a signal, ends the search. What it
            prints goes to standard error.

            USAGE: rewind bisect <file> [--good <ref>] [--bad <ref>] (--where <expr> | -- <command>...)

            ARGUMENTS:
              <file>                  The session file.
              <command>               The command that tests a state, and its arguments.

            OPTIONS:
              --good <ref>            REF: a good state. The start by default.
              --bad <ref>             REF: a bad state that came of it. The end by default.
              --where <expr>          EXPR: what holds in a bad state.
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: BisectCommand.self)
    }

    @Test func `bookmark`() {
        let expected = """
            OVERVIEW: List the bookmarks, or set or delete one.

            A bookmark NAME is a REF, :NAME, for all commands.

            USAGE: rewind bookmark <file> [<name>] [<reference>] [--note <note>] [--delete] [--json] \
            [--color <auto|always|never>]

            ARGUMENTS:
              <file>                  The session file.
              <name>                  The name of the bookmark. Without one, all are listed.
              <reference>             REF: what it stands for. The cursor by default.

            OPTIONS:
              --note <note>           What to remember with it. It stays when the bookmark
                                      moves.
              --delete                Delete it.
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: BookmarkCommand.self)
    }

    @Test func `tail`() {
        let expected = """
            OVERVIEW: Follow a session that another process is recording.

            It prints the lines of log as they come, and ends with the recording, or at
            Ctrl-C.

            USAGE: rewind tail <file> [-n <count>] [--json] [--color <auto|always|never>]

            ARGUMENTS:
              <file>                  The session file.

            OPTIONS:
              -n <count>              How many actions to begin with. (default: 10)
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: TailCommand.self)
    }

    @Test func `sql`() {
        let expected = """
            OVERVIEW: Query the session's tables, and the states with state(seq,
            '/pointer').

            The query is SQLite's and can do nothing but read. On a terminal the rows are a
            table, elsewhere they are tab-separated, with \\t, \\n and the like for what is
            not to be seen.

            The view log has a row for each action, and whole what the tables keep in
            chunks. Its columns: seq, parent, time (UTC, as text), at (seconds since 1970),
            type, coder, status, duration (milliseconds), payload, patch (JSON texts),
            origin, error. state(seq, '/pointer') is a value in the state after an action.

              rewind sql demo.rewind "SELECT seq, time FROM log WHERE payload LIKE '%id%'"
              rewind sql demo.rewind "SELECT type, max(duration) FROM log GROUP BY type"
              rewind sql demo.rewind "SELECT seq, state(seq, '/home/pageNumber') FROM log"

            USAGE: rewind sql <file> <query> [--limit <limit>] [--timeout <seconds>] [--json] [--color \
            <auto|always|never>]

            ARGUMENTS:
              <file>                  The session file.
              <query>                 One SELECT.

            OPTIONS:
              --limit <limit>         At most so many rows. (default: 1000)
              --timeout <seconds>     At most so many seconds. (default: 30.0)
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: SQLCommand.self)
    }

    private func expectHelp(_ expected: String, of command: any ParsableCommand.Type) {
        let help = RewindCommand.helpMessage(for: command, columns: 80)
        #expect(help.trimmingCharacters(in: .newlines) == expected)
    }
}
