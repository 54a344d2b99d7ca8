import Foundation

#if os(Linux)
/// A file system of 2 MB that is there as long as this is.
final class SmallDisk {
    enum Failure: Error {
        case mount(status: Int32)
    }

    let url: URL
    private var ballast: URL { url.appending(path: "ballast") }

    /// Whether this process may mount one: a container often may not.
    static let isPossible = (try? SmallDisk()) != nil

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "rewind-disk-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        do {
            try Self.run("mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", url.path)
        } catch {
            try? FileManager.default.removeItem(at: url)
            throw error
        }
    }

    deinit {
        try? Self.run("umount", "-l", url.path)
        try? FileManager.default.removeItem(at: url)
    }

    /// Takes what room there is.
    func fill() {
        let file = open(ballast.path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        let bytes = [UInt8](repeating: 0, count: 4096)
        while write(file, bytes, bytes.count) > 0 {}
        close(file)
    }

    /// Gives the room back.
    func empty() throws {
        // A process that another test is starting may hold the file open for a moment still.
        truncate(ballast.path, 0)
        try FileManager.default.removeItem(at: ballast)
    }

    func makeReadOnly() throws {
        try Self.run("mount", "-o", "remount,ro", url.path)
    }

    private static func run(_ arguments: String...) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure.mount(status: process.terminationStatus) }
    }
}
#endif
