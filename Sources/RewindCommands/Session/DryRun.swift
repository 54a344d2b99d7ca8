import Foundation
import RewindSession
import RewindUpkeep

/// A change of a session that is only reported: it is made in a copy.
enum DryRun {
    /// Calls `body`, which changes the session at its URL argument: `url`, or a copy of it if the run is dry.
    ///
    /// - Throws: Any error of `body`, or an error from copying the session.
    static func change<Result>(_ url: URL, isDry: Bool, _ body: (URL) throws -> Result) throws -> Result {
        guard isDry else { return try body(url) }
        return try ScratchFolder.with(for: "dry-run") { folder in
            let copy = folder.appendingPathComponent(url.lastPathComponent)
            try SessionFile.copy(url, to: copy)
            return try body(copy)
        }
    }
}
