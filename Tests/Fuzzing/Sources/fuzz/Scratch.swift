import Foundation
import RewindSession

/// A folder in memory for the files of one input at a time.
enum Scratch {
    private static let folder: URL = {
        let memory = URL(fileURLWithPath: "/dev/shm")
        let parent =
            FileManager.default.fileExists(atPath: memory.path) ? memory : FileManager.default.temporaryDirectory
        let folder = parent.appendingPathComponent("rewind-fuzz-\(ProcessInfo.processInfo.processIdentifier)")
        atexit { try? FileManager.default.removeItem(at: Scratch.folder) }
        return folder
    }()

    /// The path of the session for an input.
    static let session = url("a.rewind")

    /// Returns the path of a file with this name.
    static func url(_ name: String) -> URL {
        folder.appendingPathComponent(name)
    }

    /// Removes all files, and creates the session file with the given bytes.
    static func start(with bytes: [UInt8]) {
        try? FileManager.default.removeItem(at: folder)
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        write(bytes, to: session)
    }

    static func write(_ bytes: some Sequence<UInt8>, to url: URL) {
        let isWritten = FileManager.default.createFile(atPath: url.path, contents: Data(bytes))
        require(isWritten, "\(url.path) cannot be written")
    }

    static func read(_ url: URL) -> [UInt8] {
        FileManager.default.contents(atPath: url.path).map { Array($0) } ?? []
    }
}
