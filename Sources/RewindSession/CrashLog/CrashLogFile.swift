import Foundation

/// One of the side files.
struct CrashLogFile {
    private let descriptor: Descriptor
    /// The beginning of the file, where it can be mapped.
    private var mapping: FileMapping?
    let path: String
    /// Where the next line goes.
    private(set) var offset = 0
    /// The largest seq of an action that has its lines here.
    private var lastSeq = 0
    /// The number of actions under way that have their lines here.
    private var openCount = 0
    /// The ends that could not be written yet: until they are, their actions look as if they were under way.
    private var unwrittenEnds: [UInt8] = []

    init(creating path: String, protection: ProtectionClass?) throws {
        descriptor = try Descriptor(opening: path, O_RDWR | O_CREAT)
        self.path = path
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
        self.path = path
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

    /// Lets others have the session.
    func unlock() {
        descriptor.unlock()
    }

    /// Whether the file is still where it was made, with all that is mapped.
    var isInPlace: Bool {
        guard let status = FileStatus(path: path) else { return false }
        return status.identity == descriptor.identity && status.length >= mapping?.count ?? 0
    }

    /// Whether all that it holds is in the session file, whose last action is `committed`.
    func isFree(committed: Int) -> Bool {
        openCount == 0 && lastSeq <= committed && unwrittenEnds.isEmpty
    }

    /// Has the next line go to the start.
    mutating func rewind() {
        offset = 0
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

    /// Adds the line of a dispatch; with `syncs`, on the disk itself.
    ///
    /// - Throws: `SessionError`.
    mutating func begin(_ line: [UInt8], syncs: Bool) throws {
        try append(line, syncs: syncs)
        openCount += 1
    }

    /// Adds the line that says that an action got a seq; if that of its dispatch is here, and this one cannot be written
    /// now, it is written before the next one.
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
        if let mapping, offset + bytes.count <= mapping.count {
            mapping.store(bytes, at: offset)
        } else {
            guard descriptor.write(bytes, at: offset), !syncs || descriptor.sync() else {
                throw SessionError(errno: errno, path: path)
            }
        }
        offset += bytes.count
    }

    /// Where a file is made that is to come to `path`.
    static func newPath(_ path: String) -> String {
        path + "-new"
    }
}
