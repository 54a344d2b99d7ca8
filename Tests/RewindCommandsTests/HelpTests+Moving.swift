import Testing

@testable import RewindCommands

/// The help of the commands that go back and forth.
extension HelpTests {
    @Test func `undo`() {
        let expected = """
            OVERVIEW: Move the cursor back, and print what changed and the screen.

            Nothing is deleted: redo goes forward again.

            USAGE: rewind undo <file> [-n <count>] [--json] [--color <auto|always|never>]

            ARGUMENTS:
              <file>                  The session file.

            OPTIONS:
              -n <count>              How many actions. (default: 1)
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: UndoCommand.self)
    }

    @Test func `redo`() {
        let expected = """
            OVERVIEW: Move the cursor forward again, and print what changed and the screen.

            After an undo, redo leads back to where that came from, on whichever branch
            that is, and from there on along the newest branch. --branch names the first
            action of another.

            USAGE: rewind redo <file> [-n <count>] [--branch <seq>] [--json] [--color <auto|always|never>]

            ARGUMENTS:
              <file>                  The session file.

            OPTIONS:
              -n <count>              How many actions. (default: 1)
              --branch <seq>          The first action of the branch to follow.
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: RedoCommand.self)
    }

    @Test func `goto`() {
        let expected = """
            OVERVIEW: Move the cursor to a point in time, and print what changed and the
            screen.

            USAGE: rewind goto <file> <reference> [--json] [--color <auto|always|never>]

            ARGUMENTS:
              <file>                  The session file.
              <reference>             REF: where to.

            OPTIONS:
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: GotoCommand.self)
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
}
