import ArgumentParser
import Foundation
import Testing

@testable import RewindCommands

@Suite struct ExportCommandTests {
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
