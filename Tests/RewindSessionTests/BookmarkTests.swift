import Foundation
import RewindTree
import TestSupport
import Testing
@testable import RewindSession
@testable import RewindTimeline
@testable import RewindUpkeep

@Suite struct BookmarkTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    init() throws {
        try SampleSession(seed: 3, count: 10).write(to: folder.session())
    }

    private func bookmarks() throws -> [Bookmark] {
        let reader = try SessionReader(opening: url)
        defer { reader.close() }
        return try reader.bookmarks()
    }

    @Test func `A bookmark can be set, moved and deleted`() throws {
        #expect(try bookmarks() == [])
        let first = Bookmark(name: "b", seq: 4, note: "why", at: 1)
        let second = Bookmark(name: "a\u{301}", seq: 4, at: 2)
        let third = Bookmark(name: "á", seq: 0, at: -3)
        for bookmark in [first, second, third] { try SessionBookmarks.set(bookmark, in: url) }
        #expect(try bookmarks() == [third, second, first])
        let moved = Bookmark(name: "b", seq: 1, at: 9)
        try SessionBookmarks.set(moved, in: url)
        #expect(try bookmarks() == [third, moved, second])
        #expect(try SessionBookmarks.delete("b", in: url))
        #expect(try !SessionBookmarks.delete("b", in: url))
        #expect(try bookmarks() == [third, second])
        #expect(try folder.contents == ["a.rewind"])
        #expect(try SessionCheck.run(SessionReader(opening: url)).findings == [])
    }

    @Test(
        arguments: [
            ("a", true), ("before login", true), ("é", true), ("42", true), (":", true), ("end", true), ("", false),
            ("a~1", false), ("~", false), ("a\nb", false), ("\0", false), ("\u{7F}", false), ("\u{9B}", false),
            (String(repeating: "x", count: 200), true), (String(repeating: "x", count: 201), false),
        ]
    )
    func `A bookmark's name must be usable in a REF`(name: String, isUsable: Bool) {
        #expect(Bookmark.isUsable(name: name) == isUsable)
    }

    @Test func `A bookmark is not set while the session is being recorded`() throws {
        let log = try CrashLog(creatingFor: url, medium: .file)
        let bookmark = Bookmark(name: "b", seq: 4, at: 1)
        #expect(throws: SessionError.beingRecorded(path: url.path)) { try SessionBookmarks.set(bookmark, in: url) }
        #expect(throws: SessionError.beingRecorded(path: url.path)) { try SessionBookmarks.delete("b", in: url) }
        log.remove()
    }
}

@Suite struct SessionMonitorTests {
    @Test func `The monitor reports the writer and the time of the last write`() throws {
        let folder = TemporaryFolder()
        let url = folder.session()
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        var log: CrashLog? = try CrashLog(creatingFor: url, medium: .file)
        try writer.write { try $0.setInitialState(["n": 0]) }
        var monitor = SessionMonitor(of: url)
        #expect(try monitor.recorder() == .atWork)
        for seq in 1...3 {
            // True once more after each change.
            #expect((0..<4).map { _ in monitor.hasChanged() } == [true, true, false, false])
            let record = ActionRecord(seq: seq, parent: seq - 1, at: 0, type: "A", patch: Patch([]))
            try writer.write { try $0.append(record, state: ["n": 0]) }
        }
        try writer.close()
        let changed = monitor.hasChanged()
        #expect(changed)
        #expect(try monitor.recorder() == .atWork)
        withExtendedLifetime(log) {}
        log = nil
        #expect(try monitor.recorder() == .gone)
        try SessionReader(opening: url).close()
        #expect(try monitor.recorder() == .done)
    }
}
