import Foundation

/// A temporary folder that only its owner can read.
package enum ScratchFolder {
    /// Calls `body` with a new folder, and then removes it with its contents.
    ///
    /// - Parameter purpose: A part of its name.
    /// - Throws: `SessionError`, or the error of `body`.
    package static func with<Result>(for purpose: String, _ body: (URL) throws -> Result) throws -> Result {
        let folder = try make(for: purpose)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }

    /// Creates a new folder, which only its owner can read. The caller removes it.
    ///
    /// - Throws: `SessionError`.
    package static func make(for purpose: String) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "rewind-\(purpose)-\(UUID().uuidString)"
        )
        guard mkdir(folder.path, 0o700) == 0 else { throw SessionError(errno: errno, path: folder.path) }
        return folder
    }
}
