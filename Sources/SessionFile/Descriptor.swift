import Foundation

/// An open file of the operating system, closed when it is let go.
final class Descriptor {
    let number: Int32

    /// Opens the file at `path`; a new one is readable by its owner only.
    ///
    /// - Throws: `SessionError`.
    init(opening path: String, _ flags: Int32) throws {
        number = open(path, flags | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw SessionError(errno: errno, path: path) }
    }

    deinit {
        close(number)
    }

    /// What tells the file from every other one that exists at the same time.
    var identity: FileIdentity? {
        FileStatus(of: self)?.identity
    }

    /// Takes the lock that others see as `LOCK_EX`; false when somebody holds it.
    func lock() -> Bool {
        flock(number, LOCK_EX | LOCK_NB) == 0
    }

    /// Gives the lock up.
    func unlock() {
        flock(number, LOCK_UN)
    }
}
