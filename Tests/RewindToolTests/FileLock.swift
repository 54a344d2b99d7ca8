import Foundation

/// A lock that keeps SQLite connections from reading a database until it is released: they wait for up to two seconds.
final class FileLock {
    /// The position of SQLite's locks: <https://www.sqlite.org/src/file/src/os.h>.
    private static let place: off_t = 0x4000_0000
    private static let length: off_t = 512

    private let file: Int32

    init(on url: URL) throws {
        file = open(url.path, O_RDWR)
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = Self.place
        lock.l_len = Self.length
        guard fcntl(file, F_SETLK, &lock) == 0 else {
            throw CocoaError(.fileLocking)
        }
    }

    deinit {
        release()
        close(file)
    }

    /// Releases the lock.
    func release() {
        var lock = flock()
        lock.l_type = Int16(F_UNLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = Self.place
        lock.l_len = Self.length
        _ = fcntl(file, F_SETLK, &lock)
    }
}
