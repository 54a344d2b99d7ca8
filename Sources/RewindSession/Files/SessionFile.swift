import Foundation

/// The file of a session that is being written, and what tells whether others have touched it or the files beside it.
package struct SessionFile {
    /// What the names of the files end with that SQLite creates beside a session.
    package static let endings = ["-wal", "-shm", "-journal"]

    private let path: String
    private let identity: FileIdentity?
    /// The length that the file had at the least, in bytes: while it is written it only grows.
    private var length: Int64 = 0
    /// The write-ahead log and its index, as far as they have been there.
    private var logs: [String: FileIdentity] = [:]

    /// Creates the file at `path`, readable by its owner only.
    ///
    /// - Throws: `SessionError`, `.alreadyExists` among them.
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

    /// The paths of the session at `url` and of the files that SQLite creates beside it.
    package static func paths(at url: URL) -> [String] {
        ([""] + endings).map { url.path + $0 }
    }

    /// Whether there is no file now.
    var isVacant: Bool {
        FileStatus(path: path) == nil
    }

    /// Whether the file is still there, and whole: somebody may have moved, deleted or cut it.
    mutating func isInPlace() -> Bool {
        guard let status = FileStatus(path: path), status.identity == identity, status.length >= length else {
            return false
        }
        length = status.length
        return true
    }

    /// Notes which files are the write-ahead log and its index.
    mutating func noteLogs() {
        for name in [path + "-wal", path + "-shm"] { logs[name] = FileStatus(path: name)?.identity }
    }

    /// Whether the write-ahead log and its index are still there.
    var hasLogs: Bool {
        logs.allSatisfy { FileStatus(path: $0)?.identity == $1 }
    }

    /// Removes the write-ahead log and its index, and leaves what has come into their place.
    func removeLogs() {
        for (name, identity) in logs where FileStatus(path: name)?.identity == identity { unlink(name) }
    }
}
