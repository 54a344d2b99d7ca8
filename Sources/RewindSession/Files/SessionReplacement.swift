import Foundation

/// Puts a new version of a closed session in the place of the old one, of which nothing is left.
struct SessionReplacement {
    private let url: URL
    /// SQLite's counter of changes to the file: <https://www.sqlite.org/fileformat.html#file_change_counter>.
    private let counter: [UInt8]

    /// Notes what the session at `url` is like now.
    ///
    /// - Throws: `SessionError`.
    init(of url: URL) throws {
        self.url = url
        counter = try Self.counter(url)
    }

    /// Puts the file at `draft` there.
    ///
    /// - Throws: `SessionError`, `.beingRecorded` when somebody reads the session now, or has changed it meanwhile;
    ///   then it is as it was.
    func finish(with draft: URL) throws {
        let old = try Descriptor(opening: url.path, O_RDWR)
        try SessionError.translating(path: url.path) {
            let connection = try Connection(writing: url.path)
            // Nobody else reads or writes until this is taken back: nothing was written, to that file.
            try connection.execute("BEGIN EXCLUSIVE")
            guard try Self.counter(url) == counter else { throw SessionError.beingRecorded(path: url.path) }
            guard rename(draft.path, url.path) == 0 else { throw SessionError(errno: errno, path: url.path) }
            Self.erase(old)
            connection.rollBack()
            try connection.close()
        }
    }

    private static func counter(_ url: URL) throws -> [UInt8] {
        let file = try Descriptor(opening: url.path, O_RDONLY)
        var bytes = [UInt8](repeating: 0, count: 4)
        guard bytes.withUnsafeMutableBytes({ pread(file.number, $0.baseAddress, 4, 24) }) == 4 else {
            throw SessionError.notASession(path: url.path, .empty)
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
