import Foundation
import RewindSession

/// Replaces a closed session by a new version, and erases the old one.
package struct SessionReplacement {
    private let session: URL
    private let draft: FileDraft
    /// SQLite's counter of changes to the file: <https://www.sqlite.org/fileformat.html#file_change_counter>.
    private let counter: [UInt8]

    /// Creates a replacement, and reads the current version of the session. A symbolic link to it is preserved.
    ///
    /// - Throws: `SessionError`.
    init(of session: URL) throws {
        self.session = session.resolvingSymlinksInPath()
        draft = FileDraft(of: self.session)
        counter = try Self.counter(in: Descriptor(opening: session.path, O_RDONLY), path: session.path)
    }

    /// The URL at which to write the new version.
    var url: URL { draft.url }

    /// Removes the new version, unless it has replaced the old one.
    func discard() {
        draft.discard()
    }

    /// Replaces the old version by the new one.
    ///
    /// - Throws: `SessionError`, `.beingRecorded` if another process is reading the session or has changed it; it is
    ///   then unchanged.
    func finish() throws {
        // The new version must be on disk before the old one is erased.
        try draft.sync()
        let old = try Descriptor(opening: session.path, O_RDWR)
        try SessionError.translating(path: session.path) {
            let connection = try Connection(writing: session.path)
            // Excludes other readers and writers until the rollback; nothing is written in this transaction.
            try connection.execute("BEGIN EXCLUSIVE")
            // Closing another descriptor of the file would release the lock.
            guard try Self.counter(in: old, path: session.path) == counter else {
                throw SessionError.beingRecorded(path: session.path)
            }
            try draft.replaceOutput()
            Self.erase(old)
            connection.rollBack()
            try connection.close()
        }
    }

    private static func counter(in file: Descriptor, path: String) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 4)
        guard bytes.withUnsafeMutableBytes({ pread(file.number, $0.baseAddress, 4, 24) }) == 4 else {
            throw SessionError.notASession(path: path, .empty)
        }
        return bytes
    }

    /// Overwrites an unlinked file, as far as the file system writes in place.
    private static func erase(_ file: Descriptor) {
        let zeros = [UInt8](repeating: 0, count: 1 << 16)
        var offset: Int64 = 0
        let length = FileStatus(of: file)?.length ?? 0
        while offset < length {
            let count = zeros.withUnsafeBytes {
                pwrite(file.number, $0.baseAddress, min($0.count, Int(length - offset)), off_t(offset))
            }
            guard count > 0 else { return }
            offset += Int64(count)
        }
        fsync(file.number)
        ftruncate(file.number, 0)
    }
}
