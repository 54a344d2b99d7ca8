import Foundation
import TestSupport
import Testing

@testable import RewindCommands

@Suite struct DebugHistoryTests {
    private func mode(_ folder: TemporaryFolder, _ name: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name).path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }

    @Test func `Lines are kept in a file that only its owner can read`() throws {
        let folder = TemporaryFolder()
        let history = DebugHistory(in: ["HOME": folder.url.path])
        #expect(history.lines() == [])
        for line in ["goto 12", "  ", "print \"日本\""] { history.add(line) }
        #expect(history.lines() == ["goto 12", "print \"日本\""])
        #expect(try folder.contents == [".rewind_history"])
        #expect(try mode(folder, ".rewind_history") == 0o600)
        try folder.setPermissions(0o644, of: ".rewind_history")
        DebugHistory(in: ["HOME": folder.url.path]).add("quit")
        #expect(try mode(folder, ".rewind_history") == 0o600)
        #expect(history.lines().last == "quit")
    }

    @Test func `The variable names another file, or none`() throws {
        let folder = TemporaryFolder()
        let other = DebugHistory(in: ["HOME": folder.url.path, "REWIND_HISTORY": folder.file("h").path])
        other.add("step")
        #expect(try folder.contents == ["h"])
        for environment in [["HOME": folder.url.path, "REWIND_HISTORY": ""], [:], ["REWIND_HISTORY": "/dev/null"]] {
            let none = DebugHistory(in: environment)
            none.add("step")
            #expect(none.lines() == [])
        }
        #expect(try folder.contents == ["h"])
        let missing = DebugHistory(in: ["REWIND_HISTORY": folder.file("no/h").path])
        missing.add("step")
        #expect(missing.lines() == [])
    }

    @Test func `A long file is shortened`() throws {
        let folder = TemporaryFolder()
        let lines = (0...2 * DebugHistory.mostLines).map { "goto \($0)" }
        try folder.write(Data((lines.joined(separator: "\n") + "\n").utf8), to: "h")
        let history = DebugHistory(in: ["REWIND_HISTORY": folder.file("h").path])
        #expect(history.lines() == lines.suffix(DebugHistory.mostLines))
        #expect(try folder.contents == ["h"])
        #expect(try mode(folder, "h") == 0o600)
        #expect(history.lines() == lines.suffix(DebugHistory.mostLines))
        #expect(try folder.read("h").split(separator: UInt8(ascii: "\n")).count == DebugHistory.mostLines)
    }
}
