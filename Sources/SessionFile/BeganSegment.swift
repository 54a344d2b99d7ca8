import Foundation

/// One of the side files.
struct BeganSegment {
    let file: Descriptor
    let path: String
    var offset = 0
    /// How many of its lines have no seq yet.
    var open = 0
    var lastSeq = 0

    init(creating path: String) throws {
        file = try Descriptor(opening: path, O_RDWR | O_CREAT)
        self.path = path
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
}
