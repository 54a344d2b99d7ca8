import Foundation

/// A file that is written beside its output, and takes the name of that when it is complete.
package struct FileDraft {
    /// The URL to write to. No other file has this name: nothing is ever removed to make way for a draft.
    package let url: URL
    private let output: URL

    /// Chooses a name for a draft of the file at `output`, and creates nothing.
    package init(of output: URL) {
        self.output = output
        url = URL(fileURLWithPath: "\(output.path)-draft-\(UUID().uuidString.prefix(8).lowercased())")
    }

    /// Gives the complete draft the name of its output.
    ///
    /// - Throws: `SessionError`, `.alreadyExists` where a file has that name. The draft is still there then.
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

    /// Gives the draft the name of its output in one step, also if another file has that name. It must be on the disk.
    ///
    /// - Throws: `SessionError`. Both files are still there then.
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

    /// Waits until the name is on the disk, too, as far as the file system can do that.
    private func syncFolder() {
        _ = try? Descriptor(opening: output.deletingLastPathComponent().path, O_RDONLY).sync()
    }

    private var failure: SessionError { SessionError(errno: errno, path: output.path) }

    /// Removes the draft and the files that SQLite creates beside it.
    package func discard() {
        for path in SessionFile.paths(at: url) { unlink(path) }
    }
}
