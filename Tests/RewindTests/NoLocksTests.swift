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
}
#endif
