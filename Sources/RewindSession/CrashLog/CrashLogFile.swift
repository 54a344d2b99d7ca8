import Foundation

/// One of the side files.
struct CrashLogFile {
    private(set) var descriptor: Descriptor
    /// The beginning of the file, where it can be mapped.
    private var mapping: FileMapping?
    let path: String
    private let protection: ProtectionClass?
    var offset = 0
    /// How many of its lines have no seq yet.
    var open = 0
    var lastSeq = 0

    init(creating path: String, protection: ProtectionClass?) throws {
        descriptor = try Descriptor(opening: path, O_RDWR | O_CREAT)
        (self.path, self.protection) = (path, protection)
        descriptor.protect(as: protection)
    }

    /// Makes the file that says by its lock that the session at `session` is being recorded.
    ///
    /// - Throws: `SessionError`, `.beingRecorded` among them.
    init(creatingLocked path: String, of session: String, protection: ProtectionClass?) throws {
        if let old = try? Descriptor(opening: path, O_RDWR), !old.lock() {
            throw SessionError.beingRecorded(path: session)
        }
        // Under its own name it would be unlocked for a moment, and taken for what a dead recorder left.
        let name = Self.newPath(path)
        descriptor = try Self.locked(name, of: session)
        (self.path, self.protection) = (path, protection)
        descriptor.protect(as: protection)
        guard rename(name, path) == 0 else {
            unlink(name)
            throw SessionError(errno: errno, path: path)
        }
    }

    /// The file at `name`, empty and locked.
    private static func locked(_ name: String, of session: String) throws -> Descriptor {
        while true {
            let file = try Descriptor(opening: name, O_RDWR | O_CREAT | O_TRUNC)
            let isLocked = file.lock()
            // Before it was locked, somebody who opened the session may have removed it as a dead recorder's.
            guard FileStatus(path: name)?.identity == file.identity else { continue }
            guard isLocked else { throw SessionError.beingRecorded(path: session) }
            return file
        }
    }

    /// Whether the file is still where it was made, with all that is mapped.
    var isInPlace: Bool {
        guard let status = FileStatus(path: path) else { return false }
        return status.identity == descriptor.identity && status.length >= mapping?.count ?? 0
    }

    func isFree(committed: Int) -> Bool {
        open == 0 && lastSeq <= committed
    }

    /// Makes the file empty.
    ///
    /// - Throws: `SessionError`.
    func empty() throws {
        guard ftruncate(descriptor.number, 0) == 0 else { throw SessionError(errno: errno, path: path) }
    }

    /// Makes the first `count` bytes of the empty file shared memory, if that can be.
    mutating func map(_ count: Int) {
        mapping = FileMapping(filling: descriptor, count: count)
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
        guard descriptor.write(bytes, at: offset), !syncs || descriptor.sync() else {
            throw SessionError(errno: errno, path: path)
        }
    }

    /// Fills in the seq of the line at `offset`.
    ///
    /// - Throws: `SessionError`.
    func write(seq: Int, at offset: Int, syncs: Bool) throws {
        let offset = offset + CrashLogLine.seqOffset
        if let mapping, offset + 16 <= mapping.count, let word = CrashLogLine.word(seq: seq) {
            return mapping.store(word, at: offset + 8)
        }
        var bytes: [UInt8] = []
        CrashLogLine.write(seq: seq, to: &bytes)
        // Not in two stores: the process may end between them.
        try put(bytes, at: offset, syncs: syncs)
    }

    /// The file made anew at its path, with all that it holds, locked where that is asked for.
    ///
    /// - Throws: `SessionError`.
    func copied(locking: Bool) throws -> CrashLogFile {
        let name = Self.newPath(path)
        var copy = self
        copy.descriptor = try Descriptor(opening: name, O_RDWR | O_CREAT | O_TRUNC)
        copy.descriptor.protect(as: protection)
        do {
            if locking, !copy.descriptor.lock() { throw SessionError.beingRecorded(path: path) }
            copy.mapping = nil
            try copy.write(try content(), at: 0, syncs: false)
            copy.mapping = mapping.flatMap { FileMapping(of: copy.descriptor, count: $0.count) }
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
        var bytes = [UInt8](repeating: 0, count: Int(lseek(descriptor.number, 0, SEEK_END)))
        let count = bytes.withUnsafeMutableBytes { pread(descriptor.number, $0.baseAddress, $0.count, 0) }
        guard count == bytes.count else { throw SessionError(errno: errno, path: path) }
        return bytes
    }
}
