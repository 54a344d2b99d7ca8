import Foundation

/// The file of a session that is being written, with checks for interference by other programs.
package struct SessionFile {
    /// The endings of the names of the files that SQLite creates beside a session.
    package static let endings = ["-wal", "-shm", "-journal"]

    private let path: String
    private let identity: FileIdentity?
    /// A lower bound of the length of the file, in bytes: the file only grows while it is written.
    private var length: Int64 = 0
    /// The write-ahead log and its index, if they have existed.
    private var logs: [String: FileIdentity] = [:]

    /// Creates the file at `path`, readable only by its owner.
    ///
    /// - Throws: `SessionError`, which is `.alreadyExists` if the file exists.
    package init(creating path: String, protection: ProtectionClass? = nil) throws {
        self.path = path
        do {
            let file = try Descriptor(opening: path, O_RDWR | O_CREAT | O_EXCL)
            file.protect(as: protection)
            identity = file.identity
        } catch SessionError.notFound(let path) {
            throw SessionError.noSuchFolder(path: path)
        }
    }

    /// Returns the paths of the session at `url` and of the files that SQLite creates beside it.
    package static func paths(at url: URL) -> [String] {
        ([""] + endings).map { url.path + $0 }
    }

    /// True if there is no file at the path.
    var isVacant: Bool {
        FileStatus(path: path) == nil
    }

    /// Returns true if the file is complete and at its path: another program may have moved, deleted or truncated it.
    mutating func isInPlace() -> Bool {
        guard let status = FileStatus(path: path), status.identity == identity, status.length >= length else {
            return false
        }
        length = status.length
        return true
    }

    /// Records which files are the write-ahead log and its index.
    mutating func noteLogs() {
        for name in [path + "-wal", path + "-shm"] { logs[name] = FileStatus(path: name)?.identity }
    }

    /// True if the write-ahead log and its index still exist.
    var hasLogs: Bool {
        logs.allSatisfy { FileStatus(path: $0)?.identity == $1 }
    }

    /// Removes the write-ahead log and its index, but not other files at their paths.
    func removeLogs() {
        for (name, identity) in logs where FileStatus(path: name)?.identity == identity { unlink(name) }
    }
}
