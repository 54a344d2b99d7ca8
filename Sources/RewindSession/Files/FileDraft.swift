import Foundation

/// A file that is written beside its output, and renamed to it when it is complete.
package struct FileDraft {
    /// The URL to write to. No other file has this name, so nothing is ever removed to make way for a draft.
    package let url: URL
    private let output: URL

    /// Chooses a name for a draft of the file at `output`. Creates nothing.
    package init(of output: URL) {
        self.output = output
        url = URL(fileURLWithPath: "\(output.path)-draft-\(UUID().uuidString.prefix(8).lowercased())")
    }

    /// Renames the complete draft to its output.
    ///
    /// - Throws: `SessionError`, which is `.alreadyExists` if a file has that name. The draft is then kept.
    package func publish() throws {
        try sync()
        if link(url.path, output.path) == 0 {
            unlink(url.path)
        } else {
            // Some file systems have no hard links.
            guard errno != EEXIST, FileStatus(path: output.path) == nil else {
                throw SessionError.alreadyExists(path: output.path)
            }
            guard rename(url.path, output.path) == 0 else { throw failure }
        }
        syncFolder()
    }

    /// Renames the draft to its output in one step, replacing any file there. Call `sync()` first.
    ///
    /// - Throws: `SessionError`. Both files are then kept.
    package func replaceOutput() throws {
        guard rename(url.path, output.path) == 0 else { throw failure }
        syncFolder()
    }

    /// Waits until the draft is on the disk.
    ///
    /// - Throws: `SessionError`.
    package func sync() throws {
        guard try Descriptor(opening: url.path, O_RDONLY).sync() else { throw failure }
    }

    /// Waits until the name is on the disk, too, if the file system supports that.
    private func syncFolder() {
        _ = try? Descriptor(opening: output.deletingLastPathComponent().path, O_RDONLY).sync()
    }

    private var failure: SessionError { SessionError(errno: errno, path: output.path) }

    /// Removes the draft and the files that SQLite creates beside it.
    package func discard() {
        for path in SessionFile.paths(at: url) { unlink(path) }
    }
}
