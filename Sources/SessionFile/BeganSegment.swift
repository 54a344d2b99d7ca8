import Foundation

/// One of the side files.
struct BeganSegment {
    private(set) var file: Descriptor
    let path: String
    var offset = 0
    /// How many of its lines have no seq yet.
    var open = 0
    var lastSeq = 0

    init(creating path: String) throws {
        file = try Descriptor(opening: path, O_RDWR | O_CREAT)
        self.path = path
    }

    /// Whether the file is still where it was made.
    var isInPlace: Bool {
        FileStatus(path: path)?.identity == file.identity
    }

    func isFree(committed: Int) -> Bool {
        open == 0 && lastSeq <= committed
    }

    func write(_ bytes: [UInt8], at offset: Int, syncs: Bool) throws {
        try bytes.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
                let count = pwrite(file.number, rest.baseAddress, rest.count, off_t(offset + written))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw SessionError(errno: errno, path: path) }
                written += count
            }
        }
        if syncs, fsync(file.number) != 0 { throw SessionError(errno: errno, path: path) }
    }

    /// The segment with a file in its place again that holds the same, locked where that is asked for.
    ///
    /// - Throws: `SessionError`.
    func copied(locking: Bool) throws -> BeganSegment {
        // Under its own name it would be unlocked and empty for a moment, and taken for what a dead recorder left.
        let name = path + "-new"
        var copy = self
        copy.file = try Descriptor(opening: name, O_RDWR | O_CREAT | O_TRUNC)
        do {
            if locking, !copy.file.lock() { throw SessionError.beingRecorded(path: path) }
            try copy.write(try content(), at: 0, syncs: false)
            guard rename(name, path) == 0 else { throw SessionError(errno: errno, path: path) }
        } catch {
            unlink(name)
            throw error
        }
        return copy
    }

    private func content() throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(lseek(file.number, 0, SEEK_END)))
        let count = bytes.withUnsafeMutableBytes { pread(file.number, $0.baseAddress, $0.count, 0) }
        guard count == bytes.count else { throw SessionError(errno: errno, path: path) }
        return bytes
    }
}
