import Foundation
import RewindSession

/// The empty file beside a session whose copy is not complete, so that a later launch completes it.
enum LinkMark {
    static func create(_ url: URL) {
        _ = try? Descriptor(opening: url.path + SessionRecovery.linkEnding, O_WRONLY | O_CREAT)
    }

    static func remove(_ url: URL) {
        unlink(url.path + SessionRecovery.linkEnding)
    }

    /// Returns the marked sessions in a folder, oldest first.
    static func sessions(in folder: URL) -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(SessionRecovery.linkEnding) }.sorted().map { name in
            folder.appendingPathComponent(String(name.dropLast(SessionRecovery.linkEnding.count)))
        }
    }
}
