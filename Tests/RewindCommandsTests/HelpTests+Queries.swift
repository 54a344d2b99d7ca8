import Testing

@testable import RewindCommands

/// The help of the commands that ask a whole session.
extension HelpTests {
    @Test func `blame`() {
        let expected = """
            OVERVIEW: Tell which action wrote a value last, with the old and the new value.

            Of an object or an array there is a line for each child too. An element is
            followed when others come, go or move in its array; an action that wrote an
            equal value did not write it.

            USAGE: rewind blame <file> <pointer> [<reference>] [--json] [--color <auto|always|never>]

            ARGUMENTS:
              <file>                  The session file.
              <pointer>               POINTER: where in the state.
              <reference>             REF: when. The end of the cursor's branch by default.

            OPTIONS:
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: BlameCommand.self)
    }

    @Test func `history`() {
        let expected = """
            OVERVIEW: List every value that there was, and which action wrote it.

            The value is followed back from --to: an element is the same wherever it was in
            its array. ? marks an action that may have done it together with others before
            it, whose effects are not known.

            USAGE: rewind history <file> <pointer> [--from <ref>] [--to <ref>] [--reverse] [--limit <limit>] \
            [--json] [--color <auto|always|never>]

            ARGUMENTS:
              <file>                  The session file.
              <pointer>               POINTER: where in the state at --to.

            OPTIONS:
              --from <ref>            REF: only actions from this one on.
              --to <ref>              REF: only actions up to this one. The end of the
                                      cursor's branch by default.
              --reverse               The latest first.
              --limit <limit>         At most so many.
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: HistoryCommand.self)
    }

    @Test func `search`() {
        let expected = """
            OVERVIEW: Find a text in the types, payloads, errors and values of the whole
            session.

            In any case, unless TEXT has a capital letter. Each place is told where it
            comes into the session: in the first state, in an action's payload, in what an
            action wrote, in what its reducer reported, or in the place where it was
            dispatched.

            USAGE: rewind search <file> <text> [--key] [--value] [--type] [--limit <limit>] \
            [--json] [--color <auto|always|never>]

            ARGUMENTS:
              <file>                  The session file.
              <text>                  TEXT: what to look for.

            OPTIONS:
              --key                   Only in the names of members.
              --value                 Only in values, errors and origins.
              --type                  Only in the types of actions.
              --limit <limit>         At most so many.
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: SearchCommand.self)
    }

    @Test func `compare`() {
        let expected = """
            OVERVIEW: Find the first place where two sessions part, and print the
            difference there.

            Sessions part where a type, a payload or a state differs; times do not count.
            Exit status 1 when they do.

            USAGE: rewind compare <file> <other> [--json] [--color <auto|always|never>]

            ARGUMENTS:
              <file>                  The session file.
              <other>                 The session file to compare it with.

            OPTIONS:
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --version               Show the version.
              -h, --help              Show help information.
            """
        expectHelp(expected, of: CompareCommand.self)
    }
}
