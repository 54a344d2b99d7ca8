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
    private let syncs: Bool
    /// The dispatches whose reducers are at work, and the files that their lines are in.
    private var open: [(ticket: Int, file: Int)] = []
    private var hasEnded = false
    /// The last action that is in the session file.
    var committed = 0

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

    /// Lets nothing more in.
    mutating func end() {
        hasEnded = true
        files[0].unlock()
    }

    mutating func begin(_ line: CrashLogLine) throws {
        guard !hasEnded else { return }
        if files[active].isFree(committed: committed) {
            files[active].rewind()
        } else if files[active].offset > Self.fileLength, files[1 - active].isFree(committed: committed) {
            active = 1 - active
            files[active].rewind()
        }
        // A writer that is stuck makes no room.
        guard files[active].offset < Self.longestFile else {
            throw SessionError(errno: EFBIG, path: files[active].path)
        }
        bytes.removeAll(keepingCapacity: bytes.count <= Self.longestKeptLine)
        line.write(to: &bytes)
        try files[active].begin(bytes, syncs: syncs)
        open.append((line.ticket, active))
    }

    mutating func end(_ ticket: Int, seq: Int) throws {
        guard !hasEnded else { return }
        let index = open.lastIndex { $0.ticket == ticket }
        // Beside the line of the dispatch, whose end is not to be overwritten before it.
        let file = index.map { open.remove(at: $0).file } ?? active
        bytes.removeAll(keepingCapacity: bytes.count <= Self.longestKeptLine)
        CrashLogEnd(ticket: ticket, seq: seq).write(to: &bytes)
        try files[file].end(bytes, seq: seq, wasOpen: index != nil, syncs: syncs)
    }

    func remove() {
        // The first one goes last: as long as it is there, the next opening removes what this left.
        for file in files.reversed() where file.isInPlace { unlink(file.path) }
    }
}
