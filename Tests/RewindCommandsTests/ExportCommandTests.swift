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
        ["--format", "state", "1", "2"], ["--format", "state", "1.."], ["--format", "state", "--force"],
        ["--format", "json", "/a"], ["--format", "json", "3"], ["--format", "json", "1..2", "3.."],
        ["--format", "story"], ["--format", "story", "--output", "a", "1..2"],
        ["--format", "story", "--output", "a", "/b"],
        ["--format", "json", "--at", "/a"], ["--format", "json", "--bytes", "9"],
    ])
    func `Missing options of a format and options of another one are wrong usage`(options: [String]) {
        #expect(throws: (any Error).self) { try ExportCommand.parse(["a.rewind"] + options) }
    }
}
