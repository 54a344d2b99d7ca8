import Testing

@testable import RewindCommands

/// The help of the commands that show what happened.
extension HelpTests {
    @Test func `log`() {
        let expected = """
            OVERVIEW: List the actions: seq, time, type and what each changed.

            > marks the cursor; behind it, ! marks an action that failed or never came
            back, ? one that was not recorded. Below the last action stands how the
            recording ended, where it was not closed.

            With --graph, each branch has a column of its own, * marks the actions where
            the cursor is not, and : stands for columns for which there is no room.

            USAGE: rewind log <file> [--type <glob>] [--touching <pointer>] [--reverse] [--limit <limit>] [--graph] \
            [--json] [--color <auto|always|never>]

            ARGUMENTS:
              <file>                  The session file.

            OPTIONS:
              --type <glob>           Only types that match, with * and ?, in the same case.
              --touching <pointer>    Only actions that changed the value here, or in it,
                                      or around it.
              --reverse               The latest first.
              --limit <limit>         At most so many.
              --graph                 Draw the branches, in a session where actions came
                                      after an undo. For all actions.
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: LogCommand.self)
    }

    @Test func `show`() {
        let expected = """
            OVERVIEW: Print the state at a point in time, or one value in it.

            USAGE: rewind show <file> [<reference>] [<pointer>] [--json] [--color <auto|always|never>]

            ARGUMENTS:
              <file>                  The session file.
              <reference>             REF: when. The cursor by default.
              <pointer>               POINTER: where in the state.

            OPTIONS:
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: ShowCommand.self)
    }

    @Test func `diff`() {
        let expected = """
            OVERVIEW: Print what changed between two points in time.

            TO is the cursor by default, and FROM the parent of TO: "diff FILE 12" prints
            what action 12 did.

            USAGE: rewind diff <file> [[<from>] <to>] [<pointer>] [--format <format>] [--exit-code] [--json]

            ARGUMENTS:
              <file>                  The session file.
              <points>                FROM and TO are REFs; a POINTER narrows the diff to
                                      one value.

            OPTIONS:
              --format <text|patch|merge|stat>
                                      text; a JSON Patch (RFC 6902); a JSON Merge Patch
                                      (RFC 7396); or the number of changes in each slice.
                                      (values: text, patch, merge, stat; default: text)
              --exit-code             Exit with status 1 when there are differences.
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: DiffCommand.self)
    }

    @Test func `stats`() {
        let expected = """
            OVERVIEW: Count what the session holds, by type of action and by table.

            USAGE: rewind stats <file> [--json] [--color <auto|always|never>]

            ARGUMENTS:
              <file>                  The session file.

            OPTIONS:
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: StatsCommand.self)
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

    @Test func inspect() {
        let expected = """
            OVERVIEW: Show sessions in a page of the browser.

            The page is served on this machine alone, and only to who has the address that
            is printed: in it is a token that is a new one each time. It only shows, unless
            --write is given, and follows sessions that are being recorded. Ctrl-C ends it.

            USAGE: rewind inspect <files> ... [--port <port>] [--open] [--write]

            ARGUMENTS:
              <files>                 The session files.

            OPTIONS:
              --port <port>           The port to serve on; a free one by default.
                                      (default: 0)
              --open                  Open the page in the browser.
              --write                 Let the page set bookmarks, move the cursor, and tell
                                      the app that records a session to travel, if that
                                      allows it.
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: InspectCommand.self)
    }
}
