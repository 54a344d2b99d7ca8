import ArgumentParser
import Foundation
import Testing

@testable import RewindCommands

@Suite struct ExportCommandTests {
    @Test(arguments: [
        ["--format", "devtools"], [], ["--format", "test", "--output", ""], ["--format", "test", "--reducer", ""],
        ["--format", "test", "--reducer", "a\nb"], ["--format", "test", "--module", "A.B"],
        ["--format", "test", "--module", ""], ["--format", "test", "--force"], ["--format", "test", "--bytes", "9"],
        ["--format", "html"], ["--format", "html", "--output", ""],
        ["--format", "html", "--output", "a", "--at", "/b"], ["--format", "html", "--output", "a", "--reducer", "r"],
        ["--format", "html", "--output", "a", "--module", "M"],
        ["--format", "html", "--output", "a", "--bytes", "many"],
        ["--format", "state", "1", "2"], ["--format", "state", "--from", "1"], ["--format", "state", "--force"],
        ["--format", "json", "/a"], ["--format", "json", "3"], ["--format", "json", "1..2", "--to", "3"],
        ["--format", "json", "--at", "/a"], ["--format", "json", "--bytes", "9"],
    ])
    func `What makes no sense in a format is wrong usage`(options: [String]) {
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

        let page = NewFile(argument: path)
        #expect(throws: CommandError.outputExists(path: path)) { try page.write(Data("third".utf8), overwrites: false) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "first\n")
        try page.write(Data("third".utf8), overwrites: true)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "third")
        #expect(throws: CommandError.outputIsFolder(path: folder.path)) {
            try NewFile(argument: folder.path).write(Data(), overwrites: true)
        }
        // No draft is left.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.swift"])
    }
}
