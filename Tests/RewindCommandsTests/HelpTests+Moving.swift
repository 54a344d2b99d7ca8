import Testing

@testable import RewindCommands

/// The help of the commands that go back and forth.
extension HelpTests {
    @Test func `undo`() {
        let expected = """
            OVERVIEW: Move the cursor back, and print what changed and the screen.

            Nothing is deleted: redo goes forward again.

              rewind undo demo.rewind
              rewind undo demo.rewind -n 3

            USAGE: rewind undo [<file>] [-n <count>] [--json] [--color <auto|always|never>] [--no-pager]

            ARGUMENTS:
              <file>                  The session file; $REWIND_SESSION, or the only
                                      *.rewind here, if left out.

            OPTIONS:
              -n <count>              How many actions. (default: 1)
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --no-pager              Write straight to the terminal, also what is long.
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

              rewind redo demo.rewind -n 2
              rewind redo demo.rewind --branch 78

            USAGE: rewind redo [<file>] [-n <count>] [--branch <seq>] [--json] [--color <auto|always|never>] [--no-pager]

            ARGUMENTS:
              <file>                  The session file; $REWIND_SESSION, or the only
                                      *.rewind here, if left out.

            OPTIONS:
              -n <count>              How many actions. (default: 1)
              --branch <seq>          The first action of the branch to follow.
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --no-pager              Write straight to the terminal, also what is long.
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: RedoCommand.self)
    }

    @Test func `goto`() {
        let expected = """
            OVERVIEW: Move the cursor to a point in time, and print what changed and the
            screen.

              rewind goto demo.rewind 64
              rewind goto demo.rewind @ArticleDetailErrorAction

            USAGE: rewind goto [<file>] <reference> [--json] [--color <auto|always|never>] [--no-pager]

            ARGUMENTS:
              <file>                  The session file; $REWIND_SESSION, or the only
                                      *.rewind here, if left out.
              <reference>             REF: where to.

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
        expectHelp(expected, of: GotoCommand.self)
    }

    @Test func `bookmark`() {
        let expected = """
            OVERVIEW: List the bookmarks, or set or delete one.

            A bookmark NAME is a REF, :NAME, for all commands. One that is there already is
            moved with --force only; --note alone gives it another note.

              rewind bookmark demo.rewind here 42 --note "before the tap"
              rewind bookmark demo.rewind

            USAGE: rewind bookmark [<file>] [<name>] [<reference>] [--note <note>] [--force] [--delete] [--json] [--color <auto|always|never>] [--no-pager]

            ARGUMENTS:
              <file>                  The session file; $REWIND_SESSION, or the only
                                      *.rewind here, if left out.
              <name>                  The name of the bookmark. Without one, all are listed.
              <reference>             REF: what it stands for. The cursor by default.

            OPTIONS:
              --note <note>           What to remember with it. It stays when the bookmark
                                      moves.
              --force                 Move one that is there already.
              --delete                Delete it.
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --no-pager              Write straight to the terminal, also what is long.
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: BookmarkCommand.self)
    }

    @Test func `travel`() {
        let expected = """
            OVERVIEW: Tell the app that is recording a session to travel in it.

            The app must have opened its travel, with TimeTravel.open. undo and redo go as
            many of its steps as -n says, jump goes to a REF, play goes forth to where undo
            began, and lock keeps a state of the past from being changed by anything but
            travel. dispatch has the app dispatch an action, in the form that the log has:
            {"type":"LoadingAction","payload":{"isLoading":true}}. What changed is printed,
            and the screen. status tells where the app is, and the types of the actions
            that it takes.

              rewind travel live.rewind status
              rewind travel live.rewind undo -n 2

            USAGE: rewind travel [<file>] <verb> [<ref|json>] [-n <count>] [--speed <times>] [--rate <count>] [--timeout <seconds>] [--json] [--color <auto|always|never>] [--no-pager]

            ARGUMENTS:
              <file>                  The session file; $REWIND_SESSION, or the only
                                      *.rewind here, if left out.
              <verb>                  What the app shall do. (values: status, undo, redo,
                                      jump, play, pause, dispatch, lock, unlock)
              <ref|json>              REF: where to jump to; or the JSON of the action to
                                      dispatch.

            OPTIONS:
              -n <count>              How many actions. (default: 1)
              --speed <times>         Play so many times as fast as it was recorded.
              --rate <count>          Play so many actions a second.
              --timeout <seconds>     How long the app may take. (default: 2.0)
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --no-pager              Write straight to the terminal, also what is long.
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: TravelCommand.self)
    }

    @Test func `dispatch`() {
        let expected = """
            OVERVIEW: Run an action through the app's reducer, and add it to the session.

            The action has the form that the log has:
            {"type":"LoadingAction","payload":{"isLoading":true}}. It comes after the state
            at REF, as the first action of a new branch where that is not the last one; the
            cursor goes there, and what changed is printed, and the screen. undo takes it
            back.

            While an app is recording the session, rewind travel FILE dispatch JSON has the
            app dispatch it.

              rewind dispatch '{"type":"LoadingAction","payload":{"isLoading":true}}'
              rewind dispatch '{"type":"PopScreenAction"}' --at 12

            USAGE: rewind dispatch [<file>] <json> [--at <ref>] [--json] [--color <auto|always|never>] [--no-pager]

            ARGUMENTS:
              <file>                  The session file; $REWIND_SESSION, or the only
                                      *.rewind here, if left out.
              <json>                  The action, in JSON.

            OPTIONS:
              --at <ref>              REF: the state to dispatch it at. That at the cursor
                                      by default.
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --no-pager              Write straight to the terminal, also what is long.
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: DispatchCommand.self)
    }
}
