import ArgumentParser
import Foundation
import Testing

@testable import RewindCommands

@Suite struct ExportCommandTests {
    @Test func `export`() {
        let expected = """
            OVERVIEW: Write a part of a session as a test for Swift Testing.

            The test runs the actions after FROM through the app's reducer again, up to TO,
            and compares the state after each with the recording, as far as that has it;
            with --at, only the values there. It needs the library Replay of the package
            rewind, and the app's module.

            USAGE: rewind export <file> --format <format> [--from <ref>] [--to <ref>] [--at <pointer> ...] [--reducer <name>] \
            [--module <name>] [--output <file>] [--json] [--color <auto|always|never>]

            ARGUMENTS:
              <file>                  The session file.

            OPTIONS:
              --format <format>       What to write. (values: test)
              --from <ref>            REF: the state to begin with. The start by default.
              --to <ref>              REF: the last action. The end by default.
              --at <pointer>          Compare only the value here; may be repeated.
              --reducer <name>        What the source calls the app's reducer, if the tool
                                      was not told.
              --module <name>         The app's module. That of its state by default.
              --output <file>         The file to make.
              --json                  Print JSON: one document, or a line for each item of
                                      a list.
              --color <auto|always|never>
                                      When to use colors. (values: auto, always, never;
                                      default: auto)
              --version               Show the version.
              -h, --help              Show help information.
            """
        let help = RewindCommand.helpMessage(for: ExportCommand.self, columns: 80)
        #expect(help.trimmingCharacters(in: .newlines) == expected)
    }

    @Test(arguments: [
        ["--format", "devtools"], [], ["--format", "test", "--output", ""], ["--format", "test", "--reducer", ""],
        ["--format", "test", "--reducer", "a\nb"], ["--format", "test", "--module", "A.B"],
        ["--format", "test", "--module", ""],
    ])
    func `What makes no sense in a test is wrong usage`(options: [String]) {
        #expect(throws: (any Error).self) { try ExportCommand.parse(["a.rewind"] + options) }
    }

    @Test func `A file that is there is not overwritten`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "rewind-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "a.swift").path
        try NewFile(argument: path).write("first\n")
        #expect(throws: CommandError.newFileExists(path: path)) { try NewFile(argument: path).write("second\n") }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "first\n")
        #expect(throws: CommandError.outputIsFolder(path: folder.path)) { try NewFile(argument: folder.path).write("") }
        #expect(throws: (any Error).self) { try NewFile(argument: folder.path + "/nope/a.swift").write("") }
    }
}
