import Testing

@testable import RewindCommands

/// The help of the commands that keep sessions.
extension HelpTests {
    @Test func `verify`() {
        let expected = """
            OVERVIEW: Check the file, the hashes, that every patch leads to the next state,
            and the index.

            It also tells how the recording ended, and what that could not keep: that is
            nothing wrong with the file.

            Exit status 2 when something is wrong, or nothing could be saved. --repair
            writes all that can be proven to a new file, also what comes after the damage;
            of what cannot be read, the numbers are left. The session itself stays as it
            is.

              rewind verify demo.rewind
              rewind verify damaged.rewind --repair --output saved.rewind

            USAGE: rewind verify [<file>] [--json]
                   rewind verify [<file>] --repair --output <file> [--force] [--json]

            ARGUMENTS:
              <file>                  The session file; $REWIND_SESSION, or the only
                                      *.rewind here, if left out.

            OPTIONS:
              --repair                Save all that can be proven, before the damage and
                                      after it.
              -o, --output <file>     The file to save it in.
              --force                 Overwrite that file.
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --no-pager              Write straight to the terminal, also what is long.
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: VerifyCommand.self)
    }

    @Test func `rebuild`() {
        let expected = """
            OVERVIEW: Make the index again from the recording.

            The index says which actions touched a pointer. Nothing else is changed.

              rewind rebuild demo.rewind
              rewind rebuild demo.rewind --json

            USAGE: rewind rebuild [<file>] [--json] [--color <auto|always|never>] [--no-pager]

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
        expectHelp(expected, of: RebuildCommand.self)
    }

    @Test func `prune`() {
        let expected = """
            OVERVIEW: Delete the oldest actions.

            A session begins with a state that is stored whole, so --actions and --age keep
            up to 256 actions more than asked for.

              rewind prune demo.rewind --actions 1000
              rewind prune demo.rewind --bytes 1000000 --dry-run

            USAGE: rewind prune [<file>] [--actions <count>] [--bytes <count>] [--age <duration>] [--dry-run] [--json] [--color <auto|always|never>] [--no-pager]

            ARGUMENTS:
              <file>                  The session file; $REWIND_SESSION, or the only
                                      *.rewind here, if left out.

            OPTIONS:
              --actions <count>       Keep the latest so many.
              --bytes <count>         Keep as many as fit into so many bytes.
              --age <duration>        Keep those that are no older, such as 90s, 30m, 12h
                                      or 7d.
              --dry-run               Only tell what would go.
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --no-pager              Write straight to the terminal, also what is long.
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: PruneCommand.self)
    }

    @Test func `scrub`() {
        let expected = """
            OVERVIEW: Take values out of a session for good, and prove that nothing of them
            is left in the file.

            The values at a POINTER are masked in every state, and the texts in them
            wherever else they are: in payloads, errors, notes. Shorter texts than 4 bytes,
            and numbers of less than 8 digits, go at the POINTER only: exit status 1 when
            such a value is left in other places, or a text in names. Equal values get
            equal masks, so that changes still show.
            --matching masks whatever a regular expression matches. The file is written
            anew; copies of it elsewhere are not touched.

              rewind scrub demo.rewind /user/email
              rewind scrub demo.rewind --matching "[a-z]+@example.com"

            USAGE: rewind scrub <file> (<pointer> ... | --matching <pattern>) [--dry-run] [--json]

            ARGUMENTS:
              <file>                  The session file; $REWIND_SESSION, or the only
                                      *.rewind here, if left out.
              <pointers>              POINTER: what to take out.

            OPTIONS:
              --matching <pattern>    A regular expression for what to take out.
              --dry-run               Only tell what would be taken out.
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --no-pager              Write straight to the terminal, also what is long.
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: ScrubCommand.self)
    }

    @Test func `cut`() {
        let expected = """
            OVERVIEW: Write a part of a session as a session.

            Actions keep their numbers, and the bookmarks on them come along. The part
            begins with the state before its first action; the session itself stays as it
            is.

              rewind cut demo.rewind 60..70 --output part.rewind
              rewind cut demo.rewind :error~10s.. -o end.rewind

            USAGE: rewind cut [<file>] [<from>..<to>] --output <file> [--force] [--json]

            ARGUMENTS:
              <file>                  The session file; $REWIND_SESSION, or the only
                                      *.rewind here, if left out.
              <range>                 FROM..TO, in place of --from and --to.

            OPTIONS:
              --from <ref>            REF: the first action. That after the start by
                                      default.
              --to <ref>              REF: the last action. The end by default.
              -o, --output <file>     The file to make.
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
        expectHelp(expected, of: CutCommand.self)
    }
}
