import Foundation
import RewindSession

/// The files that mark sessions: an empty one beside a session whose copy is not complete, so that a later launch
/// completes it, and one beside a session that is not uploaded again.
enum LinkMark {
    static func create(_ url: URL) {
        _ = try? Descriptor(opening: url.path + SessionRecovery.linkEnding, O_WRONLY | O_CREAT)
    }

    static func remove(_ url: URL) {
        unlink(url.path + SessionRecovery.linkEnding)
    }

    /// Marks a session as not to be uploaded again. `reason` is that of a refusal, or empty.
    static func setUploaded(_ url: URL, reason: String = "") {
        let file = try? Descriptor(opening: url.path + SessionRecovery.uploadEnding, O_WRONLY | O_CREAT)
        _ = file?.write(Array(reason.utf8), at: 0)
    }

    static func isUploaded(_ url: URL) -> Bool {
        FileStatus(path: url.path + SessionRecovery.uploadEnding) != nil
    }

    /// Returns the sessions in a folder whose copies are not complete, oldest first.
    static func sessions(in folder: URL) -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(SessionRecovery.linkEnding) }.sorted().map { name in
            folder.appendingPathComponent(String(name.dropLast(SessionRecovery.linkEnding.count)))
        }
    }
}
