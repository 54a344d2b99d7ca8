import Foundation

/// A temporary folder for one test.
struct Folder: Sendable {
    let url: URL

    /// Calls `body` with a new, empty folder and removes it afterward.
    static func temporary<T>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: (Folder) async throws -> T
    ) async throws -> T {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("rewind-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: url) }
        return try await body(Folder(url: url.resolvingSymlinksInPath()))
    }

    func file(_ name: String) -> URL {
        url.appendingPathComponent(name)
    }

    func write(_ data: Data, to name: String) throws {
        try data.write(to: file(name))
    }

    func read(_ name: String) throws -> Data {
        try Data(contentsOf: file(name))
    }

    func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(at: file(name), withIntermediateDirectories: true)
    }

    func setPermissions(_ permissions: Int, of name: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file(name).path)
    }

    func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: file(name).path)
    }

    /// Returns the content of the folder: the bytes of each file, nil for a folder.
    func contents() throws -> [String: Data?] {
        var contents: [String: Data?] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: url.path) {
            let isFolder = try file(path).resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true
            contents[path] = .some(isFolder ? nil : try read(path))
        }
        return contents
    }
}
