import Foundation
import RewindSession
import RewindTree
import TestSupport
import Testing

@testable import RewindTimeline

/// A reader that releases its lock while it waits.
@Suite struct PausedReaderTests {
    private func setBookmark(in url: URL) throws {
        try Connection(path: url.path).execute("INSERT INTO bookmark (name, seq, at) VALUES ('a', 1, 0)")
    }

    @Test func `A paused reader lets others write, and notices it`() throws {
        let folder = TemporaryFolder()
        let url = folder.file("a.rewind")
        let writer = try SessionWriter(creating: url, facts: [:], syncs: false)
        try writer.write { transaction in
            try transaction.setInitialState(["n": 0])
            let patch = Patch([.replace(["n"], 1)])
            let record = ActionRecord(seq: 1, parent: 0, at: 0, type: "A", payload: nil, patch: patch)
            try transaction.append(record, state: ["n": 1])
        }
        try writer.close()
        let reader = try SessionReader(opening: url)
        defer { reader.close() }
        #expect(throws: SQLiteError(5, "database is locked")) { try setBookmark(in: url) }
        reader.pause()
        #expect(reader.resume())
        #expect(throws: SQLiteError(5, "database is locked")) { try setBookmark(in: url) }
        reader.pause()
        try setBookmark(in: url)
        #expect(!reader.resume())
        reader.pause()
        #expect(reader.resume())
        #expect(try reader.bookmark("a") == 1)
    }

    @Test func `A paused reader notices that its file was replaced`() throws {
        let folder = TemporaryFolder()
        let url = folder.file("a.rewind")
        for name in ["a.rewind", "b.rewind"] {
            let writer = try SessionWriter(creating: folder.file(name), facts: [:], syncs: false)
            try writer.write { try $0.setInitialState(["n": 0]) }
            try writer.close()
        }
        let reader = try SessionReader(opening: url)
        defer { reader.close() }
        reader.pause()
        #expect(rename(folder.file("b.rewind").path, url.path) == 0)
        #expect(!reader.resume())
    }
}
