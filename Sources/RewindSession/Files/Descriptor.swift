import Foundation

/// A file descriptor, unlocked and closed when it is released.
package final class Descriptor {
    package let number: Int32
    /// True if the last attempt to lock the file failed because its file system has no locks.
    package private(set) var hasNoLocks = false

    /// Opens the file at `path`. A new one is readable only by its owner.
    ///
    /// - Throws: `SessionError`.
    package init(opening path: String, _ flags: Int32) throws {
        number = open(path, flags | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw SessionError(errno: errno, path: path) }
    }

    /// Opens the file `name` in an open folder, even if the folder has been moved. A new file is readable only by its
    /// owner, and links are not followed.
    ///
    /// - Throws: `SessionError`.
    init(opening name: String, in folder: Descriptor, _ flags: Int32) throws {
        number = openat(folder.number, name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw SessionError(errno: errno, path: name) }
    }

    deinit {
        // Closing keeps the lock while a process that was just started has not closed its copy.
        unlock()
        close(number)
    }

    /// The identity of the file.
    package var identity: FileIdentity? {
        FileStatus(of: self)?.identity
    }

    /// Writes bytes at an offset. Returns false, with the reason in `errno`, if not all could be written.
    package func write(_ bytes: [UInt8], at offset: Int) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
                let count = pwrite(number, rest.baseAddress, rest.count, off_t(offset + written))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                written += count
            }
            return true
        }
    }

    /// Waits until the written data is on the disk. Returns false on failure.
    package func sync() -> Bool {
        #if canImport(Darwin)
        // On Apple systems, fsync leaves data in the drive's cache.
        if fcntl(number, F_FULLFSYNC) != -1 { return true }
        #endif
        return fsync(number) == 0
    }

    /// Takes the exclusive lock. Returns false if the file is already locked.
    package func lock() -> Bool {
        take(LOCK_EX)
    }

    /// Takes the shared lock, to check for an exclusive one. Returns false if there is an exclusive lock.
    package func lockShared() -> Bool {
        take(LOCK_SH)
    }

    private func take(_ kind: Int32) -> Bool {
        let isTaken = flock(number, kind | LOCK_NB) == 0
        hasNoLocks = !isTaken && ![EWOULDBLOCK, EINTR].contains(errno)
        return isTaken
    }

    /// Releases the lock.
    package func unlock() {
        flock(number, LOCK_UN)
    }
}
