import Testing

@testable import RewindCommands

@Suite struct ExportCommandTests {
    private static let inputs: [(command: any SessionCommand.Type, options: [String], message: String)] = [
        (ExportTestCommand.self, ["--output", ""], "The path of the output file is empty."),
        (ExportTestCommand.self, ["--reducer", ""], "--reducer must be a name or an expression on one line."),
        (ExportTestCommand.self, ["--reducer", "a\nb"], "--reducer must be a name or an expression on one line."),
        (ExportTestCommand.self, ["--module", "A.B"], "--module must be a single word."),
        (ExportTestCommand.self, ["--module", ""], "--module must be a single word."),
        (ExportTestCommand.self, ["--force"], "--force needs --output."),
        (ExportTestCommand.self, ["--bytes=9"], "Unknown option '--bytes'"),
        (ExportHTMLCommand.self, [], "Missing expected argument '--output <file>'"),
        (ExportHTMLCommand.self, ["--output", ""], "The path of the output file is empty."),
        (
            ExportHTMLCommand.self, ["--output", "a", "--bytes", "many"],
            "The value 'many' is invalid for '--bytes <count>'"
        ),
        (ExportStoryCommand.self, [], "Missing expected argument '--output <file>'"),
        (ExportDevToolsCommand.self, ["/a"], "Give at most one range: FROM..TO."),
        (ExportDevToolsCommand.self, ["3", "4"], "Give at most one range: FROM..TO."),
        (ExportDevToolsCommand.self, ["1..2", "3.."], "Give at most one range: FROM..TO."),
        (ExportDevToolsCommand.self, ["--force"], "--force needs --output."),
    ]

    @Test(arguments: inputs)
    func `Missing and malformed options, and those of another export, are wrong usage`(
        command: any SessionCommand.Type,
        options: [String],
        message: String
    ) {
        #expect(usageError(of: command, ["a.rewind"] + options) == message)
    }
}
