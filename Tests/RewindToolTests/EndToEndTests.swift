import Foundation
import Subprocess
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct EndToEndTests {
    @Test func `Reading leaves the file and the folder unchanged`() async throws {
        try await DemoSession.copied { folder in
            let before = try folder.files()
            for command in ["log", "show", "diff", "stats", "verify"] {
                #expect(try await Tool.run(command, "a.rewind", in: folder).status == .exited(0))
                #expect(try folder.files() == before, "\(command)")
            }
        }
    }

    @Test func `A copy of the tool works in another folder and leaves nothing behind`() async throws {
        let folder = TemporaryFolder()
        try folder.makeFolder("bin")
        try folder.makeFolder("work")
        let copy = folder.file("bin/rewind")
        // Linux executes no file that is open for writing, and a process that a parallel test starts could inherit such a
        // file from this one.
        let prepare = "cp '\(Tool.url.path)' bin && cd work"
        let demo = try await Tool.shell("\(prepare) && '\(copy.path)' demo --output ../visit.rewind", in: folder)
        #expect(demo.status == .exited(0), "\(demo.errors)")
        let visit = folder.file("visit.rewind").path
        let verify = try await Tool.shell("cd work; '\(copy.path)' verify '\(visit)'", in: folder)
        #expect(verify.output.hasPrefix("ok: "))
        #expect(try folder.files().keys.sorted() == ["bin", "bin/rewind", "visit.rewind", "work"])
    }

    @Test func `Several commands can read one session at once`() async throws {
        try await DemoSession.copied { folder in
            let alone = try await Tool.run("log", "a.rewind", in: folder).output
            let outputs = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<4 { group.addTask { try await Tool.run("log", "a.rewind", in: folder).output } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outputs == Array(repeating: alone, count: 4))
        }
    }
}
