import Foundation
import Rewind
import TestSupport
import Testing
import RewindTimeline

#if os(Linux)
/// The locks that a connection holds after `BEGIN IMMEDIATE` on a database with a write-ahead log, taken without
/// SQLite: the shared lock on the file, and the write lock in the log's index.
///
/// Formats: <https://www.sqlite.org/walformat.html#the_wal_index_or_shm_file> and `PENDING_BYTE` in SQLite's `os.h`.
private final class WriteLock {
    /// The command for a lock of the open file instead of the process, which also excludes the recorder in this
    /// process.
    private static let setLock = Int32(37)

    private let file: Int32
    private let index: Int32

    init(on url: URL) {
        file = open(url.path, O_RDWR)
        index = open(url.path + "-shm", O_RDWR)
        #expect(Self.set(F_RDLCK, on: file, at: 0x4000_0002, length: 510))
        #expect(Self.set(F_RDLCK, on: index, at: 128, length: 1))
        while !Self.set(F_WRLCK, on: index, at: 120, length: 1) {}
    }

    /// Releases the locks. The files stay open: closing them would release SQLite's locks in this process.
    func release() {
        #expect(Self.set(F_UNLCK, on: index, at: 120, length: 9))
        #expect(Self.set(F_UNLCK, on: file, at: 0x4000_0002, length: 510))
    }

    deinit {
        close(index)
        close(file)
    }

    private static func set(_ kind: Int32, on file: Int32, at offset: Int, length: Int) -> Bool {
        var lock = flock()
        lock.l_type = Int16(kind)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = offset
        lock.l_len = length
        return fcntl(file, setLock, &lock) == 0
    }
}

@Suite(.ownThreads) struct LockedFileTests {
    private static let kinds = [Durability.buffered, .crashSafe]

    private let folder = TemporaryFolder()
    private var url: URL { folder.session() }

    @Test(arguments: Self.kinds)
    func `While another connection locks the session, the app continues and nothing is lost`(durability: Durability)
        throws
    {
        let problems = Problems()
        var options = RecorderOptions(durability)
        options.onProblem = problems.tell
        let app = try CountingApp(counting: url, options: options)
        app.dispatchRecorded(50)
        let lock = WriteLock(on: url)
        defer { withExtendedLifetime(lock) {} }
        app.dispatch(100)
        #expect(problems.wait(for: \.isCannotWrite))
        app.dispatch(100)
        lock.release()
        #expect(try app.checkLosses() == 250)
        #expect(try folder.contents == ["a.rewind"])
    }

    @Test(arguments: Self.kinds)
    func `A recorder of a session that stays locked can be closed, and is finished later`(durability: Durability) throws
    {
        let problems = Problems()
        let app = try CountingApp(counting: url, options: RecorderOptions(strained: durability, telling: problems))
        app.dispatchRecorded(50)
        let lock = WriteLock(on: url)
        defer { withExtendedLifetime(lock) {} }
        app.dispatch(100)
        #expect(problems.wait(for: \.isCannotWrite))
        app.dispatch(100)
        app.recorder.close()
        let reader = try SessionReader(opening: url)
        #expect(try reader.lastSeq() == 50)
        reader.close()
        lock.release()
        #expect(try app.checkLosses() == 50)
        let all = try SessionReader(opening: url)
        // Actions that were dispatched in time are in the side files.
        #expect(try all.lastSeq() >= (durability == .buffered ? 50 : 250))
        all.close()
        #expect(try folder.contents == ["a.rewind"])
    }
}
#endif
