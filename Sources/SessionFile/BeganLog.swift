import Foundation
import StateTree

/// The side files that hold what was dispatched and is not yet in the session file.
///
/// An action is appended before its reducer runs, with one `write`, so it outlives the process however that ends.
/// Opening the session afterwards folds the files in and removes them. Both are JSON Lines:
///
///     {"began":57,"parent":56,"at":1760000000000000,"type":"Increase","coder":"codable","payload":{"by":1}}
///     {"done":57}
///
/// Two files take turns, so that neither grows without bound: one is written from its start again as soon as all it
/// holds is committed. What remains behind the new lines is old, and is recognised by its seq; a line that was cut by
/// that is no valid JSON. The first file is locked (`flock`) while the recording lasts.
///
/// Sound to share because every access to its state happens under `lock`.
package final class BeganLog: @unchecked Sendable {
    private struct Segment {
        let file: Descriptor
        let path: String
        var offset = 0
        var lastSeq = 0
    }

    /// The length at which a file is left for the other one, in bytes.
    private static let segmentLength = 1 << 20
    /// The length of a line up to which its memory serves the next one, in bytes.
    private static let longestKeptLine = 1 << 16

    private let lock = NSLock()
    private var segments: [Segment]
    private var active = 0
    private var committed = 0
    private var line: [UInt8] = []
    private let syncs: Bool

    /// Makes the side files of the session at `url` and locks them; with `syncs`, each append waits for the disk.
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

    /// Puts a began action in the operating system's hands.
    ///
    /// - Throws: `SessionError` when that fails; the log stays usable.
    package func appendBegan(_ record: ActionRecord) throws {
        lock.lock()
        defer { lock.unlock() }
        if segments[active].lastSeq <= committed {
            segments[active].offset = 0
        } else if segments[active].offset > Self.segmentLength, segments[1 - active].lastSeq <= committed {
            active = 1 - active
            segments[active].offset = 0
        }
        try append { Self.write(record, to: &$0) }
        segments[active].lastSeq = record.seq
    }

    /// Notes that the reducer came back from action `seq`.
    ///
    /// - Throws: `SessionError` when that fails; the log stays usable.
    package func appendDone(_ seq: Int) throws {
        lock.lock()
        defer { lock.unlock() }
        try append { line in
            line.append(literal: "{\"done\":")
            line.append(decimal: Int64(seq))
            line.append(literal: "}\n")
        }
    }

    /// Notes that all actions up to `seq` are in the session file, so that their lines may be overwritten.
    package func retire(through seq: Int) {
        lock.withLock { committed = max(committed, seq) }
    }

    /// Removes the files, after the session file was closed.
    package func remove() {
        for segment in lock.withLock({ segments }) { unlink(segment.path) }
    }

    private static func write(_ record: ActionRecord, to line: inout [UInt8]) {
        line.append(literal: "{\"began\":")
        line.append(decimal: Int64(record.seq))
        line.append(literal: ",\"parent\":")
        line.append(decimal: Int64(record.parent))
        line.append(literal: ",\"at\":")
        line.append(decimal: record.at)
        line.append(literal: ",\"type\":")
        line.append(jsonString: record.type)
        line.append(literal: ",\"coder\":")
        line.append(jsonString: record.coder.rawValue)
        if let origin = record.origin {
            line.append(literal: ",\"origin\":")
            line.append(jsonString: origin)
        }
        if let payload = record.payload {
            line.append(literal: ",\"payload\":")
            payload.write(to: &line)
        }
        line.append(literal: "}\n")
    }

    /// Appends the line that `fill` makes.
    private func append(_ fill: (inout [UInt8]) -> Void) throws {
        line.removeAll(keepingCapacity: line.count <= Self.longestKeptLine)
        fill(&line)
        let file = segments[active].file.number
        let offset = segments[active].offset
        var written = 0
        while written < line.count {
            let count = line.withUnsafeBytes { bytes in
                let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
                return pwrite(file, rest.baseAddress, rest.count, off_t(offset + written))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SessionError(errno: errno, path: segments[active].path) }
            written += count
        }
        if syncs, fsync(file) != 0 { throw SessionError(errno: errno, path: segments[active].path) }
        segments[active].offset = offset + written
    }

    /// The paths of the side files of the session at `url`.
    package static func paths(for url: URL) -> [String] {
        [url.path + "-began", url.path + "-began2"]
    }
}
