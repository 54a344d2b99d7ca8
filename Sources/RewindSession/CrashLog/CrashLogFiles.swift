import Foundation

/// The side files and the current one. Everything that changes under the lock is in one value, so that Swift checks for
/// exclusive access only once a call.
struct CrashLogFiles {
    /// The length after which writing continues in the other file, in bytes.
    private static let fileLength = 1 << 18
    /// The maximum length of a file, in bytes.
    private static let longestFile = 1 << 26
    /// The maximum length of a line whose memory is kept for the next one, in bytes.
    private static let longestKeptLine = 1 << 16
    /// The mapped length of each file, in bytes: enough unless the writer falls behind.
    private static let mappedLength = fileLength + longestKeptLine

    private(set) var files: [CrashLogFile]
    private var active = 0
    private var bytes: [UInt8] = []
    private let syncs: Bool
    /// The dispatches whose reducers are running, and the indices of the files with their lines.
    private var open: [(ticket: Int, file: Int)] = []
    private var hasEnded = false
    /// What is in the session file.
    private(set) var committed = CrashLog.Committed()

    /// Empties the files.
    ///
    /// - Throws: `SessionError`.
    init(_ files: [CrashLogFile], medium: CrashLog.Medium) throws {
        (self.files, syncs) = (files, medium == .disk)
        for index in files.indices {
            try self.files[index].empty()
            if medium == .memory { self.files[index].map(Self.mappedLength) }
        }
    }

    /// Ignores everything after this.
    mutating func end() {
        hasEnded = true
        files[0].unlock()
    }

    mutating func begin(_ line: CrashLogLine) throws {
        guard !hasEnded else { return }
        try findRoom()
        line.write(to: &bytes)
        try files[active].begin(bytes, syncs: syncs)
        open.append((line.ticket, active))
    }

    /// Adds line `number` of those of effects, which `write` appends.
    mutating func addEffectLine(_ number: Int, _ write: (inout [UInt8]) -> Void) throws {
        guard !hasEnded, number > committed.effectLine else { return }
        try findRoom()
        write(&bytes)
        try files[active].add(bytes, number: number, syncs: syncs)
    }

    /// Finds the file for the next line.
    private mutating func findRoom() throws {
        if files[active].isFree(committed) {
            files[active].rewind()
        } else if files[active].offset > Self.fileLength, files[1 - active].isFree(committed) {
            active = 1 - active
            files[active].rewind()
        }
        // A file that the writer has not committed cannot be overwritten.
        guard files[active].offset < Self.longestFile else {
            throw SessionError(errno: EFBIG, path: files[active].path)
        }
        removeLine()
    }

    /// Empties the memory for the next line.
    private mutating func removeLine() {
        bytes.removeAll(keepingCapacity: bytes.count <= Self.longestKeptLine)
    }

    mutating func end(_ ticket: Int, seq: Int) throws {
        guard !hasEnded else { return }
        let index = open.lastIndex { $0.ticket == ticket }
        // In the file of the dispatch, so that the dispatch cannot outlast its end there.
        let file = index.map { open.remove(at: $0).file } ?? active
        removeLine()
        CrashLogEnd(ticket: ticket, seq: seq).write(to: &bytes)
        try files[file].end(bytes, seq: seq, wasOpen: index != nil, syncs: syncs)
    }

    /// Records what is in the session file.
    mutating func retire(through seq: Int, effectLine: Int) {
        guard !hasEnded else { return }
        committed.seq = max(committed.seq, seq)
        committed.effectLine = max(committed.effectLine, effectLine)
        removeLine()
        CrashLogCommit(seq: committed.seq).write(to: &bytes)
        // A line that cannot be written now is written at the next commit. Nothing is lost without it.
        try? files[0].replaceFirst(by: bytes)
    }

    func remove() {
        // The first one is removed last: as long as it exists, the next opening completes the removal.
        for file in files.reversed() where file.isInPlace { unlink(file.path) }
    }
}
