import ArgumentParser
import Foundation
import Testing

@testable import RewindCommands

/// The help of the commands, word for word: what a change of an option or of its wording does to it is to be seen here.
@Suite struct HelpTests {
    @Test func `The root`() {
        let expected = """
            OVERVIEW: Travel through the recorded sessions of a Redux app.

            REF names a point in time: 42 (right after action 42), start, end, cursor,
            end~3, :bookmark.
            POINTER names a value in a state: an RFC 6901 JSON Pointer such as
            /home/articleList/0/title.

            EXPR is a condition in SQL over seq, type, at('/pointer'), was('/pointer') and
            payload('/pointer').

            States that were never written, as after a crash, are recovered by re-running
            actions where the tool knows the app's reducers; standard error tells of it, or
            which state stands in.

            Exit status: 0 done; 1 the answer is "differs" or "not found"; 2 trouble; 64
            wrong usage; 130 Ctrl-C.

            USAGE: rewind <subcommand>

            OPTIONS:
              --version               Show the version.
              -h, --help              Show help information.

            SUBCOMMANDS:
              log                     List the actions: seq, time, type and what each
                                      changed.
              show                    Print the state at a point in time, or one value in
                                      it.
              diff                    Print what changed between two points in time.
              undo                    Move the cursor back, and print what changed and the
                                      screen.
              redo                    Move the cursor forward again, and print what changed
                                      and the screen.
              goto                    Move the cursor to a point in time, and print what
                                      changed and the screen.
              blame                   Tell which action wrote a value last, with the old
                                      and the new value.
              history                 List every value that there was, and which action
                                      wrote it.
              search                  Find a text in the types, payloads, errors and values
                                      of the whole session.
              watch                   Find the first action that makes a condition hold.
              bisect                  Find the first bad action between a good state and a
                                      bad one.
              replay                  Run the recorded actions through the app's reducers
                                      again.
              compare                 Find the first place where two sessions part, and
                                      print the difference there.
              bookmark                List the bookmarks, or set or delete one.
              tail                    Follow a session that another process is recording.
              sql                     Query the session's tables, and the states with
                                      state(seq, '/pointer').
              stats                   Count what the session holds, by type of action and
                                      by table.
              verify                  Check the file, the hashes, that every patch leads to
                                      the next state, and the index.
              rebuild                 Make the index again from the recording.
              prune                   Delete the oldest actions.
              scrub                   Take values out of a session for good, and prove that
                                      nothing of them is left in the file.
              pack                    Write a smaller file that holds the same session.
              export                  Write a part of a session as a test for Swift Testing.

              See 'rewind help <subcommand>' for detailed help.
            """
        expectHelp(expected, of: RewindCommand.self)
    }

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

    func expectHelp(_ expected: String, of command: any ParsableCommand.Type) {
        let help = RewindCommand.helpMessage(for: command, columns: 80)
        #expect(help.trimmingCharacters(in: .newlines) == expected)
    }
}
