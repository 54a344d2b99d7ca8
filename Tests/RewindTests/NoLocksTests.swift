#if os(Linux)
import CTestSupport
import Foundation
import Rewind
import RewindSession
import RewindStore
import RewindTimeline
import RewindUpkeep
import TestSupport
import Testing

/// A file system without `flock`, as some network and FUSE file systems are.
@Suite struct NoLocksTests {
    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    private func withoutLocks<Result>(_ body: () throws -> Result) rethrows -> Result {
        set_has_no_locks(1)
        defer { set_has_no_locks(0) }
        return try body()
    }

    /// Copies a session that is being recorded, as a kill leaves it, to `url`.
    private func leaveKilled(_ endings: [String] = ["", "-wal", "-began", "-began2"]) throws {
        let live = folder.session("live.rewind")
        let app = try RecordedApp(at: live, state: AppState(), reducer: reduce)
        for number in 1...20 { app.store.dispatch(Add(amount: number)) }
        _ = app.recorder.flush(atMost: .seconds(60))
        for ending in endings {
            try FileManager.default.copyItem(atPath: live.path + ending, toPath: url.path + ending)
        }
        app.recorder.close()
    }

    @Test func `A recorder says that there are no locks, and leaves no file behind`() throws {
        let error = #expect(throws: RecorderError.self) {
            try withoutLocks { try Recorder<AppState>(recordingTo: url) }
        }
        #expect(error?.description == "\(url.path) cannot be written: its file system has no locks (flock).")
        #expect(try FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path) == [])
    }

    @Test func `A session that was not closed is read, and said to be neither live nor crashed`() throws {
        try leaveKilled()
        try withoutLocks {
            let session = try SessionReader(opening: url)
            defer { session.close() }
            #expect(try session.lastSeq() == 20)
            #expect(!session.isLive && session.isUnfinished)
            #expect(try session.ending().how == .unfinished)
            #expect(session.unfinishedReason == .noLocks(path: url.path))
            #expect(try SessionSummary(of: url).how == .unfinished)
            #expect(throws: SessionError.noLocks(path: url.path)) { try SessionCursor.move(to: 1, tip: 20, in: url) }
            #expect(throws: SessionError.noLocks(path: url.path)) { try SessionRecovery.remove(url) }
        }
        // Where there are locks, nothing of it is lost.
        #expect(try SessionReader(opening: url).ending().how == .crashed)
    }

    @Test func `A main file without its log names the missing file, and stays as it is`() throws {
        try leaveKilled(["", "-began", "-began2"])
        let files = try FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path).sorted()
        for _ in 0..<2 {
            let session = try SessionReader(opening: url)
            defer { session.close() }
            #expect(session.isUnfinished && !session.isLive)
            #expect(session.unfinishedReason == .partMissing(path: url.path, missing: url.path + "-wal"))
        }
        let missing = SessionError.partMissing(path: url.path, missing: url.path + "-wal")
        #expect(throws: missing) { try SessionCursor.move(to: 0, tip: 0, in: url) }
        let after = try FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path).sorted()
        #expect(after == files)
        // With the log, the session is whole again.
        let text = SessionCheck.Finding.unfinished(0, because: missing)
        #expect(text.contains("-wal is missing"))
    }

    @Test(arguments: [Durability.crashSafe, .buffered, .powerSafe], Thoroughness.first(1, of: 1..<6 as Range<UInt64>))
    func `Actions that were only in a missing log are missed, even after most of it was added to the main file`(
        durability: Durability,
        seed: UInt64
    ) throws {
        var random = SplitMix64(seed: seed)
        let live = folder.session("live.rewind")
        let app = try RecordedApp(
            at: live,
            state: AppState(),
            options: RecorderOptions(durability),
            reducer: { action, _ in AppState(last: (action as? Note)?.text) }
        )
        var (count, isPart) = (0, [false, false])
        for round in 1...8 {
            for _ in 0...random.below(60) {
                app.store.dispatch(Note(text: String(repeating: "x", count: random.below(4_000))))
                count += 1
            }
            #expect(app.recorder.flush(atMost: .seconds(60)))
            if round == 2 {
                let other = try Connection(writing: live.path)
                try other.execute("PRAGMA wal_checkpoint(PASSIVE)")
                try other.close()
            }
            let copies = ["part", "whole"].map { folder.session("\($0)\(round).rewind") }
            for (copy, endings) in zip(copies, [["", "-began", "-began2"], ["", "-wal", "-began", "-began2"]]) {
                for ending in endings {
                    try FileManager.default.copyItem(atPath: live.path + ending, toPath: copy.path + ending)
                }
            }
            let main = try Connection(readingAlone: copies[0].path)
            let inMain = try main.fetchOne(Int.self, "SELECT count(*) FROM action") ?? 0
            try main.close()
            let part = try SessionReader(opening: copies[0])
            let missing = SessionError.partMissing(path: copies[0].path, missing: copies[0].path + "-wal")
            #expect(try part.lastSeq() == inMain)
            #expect(part.unfinishedReason == (inMain < count ? missing : nil))
            #expect(try part.ending().how == (inMain < count ? .unfinished : .crashed))
            if inMain < count { isPart[inMain == 0 ? 0 : 1] = true }
            // Another program that closes the database adds the log to the main file, and removes it.
            let other = try Connection(writing: copies[1].path)
            #expect(try other.fetchOne(Int.self, "SELECT count(*) FROM action") == count)
            try other.close()
            #expect(!FileManager.default.fileExists(atPath: copies[1].path + "-wal"))
            let whole = try SessionReader(opening: copies[1])
            #expect(try whole.lastSeq() == count)
            #expect(try whole.ending().how == .crashed)
        }
        #expect(isPart == [true, true])
        app.recorder.close()
    }
}
#endif
