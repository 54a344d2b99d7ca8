import CRewindSQLite
import Foundation

/// The start of a file as shared memory: stored bytes belong to the operating system immediately, without a call.
///
/// Disk space for the memory is allocated before it is used, like for SQLite's shared-memory index: storing without
/// disk space would end the process.
final class FileMapping {
    private let memory: UnsafeMutableRawPointer
    /// The number of mapped bytes.
    let count: Int

    /// Fills the file with zeros up to `count` bytes and maps them; nil if the system refuses, or the disk is full.
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

    /// Stores bytes, all inside the mapping, at a multiple of eight.
    ///
    /// The first eight are stored last: until then they are zeros, so that a partial store, in any order, is never
    /// taken for a complete one.
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
