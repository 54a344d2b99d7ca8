import CRewindSQLite
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
        guard file.write([UInt8](repeating: 0, count: count), at: 0),
            let memory = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, file.number, 0), memory != MAP_FAILED
        else { return nil }
        self.memory = memory
        self.count = count
    }

    deinit {
        munmap(memory, count)
    }

    /// Stores bytes, all of which are to be in the mapping, at a multiple of eight.
    ///
    /// The first eight come last: until then there are zeros, so that what was stored only in part, in whatever order,
    /// is not taken for the whole.
    func store(_ bytes: [UInt8], at offset: Int) {
        bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, bytes.count >= 8 else { return }
            memory.storeBytes(of: 0, toByteOffset: offset, as: UInt64.self)
            rewind_keep_order_of_stores()
            (memory + offset + 8).copyMemory(from: start + 8, byteCount: bytes.count - 8)
            rewind_keep_order_of_stores()
            memory.storeBytes(of: start.loadUnaligned(as: UInt64.self), toByteOffset: offset, as: UInt64.self)
        }
    }
}
