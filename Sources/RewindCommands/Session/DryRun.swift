#if os(macOS) || os(Linux)

import Foundation

/// A change of a session that is only to be told: it is done to a copy.
enum DryRun {
    /// What `body` gives, which changes the session at the URL that it gets: `url`, or where the run is dry a copy of it.
    ///
    /// - Throws: what `body` throws, or what keeps the session from being copied.
    static func change<Result>(_ url: URL, isDry: Bool, _ body: (URL) throws -> Result) throws -> Result {
        guard isDry else { return try body(url) }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rewind-\(UUID().uuidString)")
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false, attributes: attributes)
        defer { try? FileManager.default.removeItem(at: folder) }
        let copy = folder.appendingPathComponent(url.lastPathComponent)
        try FileManager.default.copyItem(at: url.resolvingSymlinksInPath(), to: copy)
        return try body(copy)
    }
}

#endif
