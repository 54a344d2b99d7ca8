import Foundation
import RewindSession
import Subprocess
import TestSupport
import Testing

/// The output of `rewind export html`; the browser tests cover the page itself.
@Suite(.timeLimit(.minutes(10))) struct ExportedPageTests {
    private let export = ["export", "html", "a.rewind"]

    @Test func `A page is written, and its size is printed`() async throws {
        let folder = TemporaryFolder()
        try InspectedSample(seed: 2, count: 40).write(to: folder.file("a.rewind"))
        let before = try folder.read("a.rewind")
        let answer = try await Tool.run(export + ["--output", "a.html"], in: folder)
        let size = try folder.read("a.html").count
        #expect(answer.status == .exited(0))
        #expect(answer.output == "a.html: a page of 40 actions, \(size) bytes\n")
        #expect(answer.errors == "")
        #expect(try folder.read("a.rewind") == before)
        let mode = try FileManager.default.attributesOfItem(atPath: folder.file("a.html").path)[.posixPermissions]
        #expect(mode as? Int == 0o600)

        let json = try await Tool.run(
            export + ["11..38", "--output", "b.html", "--json"],
            in: folder
        )
        let bytes = try folder.read("b.html").count
        #expect(json.output == "{\"actions\":28,\"bytes\":\(bytes),\"file\":\"b.html\",\"format\":\"html\"}\n")
    }

    @Test func `A page over the limit is refused with a part that fits, and no file is left`() async throws {
        let folder = TemporaryFolder()
        try InspectedSample(seed: 2, count: 200).write(to: folder.file("a.rewind"))
        _ = try await Tool.run(export + ["--output", "a.html"], in: folder)
        let limit = try folder.read("a.html").count - 20_000
        let answer = try await Tool.run(
            export + ["4..", "--output", "b.html", "--bytes", String(limit)],
            in: folder
        )
        #expect(answer.status == .exited(2))
        let error = "Error: The page exceeds \(limit) bytes.\nHint: Export the actions that fit"
        #expect(answer.errors.hasPrefix(error))
        #expect(!folder.exists("b.html"))
        let hint = try #require(answer.errors.firstMatch(of: /rewind (export .*)\n/))
        let pasted = try await Tool.shell("$REWIND \(hint.1)", in: folder)
        #expect(pasted.status == .exited(0))
        #expect(try folder.read("b.html").count <= limit)

        let small = try await Tool.run(export + ["--output", "c.html", "--bytes", "1000"], in: folder)
        #expect(small.status == .exited(2))
        #expect(small.errors.contains("A page with action 1 alone exceeds"))
        #expect(!folder.exists("c.html"))
    }

    @Test(arguments: [
        (["6..5"], "The range ends at 5, before its start at 6."), (["..start"], "before its start at 1"),
        (["..11"], "11"), ([":nope.."], "nope"), (["--bytes", "0"], "--bytes"),
    ]) func `An impossible part is refused`(options: [String], message: String) async throws {
        let folder = TemporaryFolder()
        try InspectedSample(seed: 2, count: 10).write(to: folder.file("a.rewind"))
        let answer = try await Tool.run(export + options + ["--output", "a.html"], in: folder)
        #expect(answer.status != .exited(0))
        #expect(answer.errors.contains(message) && answer.errors.contains("Hint: "))
        #expect(!folder.exists("a.html"))
    }

    @Test func `A session with missing actions is refused, and no file is left`() async throws {
        let folder = TemporaryFolder()
        try InspectedSample(seed: 2, count: 10).write(to: folder.file("a.rewind"))
        let connection = try Connection(path: folder.file("a.rewind").path)
        try connection.execute("UPDATE action SET patch = 'x' WHERE seq = 6")
        try connection.close()
        let answer = try await Tool.run(export + ["--output", "a.html"], in: folder)
        #expect(answer.status == .exited(2))
        #expect(answer.errors.hasPrefix("Error: "))
        #expect(!folder.exists("a.html"))
    }
}
