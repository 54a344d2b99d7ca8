import Foundation
import RewindSession

/// Puts a new version of a closed session in the place of the old one, of which nothing is left.
package struct SessionReplacement {
    private let session: URL
    private let draft: FileDraft
    /// SQLite's counter of changes to the file: <https://www.sqlite.org/fileformat.html#file_change_counter>.
    private let counter: [UInt8]

    /// Notes what the session at `session` is like now. A link to it is left as it is.
    ///
    /// - Throws: `SessionError`.
    init(of session: URL) throws {
        self.session = session.resolvingSymlinksInPath()
        draft = FileDraft(of: self.session)
        counter = try Self.counter(in: Descriptor(opening: session.path, O_RDONLY), path: session.path)
    }

    /// The URL to write the new version to.
    var url: URL { draft.url }

    /// Removes the new version, unless it has replaced the old one.
    func discard() {
        draft.discard()
    }

    /// Puts the new version in the place of the old one.
    ///
    /// - Throws: `SessionError`, `.beingRecorded` when somebody reads the session now, or has changed it meanwhile;
    ///   then it is as it was.
    func finish() throws {
        // The old version is erased: by then, the new one must be on the disk.
        try draft.sync()
        let old = try Descriptor(opening: session.path, O_RDWR)
        try SessionError.translating(path: session.path) {
            let connection = try Connection(writing: session.path)
            // Nobody else reads or writes until this is taken back: nothing was written, to that file.
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

    /// Overwrites a file that has no name any more, as far as the file system does that in place.
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
