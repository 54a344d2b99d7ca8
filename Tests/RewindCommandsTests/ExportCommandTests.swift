import ArgumentParser
import Testing

@testable import RewindCommands

@Suite struct ExportCommandTests {
    @Test(arguments: [
        ["--format", "nonsense"], [], ["--format", "test", "--output", ""], ["--format", "test", "--reducer", ""],
        ["--format", "test", "--reducer", "a\nb"], ["--format", "test", "--module", "A.B"],
        ["--format", "test", "--module", ""], ["--format", "test", "--force"], ["--format", "test", "--bytes", "9"],
        ["--format", "html"], ["--format", "html", "--output", ""],
        ["--format", "html", "--output", "a", "--at", "/b"], ["--format", "html", "--output", "a", "--reducer", "r"],
        ["--format", "html", "--output", "a", "--module", "M"],
        ["--format", "html", "--output", "a", "--bytes", "many"],
        ["--format", "devtools", "/a"], ["--format", "devtools", "3"], ["--format", "devtools", "1..2", "3.."],
        ["--format", "devtools", "--force"],
        ["--format", "story"], ["--format", "story", "--output", "a", "1..2"],
        ["--format", "story", "--output", "a", "/b"],
        ["--format", "devtools", "--at", "/a"], ["--format", "devtools", "--bytes", "9"],
    ])
    func `Missing options of a format and options of another one are wrong usage`(options: [String]) {
        #expect(throws: (any Error).self) { try ExportCommand.parse(["a.rewind"] + options) }
    }
}
