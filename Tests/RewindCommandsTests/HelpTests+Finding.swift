import Testing

@testable import RewindCommands

/// The help of the commands that find a value, an action or a text.
extension HelpTests {
    @Test func `blame`() {
        let expected = """
            OVERVIEW: Tell which action wrote a value last, with the old and the new value.

            Of an object or an array there is a line for each child too. An element is
            followed when others come, go or move in its array; an action that wrote an
            equal value did not write it.

              rewind blame demo.rewind /articleDetail/articleId
              rewind blame demo.rewind /loading 60

            USAGE: rewind blame [<file>] <pointer|ref> ... [--json] [--color <auto|always|never>] [--no-pager]

            ARGUMENTS:
              <file>                  The session file; $REWIND_SESSION, or the only
                                      *.rewind here, if left out.
              <pointer|ref>           POINTER: where in the state. REF: when, the end of
                                      the cursor's branch by default.

            OPTIONS:
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --no-pager              Write straight to the terminal, also what is long.
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: BlameCommand.self)
    }

    @Test func `history`() {
        let expected = """
            OVERVIEW: List every value that there was, and which action wrote it.

            The value is followed back from the end of the range, by default that of the
            cursor's branch: an element is the same wherever it was in its array. ? marks
            an action that may have done it together with others before it, whose effects
            are not known.

            EXPR is a condition as that of watch. It is to hold right after the action,
            whether it did before or not. Exit status 1 when it holds for none.

              rewind history demo.rewind /home/pageNumber
              rewind history demo.rewind /loading 60..77
              rewind history demo.rewind /home/pageNumber --where "type LIKE 'HomeMore%'"

            USAGE: rewind history [<file>] <pointer> [<from>..<to>] [--where <expr>] [--reverse] [-n <count>]
                                  [--json]

            ARGUMENTS:
              <file>                  The session file; $REWIND_SESSION, or the only
                                      *.rewind here, if left out.
              <pointer|range>         POINTER: where in the state at the end of the range.
                                      FROM..TO: only these actions.

            OPTIONS:
              --where <expr>          EXPR: only values that were written when this held.
              --from <ref>            REF: only actions from this one on.
              --to <ref>              REF: only actions up to this one.
              --reverse               The latest first.
              -n, --limit <limit>     At most so many.
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --no-pager              Write straight to the terminal, also what is long.
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: HistoryCommand.self)
    }

    @Test func `search`() {
        let expected = """
            OVERVIEW: Find a text in the types, payloads, errors and values of the whole
            session.

            In any case, unless TEXT has a capital letter. There is a line for each action
            in which it occurs, with the place that tells most and how many others there
            are; --places and --json tell each. A place is told where it comes into the
            session: in the first state, in an action's payload, in what an action wrote,
            in what its reducer reported, or in the place where it was dispatched.

              rewind search demo.rewind http_500
              rewind search demo.rewind stock 60..77 --places
              rewind search demo.rewind --regex 'http_[45]\\d\\d'

            USAGE: rewind search [<file>] <text> [<from>..<to>] [--regex] [--places] [--key] [--value]
                                 [--type] [-n <count>] [--json]

            ARGUMENTS:
              <file>                  The session file; $REWIND_SESSION, or the only
                                      *.rewind here, if left out.
              <text>                  TEXT: what to look for.
              <range>                 FROM..TO: only these actions.

            OPTIONS:
              --from <ref>            REF: only actions from this one on.
              --to <ref>              REF: only actions up to this one.
              --regex                 TEXT is a regular expression.
              --places                A line for each place.
              --key                   Only in the names of members.
              --value                 Only in values, errors and origins.
              --type                  Only in the types of actions.
              -n, --limit <limit>     At most so many.
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --no-pager              Write straight to the terminal, also what is long.
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: SearchCommand.self)
    }

    @Test func `watch`() {
        let expected = """
            OVERVIEW: Find the first action that makes a condition hold, or each of them.

            The condition holds after the action, and did not before it: in the state that
            the action was applied to. EXPR is a condition of SQLite's in which
            at('/pointer') is a value after the action, was('/pointer') one before it,
            payload('/pointer') one of the action's own, and seq and type are its number
            and type. Arrays and objects are JSON text:
            json_array_length(at('/home/articleList')) > 20.

            Exit status 1 when no action does.

              rewind watch demo.rewind --where "at('/home/pageNumber') >
            was('/home/pageNumber')" --all
              rewind watch demo.rewind --where "at('/articleDetail/error') IS NOT NULL"
            --reverse

            USAGE: rewind watch [<file>] --where <expr> [<from>..<to>] [--reverse] [--all | --count] [-n <count>]
                                [--json]

            ARGUMENTS:
              <file>                  The session file; $REWIND_SESSION, or the only
                                      *.rewind here, if left out.
              <range>                 FROM..TO: only what comes after FROM, up to TO.

            OPTIONS:
              --where <expr>          EXPR: what is to hold.
              --from <ref>            REF: look at what comes after, the start by default;
                                      with --reverse, back from there, the end by default.
              --to <ref>              REF: look no farther than this action.
              --reverse               Look back.
              --all                   Each action that makes it hold, a line for each.
              --count                 Only how many there are.
              -n, --limit <limit>     At most so many.
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --no-pager              Write straight to the terminal, also what is long.
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

              rewind bisect demo.rewind --good 1 --bad end --where
            "at('/articleDetail/error') NOT NULL"
              rewind bisect demo.rewind --good 1 --bad end -- grep -q http_500

            USAGE: rewind bisect <file> [--good <ref>] [--bad <ref>] (--where <expr> | -- <command>...)

            ARGUMENTS:
              <file>                  The session file; $REWIND_SESSION, or the only
                                      *.rewind here, if left out.
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
              --no-pager              Write straight to the terminal, also what is long.
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: BisectCommand.self)
    }

    @Test func `compare`() {
        let expected = """
            OVERVIEW: Find the first place where two sessions part, and print the
            difference there.

            Sessions part where a type, a payload or a state differs; times do not count.
            Behind that, actions are the same where type and payload are: it is told which
            only one of the sessions has, from where on they are the same again, and
            whether the end states are equal. Exit status 1 when they differ.

              rewind compare before.rewind after.rewind
              rewind compare before.rewind after.rewind --all --end

            USAGE: rewind compare [<file>] <other> [--all] [--end] [--json] [--color <auto|always|never>] [--no-pager]

            ARGUMENTS:
              <file>                  The session file; $REWIND_SESSION, or the only
                                      *.rewind here, if left out.
              <other>                 The session file to compare it with.

            OPTIONS:
              --all                   All actions from there on: - only in the first
                                      session, + only in the other.
              --end                   How the end states differ.
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --no-pager              Write straight to the terminal, also what is long.
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: CompareCommand.self)
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

            USAGE: rewind sql [<file>] <query> [--limit <limit>] [--timeout <seconds>] [--json] [--color <auto|always|never>] [--no-pager]

            ARGUMENTS:
              <file>                  The session file; $REWIND_SESSION, or the only
                                      *.rewind here, if left out.
              <query>                 One SELECT.

            OPTIONS:
              -n, --limit <limit>     At most so many rows. (default: 1000)
              --timeout <seconds>     At most so many seconds. (default: 30.0)
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --no-pager              Write straight to the terminal, also what is long.
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: SQLCommand.self)
    }
}
