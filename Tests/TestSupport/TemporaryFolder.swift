import Foundation
import Testing

/// A folder that is removed when this object is deallocated.
package final class TemporaryFolder: Sendable {
    package let url: URL

    /// Creates the folder. The test fails if that is not possible.
    package init() {
        let url = FileManager.default.temporaryDirectory.appending(path: "rewind-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        } catch {
            Issue.record(error, "The folder cannot be created.")
        }
        self.url = url.resolvingSymlinksInPath()
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Returns the path of a session that does not exist yet.
    package func session(_ name: String = "a.rewind") -> URL {
        file(name)
    }

    package func file(_ name: String) -> URL {
        url.appending(path: name)
    }

    package func write(_ data: Data, to name: String) throws {
        try data.write(to: file(name))
    }

    package func read(_ name: String) throws -> Data {
        try Data(contentsOf: file(name))
    }

    package func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(at: file(name), withIntermediateDirectories: true)
    }

    package func setPermissions(_ permissions: Int, of name: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file(name).path)
    }

    package func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: file(name).path)
    }

    /// Returns true if a browser has downloaded the file. Until it has, the file is empty.
    package func isDownloaded(_ name: String) -> Bool {
        (try? read(name).isEmpty) == false
    }

    /// The names of the items in the folder.
    package var contents: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }

    /// Returns the bytes of each file in the folder and the folders in it, nil for a folder.
    package func files() throws -> [String: Data?] {
        var files: [String: Data?] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: url.path) {
            let isFolder = try file(path).resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true
            files[path] = .some(isFolder ? nil : try read(path))
        }
        return files
    }
}
