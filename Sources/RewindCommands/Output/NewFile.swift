import Foundation
import RewindSession

/// A file that a command makes.
enum NewFile {
    /// Writes a text to a file that is not there yet.
    ///
    /// - Throws: `CommandError.newFileExists`, `CommandError.outputIsFolder`, `SessionError` saying what is in the way.
    static func write(_ text: String, to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw failure(errno, path) }
        do {
            try FileHandle(fileDescriptor: file, closeOnDealloc: true).write(contentsOf: Data(text.utf8))
        } catch {
            // Half a file would be in the way of the next attempt.
            unlink(path)
            throw SessionError.system(path: path, reason: "it could not be written")
        }
    }

    private static func failure(_ code: Int32, _ path: String) -> any Error {
        var isFolder: ObjCBool = false
        switch code {
        case EEXIST:
            let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            return exists && isFolder.boolValue
                ? CommandError.outputIsFolder(path: path) : CommandError.newFileExists(path: path)
        case ENOENT: return SessionError.noSuchFolder(path: path)
        case EACCES, EPERM, EROFS: return SessionError.notPermitted(path: path)
        case ENOSPC: return SessionError.diskFull(path: path)
        default: return SessionError.system(path: path, reason: String(cString: strerror(code)))
        }
    }
}
