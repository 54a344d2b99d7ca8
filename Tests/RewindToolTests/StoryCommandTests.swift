import Foundation
import Subprocess
import TestSupport
import Testing

/// The output of `rewind export story`.
@Suite(.timeLimit(.minutes(10))) struct StoryCommandTests {
    private let export = ["export", "story", "a.rewind", "--output", "s.html"]
    private let folder = TemporaryFolder()

    init() throws {
        try InspectedSample(seed: 2, count: 40).write(to: folder.file("a.rewind"))
    }

    @Test func `A story of the bookmarks is written, for its owner only`() async throws {
        let none = try await Tool.run(export, in: folder)
        #expect(none.status == .exited(2))
        #expect(none.errors.hasPrefix("Error: The session has no bookmarks.\nHint: "))
        for (name, seq) in [("late", "30"), ("early", "4")] {
            _ = try await Tool.run(["bookmark", "a.rewind", name, seq, "--note", "Look."], in: folder)
        }
        let before = try folder.read("a.rewind")
        let answer = try await Tool.run(export + ["--json"], in: folder)
        let page = try folder.read("s.html")
        #expect(answer.output == "{\"bytes\":\(page.count),\"file\":\"s.html\",\"format\":\"story\",\"moments\":2}\n")
        let text = String(decoding: page, as: UTF8.self)
        #expect(text.matches(of: /id="at-(\d+)"/).map { String($0.1) } == ["4", "30"])
        #expect(try folder.read("a.rewind") == before)
        let mode = try FileManager.default.attributesOfItem(atPath: folder.file("s.html").path)[.posixPermissions]
        #expect(mode as? Int == 0o600)

        let again = try await Tool.run(export, in: folder)
        #expect(again.status == .exited(2) && again.errors.contains("s.html already exists."))
        let forced = try await Tool.run(export + ["--force", "end", "1", ":late"], in: folder)
        #expect(forced.output.hasPrefix("s.html: a story of 3 moments, "))
        let told = ["end", "1", "--title", "My title", "--note", "1:Look: there", "--force"]
        #expect(try await Tool.run(export + told, in: folder).status == .exited(0))
        let page2 = String(decoding: try folder.read("s.html"), as: UTF8.self)
        #expect(page2.matches(of: /id="at-(\d+)"/).map { String($0.1) } == ["40", "1"])
        #expect(page2.contains("<bdi>My title</bdi>") && page2.contains("story-note\">Look: there</p>"))
        let stray = try await Tool.run(export + ["1", "--note", "2:x", "--force"], in: folder)
        #expect(stray.errors.hasPrefix("Error: #2 has a note, and is no moment of the story."))
        let small = try await Tool.run(export + ["--force", "1", "--bytes", "9"], in: folder)
        #expect(small.status == .exited(2) && small.errors.contains("The page exceeds 9 bytes."))
    }

    @Test func `After a crash, a page has the states that the inspector recovers`() async throws {
        _ = try await Tool.run("demo", "--crash", "--output", "crash.rewind", in: folder)
        let lost = "WHERE seq BETWEEN 26 AND 29"
        try SQL.execute(
            "UPDATE action SET patch = NULL \(lost); DELETE FROM change \(lost)",
            in: folder.file("crash.rewind")
        )
        let story = ["export", "story", "crash.rewind", "29", "--output", "s.html"]
        #expect(try await Tool.run(story, in: folder).status == .exited(0))
        let text = String(decoding: try folder.read("s.html"), as: UTF8.self)
        #expect(text.contains("recovered by re-running") && text.contains("A trait switches dependencies"))
        #expect(!text.contains("The state is unknown"))
        let page = ["export", "html", "crash.rewind", "--output", "p.html"]
        #expect(try await Tool.run(page, in: folder).status == .exited(0))
        #expect(String(decoding: try folder.read("p.html"), as: UTF8.self).contains("\"recovered\":true"))
    }
}
