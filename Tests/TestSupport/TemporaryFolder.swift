import Foundation

/// A folder that is removed when this object is deallocated.
package final class TemporaryFolder {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "rewind-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Returns the path of a session that does not exist yet.
    package func session(_ name: String = "a.rewind") -> URL {
        url.appending(path: name)
    }

    /// The names of the items in the folder.
    package var contents: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }
}
