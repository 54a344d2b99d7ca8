import Testing

@testable import RewindCommands

@Suite struct ExportCommandTests {
    @Test(
        arguments: [
            (
                ["--format", "nonsense"],
                "The value 'nonsense' is invalid for '--format <format>'. Please provide one of 'test', 'html', 'story' or 'devtools'."
            ),
            ([], "Give a --format: test, html, story or devtools."),
            (["--format", "test", "--output", ""], "The path of the output file is empty."),
            (["--format", "test", "--reducer", ""], "--reducer must be a name or an expression on one line."),
            (["--format", "test", "--reducer", "a\nb"], "--reducer must be a name or an expression on one line."),
            (["--format", "test", "--module", "A.B"], "--module must be a single word."),
            (["--format", "test", "--module", ""], "--module must be a single word."),
            (["--format", "test", "--force"], "--force needs --output."),
            (["--format", "test", "--bytes", "9"], "--bytes needs --format html or story."),
            (["--format", "html"], "--format html and story need --output."),
            (["--format", "html", "--output", ""], "The path of the output file is empty."),
            (["--format", "html", "--output", "a", "--at", "/b"], "--at, --reducer and --module need --format test."),
            (
                ["--format", "html", "--output", "a", "--reducer", "r"],
                "--at, --reducer and --module need --format test."
            ),
            (
                ["--format", "html", "--output", "a", "--module", "M"],
                "--at, --reducer and --module need --format test."
            ),
            (
                ["--format", "html", "--output", "a", "--bytes", "many"],
                "The value 'many' is invalid for '--bytes <count>'"
            ),
            (["--format", "devtools", "/a"], "Give at most one range: FROM..TO."),
            (["--format", "devtools", "3"], "Give at most one range: FROM..TO."),
            (["--format", "devtools", "1..2", "3.."], "Give at most one range: FROM..TO."),
            (["--format", "devtools", "--force"], "--force needs --output."),
            (["--format", "story"], "--format html and story need --output."),
            (["--format", "story", "--output", "a", "1..2"], "Give only REFs."),
            (["--format", "story", "--output", "a", "/b"], "Give only REFs."),
            (["--format", "devtools", "--at", "/a"], "--at, --reducer and --module need --format test."),
            (["--format", "devtools", "--bytes", "9"], "--bytes needs --format html or story."),
        ] as [([String], String)]
    )
    func `Missing options of a format and options of another one are wrong usage`(options: [String], message: String) {
        #expect(usageError(of: ExportCommand.self, ["a.rewind"] + options) == message)
    }
}
