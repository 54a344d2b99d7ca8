import Foundation

/// One of the side files.
struct CrashLogFile {
    private let descriptor: Descriptor
    /// The start of the file, if it can be mapped.
    private var mapping: FileMapping?
    let path: String
    /// The offset of the first line.
    private let start: Int
    /// The offset of the next line.
    private(set) var offset: Int
    /// The largest seq of an action whose lines are here.
    private var lastSeq = 0
    /// The largest number of a line of an effect here.
    private var lastEffectLine = 0
    /// The number of unfinished actions whose lines are here.
    private var openCount = 0
    /// The end lines that could not be written yet: until they are, their actions seem unfinished.
    private var unwrittenEnds: [UInt8] = []

    init(creating path: String, protection: ProtectionClass?) throws {
        descriptor = try Descriptor(opening: path, O_RDWR | O_CREAT)
        (self.path, start, offset) = (path, 0, 0)
        descriptor.protect(as: protection)
    }

    /// Creates the file whose lock shows that the session at `session` is being recorded, and which has room for a
    /// `CrashLogCommit` before its lines.
    ///
    /// - Throws: `SessionError`, which is `.beingRecorded` if another recorder has the lock.
    init(creatingLocked path: String, of session: String, protection: ProtectionClass?) throws {
        if let old = try? Descriptor(opening: path, O_RDWR) { try Self.lock(old, of: session) }
        // Under its final name it would be unlocked for a moment, and look like the file of a dead recorder.
        let name = Self.newPath(path)
        do {
            descriptor = try Self.locked(name, of: session)
        } catch SessionError.noLocks(let session) {
            unlink(name)
            throw SessionError.noLocks(path: session)
        }
        (self.path, start, offset) = (path, CrashLogCommit.length, CrashLogCommit.length)
        descriptor.protect(as: protection)
        guard rename(name, path) == 0 else {
            unlink(name)
            throw SessionError(errno: errno, path: path)
        }
    }

    /// Opens the file at `name`, empty and locked.
    private static func locked(_ name: String, of session: String) throws -> Descriptor {
        while true {
            let file = try Descriptor(opening: name, O_RDWR | O_CREAT | O_TRUNC)
            try lock(file, of: session)
            // Before it was locked, another process may have removed it as the file of a dead recorder.
            if FileStatus(path: name)?.identity == file.identity { return file }
        }
    }

    /// Locks the file, unless another recorder has. A process that looks for a recorder has the lock for a moment.
    private static func lock(_ file: Descriptor, of session: String) throws {
        for _ in 0..<1_000 {
            if file.lock() { return }
            if file.hasNoLocks { throw SessionError.noLocks(path: session) }
            usleep(1_000)
        }
        throw SessionError.beingRecorded(path: session)
    }

    /// Releases the lock on the session.
    func unlock() {
        descriptor.unlock()
    }

    /// True if the file is still at its path, and not shorter than its mapping.
    var isInPlace: Bool {
        guard let status = FileStatus(path: path) else { return false }
        return status.identity == descriptor.identity && status.length >= mapping?.count ?? 0
    }

    /// Returns true if all its actions and effects are in the session file, as far as `committed`.
    func isFree(_ committed: CrashLog.Committed) -> Bool {
        openCount == 0 && lastSeq <= committed.seq && lastEffectLine <= committed.effectLine && unwrittenEnds.isEmpty
    }

    /// Moves to the start for the next line.
    mutating func rewind() {
        offset = start
    }

    /// Replaces the line before the others.
    ///
    /// - Throws: `SessionError`.
    func replaceFirst(by line: [UInt8]) throws {
        try write(line, at: 0, syncs: false)
    }

    /// Empties the file.
    ///
    /// - Throws: `SessionError`.
    func empty() throws {
        guard ftruncate(descriptor.number, 0) == 0 else { throw SessionError(errno: errno, path: path) }
    }

    /// Maps the first `count` bytes of the empty file to shared memory, if possible.
    mutating func map(_ count: Int) {
        mapping = FileMapping(filling: descriptor, count: count)
        // The zeros already written would take up space on a disk that may be full.
        if mapping == nil { try? empty() }
    }

    /// Appends the line of a dispatch. With `syncs`, waits for the disk.
    ///
    /// - Throws: `SessionError`.
    mutating func begin(_ line: [UInt8], syncs: Bool) throws {
        try append(line, syncs: syncs)
        openCount += 1
    }

    /// Appends line `number` of those of effects. With `syncs`, waits for the disk.
    ///
    /// - Throws: `SessionError`.
    mutating func add(_ line: [UInt8], number: Int, syncs: Bool) throws {
        lastEffectLine = max(lastEffectLine, number)
        try append(line, syncs: syncs)
    }

    /// Appends the line with the seq of an action. If it cannot be written now, and the line of the dispatch is here,
    /// it is written before the next line.
    ///
    /// - Throws: `SessionError`.
    mutating func end(_ line: [UInt8], seq: Int, wasOpen: Bool, syncs: Bool) throws {
        if wasOpen { openCount -= 1 }
        lastSeq = max(lastSeq, seq)
        do {
            try append(line, syncs: syncs)
        } catch {
            if wasOpen { unwrittenEnds += line }
            throw error
        }
    }

    private mutating func append(_ line: [UInt8], syncs: Bool) throws {
        if !unwrittenEnds.isEmpty {
            try write(unwrittenEnds, syncs: syncs)
            unwrittenEnds = []
        }
        try write(line, syncs: syncs)
    }

    private mutating func write(_ bytes: [UInt8], syncs: Bool) throws {
        try write(bytes, at: offset, syncs: syncs)
        offset += bytes.count
    }

    private func write(_ bytes: [UInt8], at offset: Int, syncs: Bool) throws {
        if let mapping, offset + bytes.count <= mapping.count {
            mapping.store(bytes, at: offset)
        } else {
            guard descriptor.write(bytes, at: offset), !syncs || descriptor.sync() else {
                throw SessionError(errno: errno, path: path)
            }
        }
    }

    /// Returns the path at which a file is created that is later renamed to `path`.
    static func newPath(_ path: String) -> String {
        path + "-new"
    }
}
