#if os(macOS) || os(Linux)

import Foundation
import RewindSession

/// A change of a session that is only to be told: it is done to a copy.
enum DryRun {
    /// What `body` gives, which changes the session at the URL that it gets: `url`, or where the run is dry a copy of it.
    ///
    /// - Throws: what `body` throws, or what keeps the session from being copied.
    static func change<Result>(_ url: URL, isDry: Bool, _ body: (URL) throws -> Result) throws -> Result {
        guard isDry else { return try body(url) }
        return try ScratchFolder.with(for: "dry-run") { folder in
            let copy = folder.appendingPathComponent(url.lastPathComponent)
            try FileManager.default.copyItem(at: url.resolvingSymlinksInPath(), to: copy)
            return try body(copy)
        }
    }
}

#endif
