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

    private let lock = NSLock()
    private var segments: [Segment]
    private var active = 0
    private var committed = 0
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
        var line = Array("{\"began\":\(record.seq),\"parent\":\(record.parent),\"at\":\(record.at),\"type\":".utf8)
        Tree.string(record.type).write(to: &line)
        line += ",\"coder\":\"\(record.coder.rawValue)\"".utf8
        if let origin = record.origin {
            line += ",\"origin\":".utf8
            Tree.string(origin).write(to: &line)
        }
        if let payload = record.payload {
            line += ",\"payload\":".utf8
            payload.write(to: &line)
        }
        line += "}\n".utf8
        lock.lock()
        defer { lock.unlock() }
        if segments[active].lastSeq <= committed {
            segments[active].offset = 0
        } else if segments[active].offset > Self.segmentLength, segments[1 - active].lastSeq <= committed {
            active = 1 - active
            segments[active].offset = 0
        }
        try append(line)
        segments[active].lastSeq = record.seq
    }

    /// Notes that the reducer came back from action `seq`.
    ///
    /// - Throws: `SessionError` when that fails; the log stays usable.
    package func appendDone(_ seq: Int) throws {
        try lock.withLock { try append(Array("{\"done\":\(seq)}\n".utf8)) }
    }

    /// Notes that all actions up to `seq` are in the session file, so that their lines may be overwritten.
    package func retire(through seq: Int) {
        lock.withLock { committed = max(committed, seq) }
    }

    /// Removes the files, after the session file was closed.
    package func remove() {
        for segment in lock.withLock({ segments }) { unlink(segment.path) }
    }

    private func append(_ line: [UInt8]) throws {
        let segment = segments[active]
        var written = 0
        while written < line.count {
            let count = line[written...].withUnsafeBytes {
                pwrite(segment.file.number, $0.baseAddress, $0.count, off_t(segment.offset + written))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SessionError(errno: errno, path: segment.path) }
            written += count
        }
        if syncs, fsync(segment.file.number) != 0 { throw SessionError(errno: errno, path: segment.path) }
        segments[active].offset += written
    }

    /// The paths of the side files of the session at `url`.
    package static func paths(for url: URL) -> [String] {
        [url.path + "-began", url.path + "-began2"]
    }
}
