import Foundation
import RewindBridge
import RewindSession
import RewindTree
import RewindUpkeep
import TestSupport
import Testing

@testable import RewindInspector

@Suite struct StoryTests {
    private let folder = TemporaryFolder()

    private func story(
        _ seqs: [Int],
        limit: Int = 20_000_000,
        app: InspectedApp = InspectedApp(),
        title: String? = nil,
        notes: [Int: String] = [:]
    ) async throws -> String {
        let story = try await SessionDocument(
            of: InspectedFile(url: folder.session(), file: "a.rewind"),
            app: app,
            .init(
                seqs: seqs,
                title: title,
                notes: notes,
                limit: limit,
                version: "1.2.3",
                now: Date(timeIntervalSince1970: 1_800_000_000)
            ),
            working: { { _ in } }
        )
        #expect(story.bytes.count <= limit)
        return String(decoding: story.bytes, as: UTF8.self)
    }

    /// Writes a session of one action.
    private func write(_ state: Tree, type: String, payload: Tree, error: String? = nil) throws {
        let writer = try SessionWriter(creating: folder.session(), facts: ["app": type], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState([:])
            var record = ActionRecord(seq: 1, parent: 0, at: 0, type: type, patch: state.patch(from: [:]))
            (record.payload, record.error) = (payload, error)
            if error != nil { record.status = .failed }
            try transaction.append(record, state: state)
        }
        try writer.close()
    }

    @Test func `A story has its moments once and in order, with their notes, types and changes`() async throws {
        let sample = InspectedSample(seed: 2, count: 40)
        try sample.write(to: folder.session())
        try SessionBookmarks.set(.init(name: "here", seq: 9, note: "first\nsecond", at: 0), in: folder.session())
        let text = try await story([30, 9, 30, 0])
        let ids = text.matches(of: /<article class="moment" id="at-(\d+)"/).map { String($0.1) }
        #expect(ids == ["30", "9", "0"])
        #expect(text.contains("⚑ <bdi>here</bdi>") && text.contains("<p class=\"story-note\">first\nsecond</p>"))
        for seq in [9, 30] {
            #expect(text.contains("<bdi>\(sample.records[seq - 1].type)</bdi> <em>#\(seq)</em></h2>"))
        }
        #expect(text.contains(/21 actions, [^<]* earlier</))
        #expect(text.contains("xported 2027-01-15 08:00:00 UTC by rewind 1.2.3</p>"))
    }

    @Test func `A title and notes are told in place of the file's name and the bookmark's note`() async throws {
        try InspectedSample(seed: 2, count: 9).write(to: folder.session())
        try SessionBookmarks.set(.init(name: "here", seq: 3, note: "of the bookmark", at: 0), in: folder.session())
        let text = try await story([3, 5], title: "<b>Title", notes: [3: "my\n<i>", 5: "other"])
        #expect(text.contains("<h1><bdi>&lt;b&gt;Title</bdi></h1>") && text.contains("<title>&lt;b&gt;Title</title>"))
        #expect(text.contains("<p>a.rewind"))
        #expect(text.contains("<p class=\"story-note\">my\n&lt;i&gt;</p>") && !text.contains("of the bookmark"))
        #expect(text.contains("<p class=\"story-note\">other</p>"))
    }

    @Test func `A screen that does not change is drawn once`() async throws {
        let writer = try SessionWriter(creating: folder.session(), facts: [:], syncs: false)
        try writer.write { transaction in
            var state: Tree = ["a": ["n": 0]]
            try transaction.setInitialState(state)
            for (index, number) in [1, 1, 2].enumerated() {
                let next: Tree = ["a": ["n": .integer(Int64(number))]]
                let patch = next.patch(from: state)
                try transaction.append(
                    ActionRecord(seq: index + 1, parent: index, at: 0, type: "T", patch: patch),
                    state: next
                )
                state = next
            }
        }
        try writer.close()
        let apps = [
            (InspectedApp(html: { "<p>\($0.text)</p>" }), "<iframe"),
            (InspectedApp(text: { $0.text }), "class=\"terminal"), (InspectedApp(), "class=\"card"),
        ]
        for (app, mark) in apps {
            let page = try await story([1, 2, 3], app: app)
            #expect(page.components(separatedBy: mark).count == 3, "\(mark)")
            #expect(page.matches(of: /The screen is the same as at <a href="#at-1">/).count == 1, "\(mark)")
        }
    }

