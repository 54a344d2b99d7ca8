import Foundation

/// The beginning of a file as shared memory: what is stored there is in the operating system's hands at once, without a
/// call.
///
/// The memory has room on the disk before it is used, as that of SQLite's shared-memory index has: a store for which
/// there is none would end the process.
final class FileMapping {
    private let memory: UnsafeMutableRawPointer
    /// How many bytes are mapped.
    let count: Int

    /// Fills the file with zeros up to `count` bytes and maps them; nil where the system or a full disk is against it.
    init?(filling file: Descriptor, count: Int) {
        let zeros = [UInt8](repeating: 0, count: 1 << 16)
        var filled = 0
        while filled < count {
            let written = pwrite(file.number, zeros, min(zeros.count, count - filled), off_t(filled))
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { return nil }
            filled += written
        }
        guard let memory = Self.map(file, count) else { return nil }
        self.memory = memory
        self.count = count
    }

    /// Maps the first `count` bytes of a file; nil where it is shorter, or the system is against it.
    init?(of file: Descriptor, count: Int) {
        guard let status = FileStatus(of: file), status.length >= count, let memory = Self.map(file, count) else {
            return nil
        }
        self.memory = memory
        self.count = count
    }

    deinit {
        munmap(memory, count)
    }

    /// Stores bytes, all of which are to be in the mapping.
    func store(_ bytes: [UInt8], at offset: Int) {
        bytes.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress { (memory + offset).copyMemory(from: start, byteCount: bytes.count) }
        }
    }

    /// Stores eight bytes at a multiple of eight: at once, so that no end of the process comes in between.
    func store(_ word: UInt64, at offset: Int) {
        memory.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
    }

    private static func map(_ file: Descriptor, _ count: Int) -> UnsafeMutableRawPointer? {
        let memory = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, file.number, 0)
        return memory == MAP_FAILED ? nil : memory
    }
}
