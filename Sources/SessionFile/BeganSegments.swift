import Foundation

/// The side files and the one whose turn it is: all that is changed under the lock, in one value, so that Swift checks
/// once for each call that nobody else has access.
struct BeganSegments {
    /// The length at which a file is left for the other one, in bytes.
    private static let segmentLength = 1 << 20
    /// The length of a line up to which its memory serves the next one, in bytes.
    private static let longestKeptLine = 1 << 16

    private var segments: [BeganSegment]
    private var active = 0
    private var bytes: [UInt8] = []
    private let syncs: Bool
    var committed = 0

    init(_ segments: [BeganSegment], syncs: Bool) {
        self.segments = segments
        self.syncs = syncs
    }

    func lock(path: String) throws {
        guard segments[0].file.lock() else { throw SessionError.beingRecorded(path: path) }
        for segment in segments where ftruncate(segment.file.number, 0) != 0 {
            throw SessionError(errno: errno, path: segment.path)
        }
    }

    mutating func append(_ line: BeganLine) throws -> BeganLog.Place {
        bytes.removeAll(keepingCapacity: bytes.count <= Self.longestKeptLine)
        line.write(to: &bytes)
        if segments[active].isFree(committed: committed) {
            segments[active].offset = 0
        } else if segments[active].offset > Self.segmentLength, segments[1 - active].isFree(committed: committed) {
            active = 1 - active
            segments[active].offset = 0
        }
        let offset = segments[active].offset
        try segments[active].write(bytes, at: offset, syncs: syncs)
        segments[active].offset += bytes.count
        if let seq = line.seq {
            segments[active].lastSeq = max(segments[active].lastSeq, seq)
        } else {
            segments[active].open += 1
        }
        return BeganLog.Place(segment: active, offset: offset + line.seqOffset)
    }

    mutating func setSeq(_ seq: Int, at place: BeganLog.Place) throws {
        segments[place.segment].open -= 1
        segments[place.segment].lastSeq = max(segments[place.segment].lastSeq, seq)
        bytes.removeAll(keepingCapacity: bytes.count <= Self.longestKeptLine)
        BeganLine.write(seq: seq, to: &bytes)
        try segments[place.segment].write(bytes, at: place.offset, syncs: syncs)
    }

    func remove() {
        // The first one goes last: as long as it is there, the next opening removes what this left.
        for segment in segments.reversed() where FileIdentity(path: segment.path) == segment.file.identity {
            unlink(segment.path)
        }
    }
}