    @Test func `A payload that is no object is in the story, and a skipped action is no error`() async throws {
        try write(["path": "/todo/8"], type: "router/navigate", payload: "/todo/8")
        #expect(try await story([1]).contains("<h3>Payload</h3>\n<dl class=\"story-payload\"><div><dd>"))
        try FileManager.default.removeItem(at: folder.session())
        try write([:], type: "todos/add", payload: [:], error: SessionImport.skippedError)
        let skipped = try await story([1])
        #expect(skipped.contains("skipped in Redux DevTools</b>"))
        #expect(!skipped.contains("reported an error") && !skipped.contains("class=\"story-error\""))
    }

    @Test func `A story runs and loads nothing`() async throws {
        try InspectedSample(seed: 2, count: 9).write(to: folder.session())
        let text = try await story(
            [3],
            app: InspectedApp(html: { _ in "<p title=\"a&amp;b\">&lt;i&gt;</p><script>hit()</script>" })
        )
        #expect(text.contains("content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:;"))
        #expect(!text.contains("<script") || text.contains("srcdoc=\"<!doctype"))
        // The screen is an attribute of a frame without rights.
        #expect(text.contains("<iframe sandbox title="))
        #expect(text.contains("<p title=&quot;a&amp;amp;b&quot;>&amp;lt;i&amp;gt;</p>"))
        let outside = text.replacing(/srcdoc="[^"]*"/, with: "")
        #expect(!outside.contains("<script") && !outside.contains("<link") && !outside.contains("<img"))
        #expect(!outside.contains("[data-theme=dark]") && outside.contains("prefers-color-scheme: dark"))
    }

    @Test func `Hostile texts are escaped, and masks stay`() async throws {
        let text = "</style></script>\"><img src=x onerror=alert(1)>\u{202E}"
        let mask = Masks(key: [1]).mask("secret".utf8)
        try write(
            [text: [text: .string(text)], "secret": .string(mask)],
            type: text,
            payload: [text: .string(text), "secret": .string(mask)],
            error: text
        )
        try SessionBookmarks.set(.init(name: "a<img>", seq: 1, note: text, at: 0), in: folder.session())
        for app in [InspectedApp(), InspectedApp(text: { _ in text })] {
            let page = try await story([0, 1], app: app)
            #expect(!page.contains("<img") && !page.contains("\u{202E}"))
            #expect(page.components(separatedBy: "</style>").count == 2)
            let hash = mask.dropFirst(Masks.start.count).dropLast()
            #expect(page.contains("<span class=\"value masked\">•••• \(hash)</span>"))
            #expect(page.contains("&lt;img src=x onerror=alert(1)&gt;␣202e"))
        }
    }

    @Test func `A long text is cut to the place where it differs`() async throws {
        let start = String(repeating: "a", count: 1_000)
        let writer = try SessionWriter(creating: folder.session(), facts: [:], syncs: false)
        try writer.write { transaction in
            let (old, new): (Tree, Tree) = (["t": .string(start + "old")], ["t": .string(start + "new")])
            try transaction.setInitialState(old)
            try transaction.append(
                ActionRecord(seq: 1, parent: 0, at: 0, type: "T", patch: new.patch(from: old)),
                state: new
            )
        }
        try writer.close()
        let page = try await story([1])
        #expect(page.contains("aaold&quot;</span>") && page.contains("aanew&quot;</span>"))
        #expect(!page.contains(String(repeating: "a", count: 300)))
    }

    @Test func `A story is not larger than its limit, and has only states of the session`() async throws {
        try InspectedSample(seed: 2, count: 9).write(to: folder.session())
        let size = try await story([1, 5]).utf8.count
        _ = try await story([1, 5], limit: size)
        await #expect(throws: SessionDocument.TooLarge(limit: size - 1, fits: nil)) {
            _ = try await story([1, 5], limit: size - 1)
        }
        await #expect(throws: InspectorError.noSuchState(10, first: 0, last: 9)) { _ = try await story([10]) }
    }
}
