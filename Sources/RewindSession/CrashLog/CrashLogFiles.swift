import Foundation

/// The side files and the one whose turn it is: all that is changed under the lock, in one value, so that Swift checks
/// once for each call that nobody else has access.
struct CrashLogFiles {
    /// The length at which a file is left for the other one, in bytes.
    private static let fileLength = 1 << 18
    /// The length at which a file takes no more, in bytes.
    private static let longestFile = 1 << 26
    /// The length of a line up to which its memory serves the next one, in bytes.
    private static let longestKeptLine = 1 << 16
    /// How much of each file is mapped, in bytes: all that is written there unless the writer lags behind.
    private static let mappedLength = fileLength + longestKeptLine

    private(set) var files: [CrashLogFile]
    private var active = 0
    private var bytes: [UInt8] = []
    private let medium: CrashLog.Medium
    private var syncs: Bool { medium == .disk }
    /// The seqs that could not be filled in yet: their lines must not look as if they were under way.
    private var owed: [(seq: Int, position: CrashLog.Position)] = []
    private var hasEnded = false
    var committed = 0

    init(_ files: [CrashLogFile], medium: CrashLog.Medium) {
        self.files = files
        self.medium = medium
    }

    /// Makes the files ready for the first action.
    ///
    /// - Throws: `SessionError`.
    mutating func empty() throws {
        for index in files.indices {
            try files[index].empty()
            if medium == .memory { files[index].map(Self.mappedLength) }
        }
    }

    /// Lets nothing more in.
    mutating func end() {
        hasEnded = true
        files[0].descriptor.unlock()
    }

    mutating func append(_ line: CrashLogLine) throws -> CrashLog.Position? {
        guard !hasEnded else { return nil }
        try payOwed()
        bytes.removeAll(keepingCapacity: bytes.count <= Self.longestKeptLine)
        line.write(to: &bytes)
        if files[active].isFree(committed: committed) {
            files[active].offset = 0
        } else if files[active].offset > Self.fileLength, files[1 - active].isFree(committed: committed) {
            active = 1 - active
            files[active].offset = 0
        }
        let offset = files[active].offset
        // A writer that is stuck makes no room.
        guard offset < Self.longestFile else { throw SessionError(errno: EFBIG, path: files[active].path) }
        try files[active].write(bytes, at: offset, syncs: syncs)
        files[active].offset += bytes.count
        if let seq = line.seq {
            files[active].lastSeq = max(files[active].lastSeq, seq)
        } else {
            files[active].open += 1
        }
        return CrashLog.Position(file: active, offset: offset)
    }

    mutating func setSeq(_ seq: Int, at position: CrashLog.Position) throws {
        guard !hasEnded else { return }
        do {
            try payOwed()
            try write(seq, at: position)
        } catch {
            owed.append((seq, position))
            throw error
        }
    }

    private mutating func payOwed() throws {
        while let (seq, position) = owed.last {
            try write(seq, at: position)
            owed.removeLast()
        }
    }

    private mutating func write(_ seq: Int, at position: CrashLog.Position) throws {
        try files[position.file].write(seq: seq, at: position.offset, syncs: syncs)
        files[position.file].open -= 1
        files[position.file].lastSeq = max(files[position.file].lastSeq, seq)
    }

    /// Puts the files back where somebody has deleted or moved them, with all they hold, so that positions stay valid.
    ///
    /// - Throws: `SessionError`.
    mutating func restore() throws {
        for index in files.indices where !files[index].isInPlace {
            files[index] = try files[index].copied(locking: index == 0)
        }
    }

    func remove() {
        // The first one goes last: as long as it is there, the next opening removes what this left.
        for file in files.reversed() where file.isInPlace { unlink(file.path) }
    }
}
