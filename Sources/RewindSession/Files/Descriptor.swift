import Foundation

/// An open file of the operating system, closed when it is let go.
package final class Descriptor {
    package let number: Int32

    /// Opens the file at `path`; a new one is readable by its owner only.
    ///
    /// - Throws: `SessionError`.
    package init(opening path: String, _ flags: Int32) throws {
        number = open(path, flags | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw SessionError(errno: errno, path: path) }
    }

    /// Opens the file called `name` in a folder that is open, wherever that has been moved; a new one is readable by its
    /// owner only, and a link is not followed.
    ///
    /// - Throws: `SessionError`.
    init(opening name: String, in folder: Descriptor, _ flags: Int32) throws {
        number = openat(folder.number, name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw SessionError(errno: errno, path: name) }
    }

    deinit {
        close(number)
    }

    /// What tells the file from every other one that exists at the same time.
    package var identity: FileIdentity? {
        FileStatus(of: self)?.identity
    }

    /// Writes bytes at an offset; false, with the reason in `errno`, when not all could be written.
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

    /// Waits until what was written is on the disk; false when that fails.
    package func sync() -> Bool {
        #if canImport(Darwin)
        // There, fsync leaves it in the drive's cache.
        if fcntl(number, F_FULLFSYNC) != -1 { return true }
        #endif
        return fsync(number) == 0
    }

    /// Takes the lock that others see as `LOCK_EX`; false when somebody holds it.
    package func lock() -> Bool {
        flock(number, LOCK_EX | LOCK_NB) == 0
    }

    /// Takes the lock together with others who only look whether somebody has it alone; false when somebody has.
    package func lockShared() -> Bool {
        flock(number, LOCK_SH | LOCK_NB) == 0
    }

    /// Gives the lock up.
    package func unlock() {
        flock(number, LOCK_UN)
    }
}
