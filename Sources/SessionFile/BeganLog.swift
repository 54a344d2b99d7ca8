import Foundation
import StateTree

/// The side files that hold what was dispatched and is not yet in the session file.
///
/// An action is written before its reducer runs, with one `write`, so it outlives the process however that ends.
/// Opening the session afterwards folds the files in and removes them. Both are JSON Lines (`BeganLine`).
///
/// Two files take turns, so that neither grows without bound: one is written from its start again as soon as all it
/// holds is committed. What remains behind the new lines is old and has a seq that the session file has, or was cut
/// and is no valid line. The first file is locked (`flock`) while the recording lasts.
///
/// Sound to share because every access to its state happens under `lock`.
package final class BeganLog: @unchecked Sendable {
    /// Where the line of an action stands, so that its seq can be filled in.
    package struct Place: Sendable {
        fileprivate let segment: Int
        fileprivate let offset: Int
    }

    private struct Segment {
        let file: Descriptor
        let path: String
        var offset = 0
        /// How many of its lines have no seq yet.
        var open = 0
        var lastSeq = 0

        func isFree(committed: Int) -> Bool {
            open == 0 && lastSeq <= committed
        }
    }

    /// The length at which a file is left for the other one, in bytes.
    private static let segmentLength = 1 << 20
    /// The length of a line up to which its memory serves the next one, in bytes.
    private static let longestKeptLine = 1 << 16

    private let lock = NSLock()
    private var segments: [Segment]
    private var active = 0
    private var committed = 0
    private var bytes: [UInt8] = []
    private let syncs: Bool

    /// Makes the side files of the session at `url` and locks them; with `syncs`, each write waits for the disk.
    ///
    /// - Throws: `SessionError`.
    package init(creatingFor url: URL, syncs: Bool) throws {
        self.syncs = syncs
        segments = []
        for path in Self.paths(for: url) {
            segments.append(Segment(file: try Descriptor(opening: path, O_RDWR | O_CREAT), path: path))
        }
        guard segments[0].file.lock() else { throw SessionError.beingRecorded(path: url.path) }
        for segment in segments where ftruncate(segment.file.number, 0) != 0 {
            throw SessionError(errno: errno, path: segment.path)
        }
    }

    /// Puts an action in the operating system's hands.
    ///
    /// - Returns: where its line is, for `setSeq`; a line that has its seq needs that no more.
    /// - Throws: `SessionError` when that fails; the log stays usable.
    package func append(_ line: BeganLine) throws -> Place {
        lock.lock()
        defer { lock.unlock() }
        bytes.removeAll(keepingCapacity: bytes.count <= Self.longestKeptLine)
        line.write(to: &bytes)
        if segments[active].isFree(committed: committed) {
            segments[active].offset = 0
        } else if segments[active].offset > Self.segmentLength, segments[1 - active].isFree(committed: committed) {
            active = 1 - active
            segments[active].offset = 0
        }
        let place = Place(segment: active, offset: segments[active].offset + line.seqOffset)
        try write(at: segments[active].offset, in: active)
        segments[active].offset += bytes.count
        if let seq = line.seq {
            segments[active].lastSeq = max(segments[active].lastSeq, seq)
        } else {
            segments[active].open += 1
        }
        return place
    }

    /// Notes that the reducer came back: the action has its place in the log of the session.
    ///
    /// - Throws: `SessionError` when that fails; the log stays usable.
    package func setSeq(_ seq: Int, at place: Place) throws {
        lock.lock()
        defer { lock.unlock() }
        segments[place.segment].open -= 1
        segments[place.segment].lastSeq = max(segments[place.segment].lastSeq, seq)
        bytes.removeAll(keepingCapacity: bytes.count <= Self.longestKeptLine)
        BeganLine.write(seq: seq, to: &bytes)
        try write(at: place.offset, in: place.segment)
    }

    /// Notes that all actions up to `seq` are in the session file, so that their lines may be overwritten.
    package func retire(through seq: Int) {
        lock.withLock { committed = max(committed, seq) }
    }

    /// Removes the files, after the session file was closed. What is in their place meanwhile is left.
    package func remove() {
        // The first one goes last: as long as it is there, the next opening removes what this left.
        for segment in lock.withLock({ segments }).reversed()
        where FileIdentity(path: segment.path) == segment.file.identity {
            unlink(segment.path)
        }
    }

    /// Writes `bytes`.
    private func write(at offset: Int, in index: Int) throws {
        let segment = segments[index]
        try bytes.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
                let count = pwrite(segment.file.number, rest.baseAddress, rest.count, off_t(offset + written))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw SessionError(errno: errno, path: segment.path) }
                written += count
            }
        }
        if syncs, fsync(segment.file.number) != 0 { throw SessionError(errno: errno, path: segment.path) }
    }

    /// The paths of the side files of the session at `url`.
    package static func paths(for url: URL) -> [String] {
        [url.path + "-began", url.path + "-began2"]
    }
}
