import Foundation

/// A file under way that takes its name only when it is whole.
package struct SessionDraft {
    /// Where it is written.
    package let url: URL
    private let output: URL

    /// Makes way for a draft of a new file at `output`.
    ///
    /// - Throws: `SessionError.alreadyExists` where there is a file already.
    package init(clearedFor output: URL) throws {
        self.output = output
        url = URL(fileURLWithPath: output.path + "-draft")
        guard FileStatus(path: output.path) == nil else { throw SessionError.alreadyExists(path: output.path) }
        // What a process that was killed left there is nobody's.
        discard()
    }

    /// Creates a draft of a new file at `output`, readable by its owner only.
    ///
    /// - Throws: `SessionError`, `.alreadyExists` where there is a file already.
    package init(for output: URL) throws {
        try self.init(clearedFor: output)
        do {
            _ = try Descriptor(opening: url.path, O_RDWR | O_CREAT | O_EXCL)
        } catch SessionError.notFound {
            throw SessionError.noSuchFolder(path: output.path)
        }
    }

    /// Gives the file its name.
    ///
    /// - Throws: `SessionError`, `.alreadyExists` where a file has come there meanwhile.
    package func publish() throws {
        guard link(url.path, output.path) == 0 else { throw SessionError(errno: errno, path: output.path) }
        unlink(url.path)
    }

    /// Removes it.
    package func discard() {
        for path in paths { unlink(path) }
    }

    /// The file and those that SQLite puts beside it.
    package var paths: [String] {
        ["", "-wal", "-shm", "-journal"].map { url.path + $0 }
    }
}
