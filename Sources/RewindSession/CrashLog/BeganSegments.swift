import Foundation

/// The side files and the one whose turn it is: all that is changed under the lock, in one value, so that Swift checks
/// once for each call that nobody else has access.
struct BeganSegments {
    /// The length at which a file is left for the other one, in bytes.
    private static let segmentLength = 1 << 18
    /// The length at which a file takes no more, in bytes.
    private static let longestSegment = 1 << 26
    /// The length of a line up to which its memory serves the next one, in bytes.
    private static let longestKeptLine = 1 << 16
    /// How much of each file is mapped, in bytes: all that is written there unless the writer lags behind.
    private static let mappedLength = segmentLength + longestKeptLine

    private var segments: [BeganSegment]
    private var active = 0
    private var bytes: [UInt8] = []
    private let medium: BeganLog.Medium
    private var syncs: Bool { medium == .disk }
    /// The seqs that could not be filled in yet: their lines must not look as if they were under way.
    private var owed: [(seq: Int, place: BeganLog.Place)] = []
    private var hasEnded = false
    var committed = 0

    init(_ segments: [BeganSegment], medium: BeganLog.Medium) {
        self.segments = segments
        self.medium = medium
    }

    /// Makes the files ready for the first action.
    ///
    /// - Throws: `SessionError`.
    mutating func empty() throws {
        for index in segments.indices {
            try segments[index].empty()
            if medium == .memory { segments[index].map(Self.mappedLength) }
        }
    }

    /// Lets nothing more in.
    mutating func end() {
        hasEnded = true
        segments[0].file.unlock()
    }

    mutating func append(_ line: BeganLine) throws -> BeganLog.Place? {
        guard !hasEnded else { return nil }
        try payOwed()
        bytes.removeAll(keepingCapacity: bytes.count <= Self.longestKeptLine)
        line.write(to: &bytes)
        if segments[active].isFree(committed: committed) {
            segments[active].offset = 0
        } else if segments[active].offset > Self.segmentLength, segments[1 - active].isFree(committed: committed) {
            active = 1 - active
            segments[active].offset = 0
        }
        let offset = segments[active].offset
        // A writer that is stuck makes no room.
        guard offset < Self.longestSegment else { throw SessionError(errno: EFBIG, path: segments[active].path) }
        try segments[active].write(bytes, at: offset, syncs: syncs)
        segments[active].offset += bytes.count
        if let seq = line.seq {
            segments[active].lastSeq = max(segments[active].lastSeq, seq)
        } else {
            segments[active].open += 1
        }
        return BeganLog.Place(segment: active, offset: offset)
    }

    mutating func setSeq(_ seq: Int, at place: BeganLog.Place) throws {
        guard !hasEnded else { return }
        do {
            try payOwed()
            try write(seq, at: place)
        } catch {
            owed.append((seq, place))
            throw error
        }
    }

    private mutating func payOwed() throws {
        while let (seq, place) = owed.last {
            try write(seq, at: place)
            owed.removeLast()
        }
    }

    private mutating func write(_ seq: Int, at place: BeganLog.Place) throws {
        try segments[place.segment].write(seq: seq, at: place.offset, syncs: syncs)
        segments[place.segment].open -= 1
        segments[place.segment].lastSeq = max(segments[place.segment].lastSeq, seq)
    }

    /// The files as they are now, for a look at whether they are where they were.
    var places: [BeganSegment] { segments }

    /// Puts the files back where somebody has deleted or moved them, with all they hold, so that places stay valid.
    ///
    /// - Throws: `SessionError`.
    mutating func restore() throws {
        for index in segments.indices where !segments[index].isInPlace {
            segments[index] = try segments[index].copied(locking: index == 0)
        }
    }

    func remove() {
        // The first one goes last: as long as it is there, the next opening removes what this left.
        for segment in segments.reversed() where segment.isInPlace { unlink(segment.path) }
    }
}
