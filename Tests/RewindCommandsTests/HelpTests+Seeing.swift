import Testing

@testable import RewindCommands

/// The help of the commands that show what happened.
extension HelpTests {
    @Test func `log`() {
        let expected = """
            OVERVIEW: List the actions: seq, time, type and what each changed.

            > marks the cursor; behind it, ! marks an action that failed or never came
            back, ? one that was not recorded. Names in parentheses are bookmarks. Below
            the last action stands how the recording ended, where it was not closed. On a
            terminal there is also how long after the one before an action came, and, where
            it has room, how long its reducer took; what comes after the cursor is faint.

            With --graph, each branch has a column of its own, * marks the actions where
            the cursor is not, and : stands for columns for which there is no room.

              rewind log demo.rewind 60..70
              rewind log demo.rewind --type '*Error*' --type '!*Reset*'

            USAGE: rewind log [<file>] [<from>..<to>] [<pointer>] [--type <glob>] ... [--touching <pointer>] ...
                              [--containing <text>] [--status <status>] [--slowest <count>] [--around <ref>]
                              [--fold] [--graph] [--reverse] [-n <count>] [--json]

            ARGUMENTS:
              <file>                  The session file; $REWIND_SESSION, or the only
                                      *.rewind here, if left out.
              <range|pointer>         FROM..TO: only these actions. POINTER: the same as
                                      --touching.

            OPTIONS:
              --type <glob>           Only types that match, with * and ?, in the same
                                      case; with ! in front, only others. May be repeated.
              --touching <pointer>    Only actions that changed the value here, or in it,
                                      or around it. May be repeated.
              --containing <text>     Only actions in which rewind search finds TEXT.
              --status <done|failed|began|dropped|unknown|trouble>
                                      Only actions that went so. trouble: any but done.
                                      (values: done, failed, began, dropped, unknown,
                                      trouble)
              --slowest <count>       The actions whose reducers took longest, so many, the
                                      slowest first.
              --around <ref>          The actions around REF: 21, or -n of them.
              --from <ref>            REF: only actions from this one on.
              --to <ref>              REF: only actions up to this one.
              --reverse               The latest first.
              -n, --limit <limit>     At most so many.
              --fold                  Fold repeats, and actions that say little, such as
                                      those of loading, into one line.
              --graph                 Draw the branches, in a session where actions came
                                      after an undo. For all actions of a range.
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --no-pager              Write straight to the terminal, also what is long.
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: LogCommand.self)
    }

    @Test func `show`() {
        let expected = """
            OVERVIEW: Print the state at a point in time, one value in it, or an action.

              rewind show demo.rewind 12 /home/pageNumber
              rewind show demo.rewind @ArticleDetailErrorAction --action

            USAGE: rewind show [<file>] [<ref>] [<pointer>] [--depth <levels>] [--raw] [--json]
                   rewind show [<file>] [<ref>] --action [--json]

            ARGUMENTS:
              <file>                  The session file; $REWIND_SESSION, or the only
                                      *.rewind here, if left out.
              <ref|pointer>           REF: when, the cursor by default. POINTER: where in
                                      the state.

            OPTIONS:
              --depth <levels>        Tell so many levels, and count what is deeper.
              --raw                   A text as it is, without quotes and escapes.
              --action                The action whole, and what it changed, in place of
                                      the state after it.
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --no-pager              Write straight to the terminal, also what is long.
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: ShowCommand.self)
    }

    @Test func `diff`() {
        let expected = """
            OVERVIEW: Print what changed between two points in time.

            TO is the cursor by default, and FROM the parent of TO: "diff FILE 12" prints
            what action 12 did. Changes in one object or array stand together; elements of
            an array are the same where they have the same id. Of changed texts the words
            that went and came are marked: [-went-]{+came+}.

              rewind diff demo.rewind 59 63
              rewind diff demo.rewind start..end /home

            USAGE: rewind diff [<file>] [[<from>] <to> | <from>..<to>] [<pointer>] [--full] [--stat]
                               [--format text|patch|merge] [--exit-code] [--json]

            ARGUMENTS:
              <file>                  The session file; $REWIND_SESSION, or the only
                                      *.rewind here, if left out.
              <points>                FROM and TO are REFs; a POINTER narrows the diff to
                                      one value.

            OPTIONS:
              --format <text|patch|merge|stat>
                                      text; a JSON Patch (RFC 6902); a JSON Merge Patch
                                      (RFC 7396); stat is --stat. (values: text, patch,
                                      merge, stat; default: text)
              --stat                  Only how many changes there are in each slice.
              --full                  All that came and went, with all it holds.
              --exit-code             Exit with status 1 when there are differences.
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --no-pager              Write straight to the terminal, also what is long.
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: DiffCommand.self)
    }

    @Test func `debug`() {
        let expected = """
            OVERVIEW: Walk through a session in a full screen, or at a prompt with gdb's
            verbs.

            On a terminal, a full screen: the actions on the left; the difference, the
            state, the screen, the action or a value's history on the right; ? lists the
            keys, and : takes a verb. With --prompt, in a pipe, or on a dumb terminal, a
            prompt with the verbs of gdb and rr; help lists them. In a script each line is
            told before what comes of it, and the status is 2 when one went wrong.

            Both begin at the cursor and only read; bookmark, dispatch and export write
            what they are asked to.

              rewind debug demo.rewind
              printf 'break *Error*\\ncontinue\\n' | rewind debug demo.rewind

            USAGE: rewind debug [<file>] [--prompt] [--color <auto|always|never>]

            ARGUMENTS:
              <file>                  The session file; $REWIND_SESSION, or the only
                                      *.rewind here, if left out.

            OPTIONS:
              --prompt                The prompt, also on a terminal that can do more.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: DebugCommand.self)
    }

    @Test func `stats`() {
        let expected = """
            OVERVIEW: Count what the session holds, by type of action and by table.

              rewind stats demo.rewind
              rewind stats demo.rewind --json

            USAGE: rewind stats [<file>] [--json] [--color <auto|always|never>] [--no-pager]

            ARGUMENTS:
              <file>                  The session file; $REWIND_SESSION, or the only
                                      *.rewind here, if left out.

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
        expectHelp(expected, of: StatsCommand.self)
    }

    @Test func `tail`() {
        let expected = """
            OVERVIEW: Follow a session that another process is recording.

            It prints the lines of log as they come, and ends with the recording, or at
            Ctrl-C.

              rewind tail live.rewind
              rewind tail live.rewind --json

            USAGE: rewind tail [<file>] [-n <count>] [--json] [--color <auto|always|never>] [--no-pager]

            ARGUMENTS:
              <file>                  The session file; $REWIND_SESSION, or the only
                                      *.rewind here, if left out.

            OPTIONS:
              -n <count>              How many actions to begin with. (default: 10)
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --no-pager              Write straight to the terminal, also what is long.
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

              rewind inspect demo.rewind --open
              rewind inspect before.rewind after.rewind

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

    @Test func `ls`() {
        let expected = """
            OVERVIEW: List the sessions of a folder, the newest first.

            A line for each *.rewind: when it was recorded, for how long, how many actions
            it has, its app, and whether it is being recorded (live) or its app did not
            close it (crashed, unfinished). No file is changed: that of a crash which
            nobody has opened yet has "?" actions. A file that cannot be read says so in
            its line, behind all others; the exit status is 0 then, too.

            In JSON, started_at and ended_at are microseconds since 1970.

              rewind ls
              rewind ls ~/Downloads -n 10

            USAGE: rewind ls [<dir>] [--limit <limit>] [--json] [--color <auto|always|never>] [--no-pager]

            ARGUMENTS:
              <dir>                   The folder, or one session. (default: .)

            OPTIONS:
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
        expectHelp(expected, of: LsCommand.self)
    }
}
