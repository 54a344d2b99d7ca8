import Foundation

/// A folder that goes when it is let go.
package final class TemporaryFolder {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "rewind-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// The path of a session that is not there yet.
    package func session(_ name: String = "a.rewind") -> URL {
        url.appending(path: name)
    }

    /// The names of what is in the folder.
    package var contents: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }
}
