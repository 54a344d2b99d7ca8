import Foundation

/// One of the side files.
struct BeganSegment {
    private(set) var file: Descriptor
    /// The beginning of the file, where it can be mapped.
    private var mapping: FileMapping?
    let path: String
    var offset = 0
    /// How many of its lines have no seq yet.
    var open = 0
    var lastSeq = 0

    init(creating path: String) throws {
        file = try Descriptor(opening: path, O_RDWR | O_CREAT)
        self.path = path
    }

    /// Makes the file that says by its lock that the session at `session` is being recorded.
    ///
    /// - Throws: `SessionError`, `.beingRecorded` among them.
    init(creatingLocked path: String, of session: String) throws {
        if let old = try? Descriptor(opening: path, O_RDWR), !old.lock() {
            throw SessionError.beingRecorded(path: session)
        }
        // Under its own name it would be unlocked for a moment, and taken for what a dead recorder left.
        let name = Self.newPath(path)
        file = try Descriptor(opening: name, O_RDWR | O_CREAT | O_TRUNC)
        self.path = path
        guard file.lock() else { throw SessionError.beingRecorded(path: session) }
        guard rename(name, path) == 0 else {
            unlink(name)
            throw SessionError(errno: errno, path: path)
        }
    }

    /// Whether the file is still where it was made, with all that is mapped.
    var isInPlace: Bool {
        guard let status = FileStatus(path: path) else { return false }
        return status.identity == file.identity && status.length >= mapping?.count ?? 0
    }

    func isFree(committed: Int) -> Bool {
        open == 0 && lastSeq <= committed
    }

    /// Makes the file empty.
    ///
    /// - Throws: `SessionError`.
    func empty() throws {
        guard ftruncate(file.number, 0) == 0 else { throw SessionError(errno: errno, path: path) }
    }

    /// Makes the first `count` bytes of the empty file shared memory, if that can be.
    mutating func map(_ count: Int) {
        mapping = FileMapping(filling: file, count: count)
        // What has been filled in vain takes room where there may be none.
        if mapping == nil { try? empty() }
    }

    /// Writes bytes; with `syncs`, on the disk itself.
    ///
    /// - Throws: `SessionError`.
    func write(_ bytes: [UInt8], at offset: Int, syncs: Bool) throws {
        if let mapping, offset + bytes.count <= mapping.count { return mapping.store(bytes, at: offset) }
        try put(bytes, at: offset, syncs: syncs)
    }

    private func put(_ bytes: [UInt8], at offset: Int, syncs: Bool) throws {
        guard file.write(bytes, at: offset), !syncs || file.sync() else { throw SessionError(errno: errno, path: path) }
    }

    /// Fills in the seq of the line at `offset`.
    ///
    /// - Throws: `SessionError`.
    func write(seq: Int, at offset: Int, syncs: Bool) throws {
        let offset = offset + BeganLine.seqOffset
        if let mapping, offset + 16 <= mapping.count, let word = BeganLine.word(seq: seq) {
            return mapping.store(word, at: offset + 8)
        }
        var bytes: [UInt8] = []
        BeganLine.write(seq: seq, to: &bytes)
        // Not in two stores: the process may end between them.
        try put(bytes, at: offset, syncs: syncs)
    }

    /// The segment with a file in its place again that holds the same, locked where that is asked for.
    ///
    /// - Throws: `SessionError`.
    func copied(locking: Bool) throws -> BeganSegment {
        let name = Self.newPath(path)
        var copy = self
        copy.file = try Descriptor(opening: name, O_RDWR | O_CREAT | O_TRUNC)
        do {
            if locking, !copy.file.lock() { throw SessionError.beingRecorded(path: path) }
            copy.mapping = nil
            try copy.write(try content(), at: 0, syncs: false)
            copy.mapping = mapping.flatMap { FileMapping(of: copy.file, count: $0.count) }
            guard rename(name, path) == 0 else { throw SessionError(errno: errno, path: path) }
        } catch {
            unlink(name)
            throw error
        }
        return copy
    }

    /// Where a file is made that is to come to `path`.
    static func newPath(_ path: String) -> String {
        path + "-new"
    }

    private func content() throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(lseek(file.number, 0, SEEK_END)))
        let count = bytes.withUnsafeMutableBytes { pread(file.number, $0.baseAddress, $0.count, 0) }
        guard count == bytes.count else { throw SessionError(errno: errno, path: path) }
        return bytes
    }
}
