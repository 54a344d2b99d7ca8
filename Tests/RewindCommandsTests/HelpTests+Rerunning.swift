import Testing

@testable import RewindCommands

/// The help of the commands that run a session again.
extension HelpTests {
    @Test func `replay`() {
        let expected = """
            OVERVIEW: Run the recorded actions through the app's reducers again.

            It tells whether the states agree with the recording, or, with other actions,
            how the end of the branch that the cursor is on would differ. REFs always are
            those of the recording. What cannot be run again is taken from the recording.

            Exit status 1 when --verify finds a difference, when a reducer traps, and when
            the recording is none that this version of the app can read.

              rewind replay demo.rewind --verify
              rewind replay demo.rewind --skip 12 --output without.rewind

            USAGE: rewind replay <file> [--verify | --check] [--json]
                   rewind replay <file> [--skip <ref>] ... [--insert <ref:json>] ... [--edit <ref:json>] ...
                                        [--reorder <ref:ref>] ... [--to <ref>] [--each]
                                        [--output <file> [--force]] [--json]

            ARGUMENTS:
              <file>                  The session file; $REWIND_SESSION, or the only
                                      *.rewind here, if left out.

            OPTIONS:
              --verify                Reduce every action twice to find impure reducers,
                                      too; exit with status 1 at the first difference.
              --check                 Only tell whether the session fits this version of
                                      the app.
              --skip <ref>            Leave an action out.
              --insert <ref:json>     Add an action after REF:
                                      12:{"type":"LoadingAction","payload":{"isLoading":true}}
              --edit <ref:json>       Give an action another payload:
                                      12:{"isLoading":true}, or another type and payload,
                                      as for --insert.
              --reorder <ref:ref>     Move the first action to right after the second.
              --to <ref>              REF: with other actions, the end of the branch to
                                      run. That of the cursor's by default.
              --each                  Tell of each action how it comes out without those
                                      that --skip names, and where the states part and meet.
              -o, --output <file>     Record the re-run in a new session.
              --force                 Overwrite the file.
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --no-pager              Write straight to the terminal, also what is long.
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: ReplayCommand.self)
    }

    @Test func `export`() {
        let expected = """
            OVERVIEW: Write a part of a session as a test, as a web page, or as JSON.

            html makes one file that shows the actions after FROM, up to TO, as the
            inspector does, screens included: it opens from disk, needs no server, and
            fetches nothing. What is masked in the session is masked in it. A part that
            needs more than --bytes is refused.

            test makes one for Swift Testing: it runs these actions through the app's
            reducer again, and compares the state after each with the recording, as far as
            that has it; with --at, only the values there. It needs the library
            RewindReplay of the package rewind, and the app's module. With --output, what
            is long, more than 8192 bytes, goes to a JSON file beside it, from which the
            test reads it.

            state makes JSON of the state at REF, the cursor's by default, or of the value
            at POINTER in it. json makes one document of the state at FROM and of the
            actions after it, up to TO, with seq, parent, type, payload and time, which is
            also there as at, in microseconds since 1970.

              rewind export demo.rewind 18..20 --format test -o DemoTests.swift
              rewind export demo.rewind --format state 12 /home

            USAGE: rewind export [<options>] [<file>] [<points> ...] --format <format>

            ARGUMENTS:
              <file>                  The session file; $REWIND_SESSION, or the only
                                      *.rewind here, if left out.
              <points>                FROM..TO, in place of --from and --to; of a state:
                                      REF and POINTER.

            OPTIONS:
              --format <format>       What to write. (values: test, html, state, json)
              --from <ref>            REF: the state to begin with. The start by default.
              --to <ref>              REF: the last action. The end by default.
              --at <pointer>          Compare only the value here; may be repeated.
              --reducer <name>        What the source calls the app's reducer, if the tool
                                      was not told.
              --module <name>         The app's module. That of its state by default.
              -o, --output <file>     The file to make.
              --bytes <count>         The most bytes that a page may have; 20000000 by
                                      default.
              --force                 Overwrite the file.
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --no-pager              Write straight to the terminal, also what is long.
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: ExportCommand.self)
    }
}
