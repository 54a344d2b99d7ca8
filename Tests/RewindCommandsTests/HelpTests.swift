import ArgumentParser
import Foundation
import Testing

@testable import RewindCommands

/// The help of the commands, word for word: what a change of an option or of its wording does to it is to be seen here.
@Suite struct HelpTests {
    @Test func `The root`() {
        let expected = """
            OVERVIEW: Travel through the recorded sessions of a Redux app.

            REF names a point in time: 42 (right after action 42), -1 (the last action),
            start, end, cursor, end~3 (three actions back), 12+3 (three forward), end~10s
            (ten seconds before; ms, s, min, h, d), :bookmark, @Type (the last action of
            that type), or a time such as 03:59:06.95. REF..REF is a range, of which either
            end may be left out.
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

            SEEING SUBCOMMANDS:
              ls                      List the sessions of a folder, the newest first.
              log                     List the actions: seq, time, type and what each
                                      changed.
              show                    Print the state at a point in time, one value in it,
                                      or an action.
              screen                  Print the app's screen at a point in time, or two
                                      screens side by side.
              diff                    Print what changed between two points in time.
              stats, info             Count what the session holds, by type of action and
                                      by table.
              tail                    Follow a session that another process is recording.
              debug                   Walk through a session in a full screen, or at a
                                      prompt with gdb's verbs.
              inspect                 Show sessions in a page of the browser.

            TRAVELLING SUBCOMMANDS:
              undo                    Move the cursor back, and print what changed and the
                                      screen.
              redo, step              Move the cursor forward again, and print what changed
                                      and the screen.
              goto, jump              Move the cursor to a point in time, and print what
                                      changed and the screen.
              dispatch                Run an action through the app's reducer, and add it
                                      to the session.
              bookmark                List the bookmarks, or set or delete one.
              travel                  Tell the app that is recording a session to travel in
                                      it.

            FINDING SUBCOMMANDS:
              blame                   Tell which action wrote a value last, with the old
                                      and the new value.
              history                 List every value that there was, and which action
                                      wrote it.
              search, grep            Find a text in the types, payloads, errors and values
                                      of the whole session.
              watch                   Find the first action that makes a condition hold, or
                                      each of them.
              bisect                  Find the first bad action between a good state and a
                                      bad one.
              compare                 Find the first place where two sessions part, and
                                      print the difference there.
              sql                     Query the session's tables, and the states with
                                      state(seq, '/pointer').

            HANDING ON SUBCOMMANDS:
              replay                  Run the recorded actions through the app's reducers
                                      again.
              export                  Write a part of a session as a test, as a web page,
                                      or as JSON.
              cut                     Write a part of a session as a session.

            KEEPING SUBCOMMANDS:
              verify                  Check the file, the hashes, that every patch leads to
                                      the next state, and the index.
              rebuild                 Make the index again from the recording.
              prune                   Delete the oldest actions.
              scrub                   Take values out of a session for good, and prove that
                                      nothing of them is left in the file.

              See 'rewind help <subcommand>' for detailed help.
            """
        expectHelp(expected, of: RewindCommand.self)
    }

    func expectHelp(_ expected: String, of command: any ParsableCommand.Type) {
        let help = RewindCommand.helpMessage(for: command, columns: 80)
        #expect(help.trimmingCharacters(in: .newlines) == expected)
    }
}
