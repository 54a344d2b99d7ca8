import Foundation
import TestSupport
import Testing

@testable import RewindCommands

@Suite struct DebugMemoryTests {
    @Test func `What was set is kept for the session's path, in a file that only its owner can read`() throws {
        let folder = TemporaryFolder()
        func memory(_ name: String, _ environment: [String: String]) -> DebugMemory {
            DebugMemory(of: folder.file(name), in: environment)
        }
        let environment = ["HOME": folder.url.path]
        memory("a.rewind", environment).keep(["break *Error*", "display /n"])
        memory("b.rewind", environment).keep(["watch at('/n') = \"x\""])
        #expect(memory("a.rewind", environment).lines == ["break *Error*", "display /n"])
        #expect(memory("./a.rewind", environment).lines == ["break *Error*", "display /n"])
        #expect(memory("b.rewind", environment).lines == ["watch at('/n') = \"x\""])
        #expect(memory("c.rewind", environment).lines == [])
        let file = folder.file(".local/state/rewind/stops")
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        memory("a.rewind", environment).keep([])
        #expect(memory("a.rewind", environment).lines == [])
        #expect(try !String(contentsOf: file, encoding: .utf8).contains("a.rewind"))
        for number in 0...DebugMemory.mostSessions { memory("\(number)", environment).keep(["break *"]) }
        #expect(memory("b.rewind", environment).lines == [])
        #expect(memory("\(DebugMemory.mostSessions)", environment).lines == ["break *"])
    }

    @Test func `An empty history variable turns it off, and a damaged file is ignored`() throws {
        let folder = TemporaryFolder()
        let session = folder.file("a.rewind")
        for environment in [["HOME": folder.url.path, "REWIND_HISTORY": ""], [:]] {
            DebugMemory(of: session, in: environment).keep(["break *"])
            #expect(DebugMemory(of: session, in: environment).lines == [])
        }
        #expect(try folder.files().isEmpty)
        try folder.makeFolder("rewind")
        try folder.write(Data("{\n[]\n{\"session\":1}\n".utf8), to: "rewind/stops")
        let memory = DebugMemory(of: session, in: ["XDG_STATE_HOME": folder.url.path])
        #expect(memory.lines == [])
        memory.keep(["break *"])
        #expect(memory.lines == ["break *"])
    }
}
