#if os(macOS) || os(Linux)

import ArgumentParser
import Foundation
import RewindSession

/// A file that a command makes.
package struct NewFile: ExpressibleByArgument {
    package static let defaultCompletionKind = CompletionKind.file()

    package let path: String

    package init(argument: String) {
        path = argument
    }

    package var url: URL { URL(fileURLWithPath: path) }
    /// The path from the root of the file system.
    var absolutePath: String { url.path }
    package var defaultValueDescription: String { path }

    /// - Throws: `ValidationError` when the path is empty: it would be taken for the current folder.
    package func validate() throws {
        if path.isEmpty { throw ValidationError.emptyOutputPath }
    }

    /// Writes a text to the file, which is not there yet.
    ///
    /// - Throws: `CommandError.newFileExists`, `CommandError.outputIsFolder`, `SessionError` saying what is in the way.
    func write(_ text: String) throws {
        try create(permissions: 0o644) { try $0(Data(text.utf8)) }
    }

    /// Writes bytes to the file, for its owner alone unless it is told otherwise.
    ///
    /// - Parameter overwrites: whether a file that is there makes way for it, when all of it is written.
    /// - Throws: as `write(_:)` for a text; `CommandError.outputExists` is that the file is there and could have made way.
    func write(_ data: Data, overwrites: Bool, permissions: mode_t = 0o600) throws {
        try write(overwrites: overwrites, permissions: permissions) { try $0(data) }
    }

    /// Writes what `body` gives to what it is called with, piece by piece; nothing is left of it where `body` throws.
    ///
    /// - Throws: as `write(_:overwrites:)`, or what `body` throws.
    func write(
        overwrites: Bool,
        permissions: mode_t = 0o600,
        _ body: (_ write: (Data) throws -> Void) throws -> Void
    ) throws {
        guard overwrites, FileManager.default.fileExists(atPath: path) else {
            do {
                return try create(permissions: permissions, body)
            } catch CommandError.newFileExists(let path) {
                throw CommandError.outputExists(path: path)
            }
        }
        if try url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true {
            throw CommandError.outputIsFolder(path: path)
        }
        let draft = NewFile(argument: "\(path)-\(UUID().uuidString)")
        try draft.create(permissions: permissions, body)
        guard rename(draft.path, path) == 0 else {
            let code = errno
            unlink(draft.path)
            throw failure(code)
        }
    }

    /// Has `make` make a session at the URL that it gets: at this one, or where a file is there and is to make way, beside
    /// it, whose place it takes when it is whole. A session that makes way takes along what is beside it.
    ///
    /// - Throws: `CommandError.outputExists` where the file is there and could have made way, `CommandError.outputIsFolder`,
    ///   `SessionError`, or what `make` throws.
    func session<Result>(overwrites: Bool, _ make: (URL) throws -> Result) throws -> Result {
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        if isFolder.boolValue { throw CommandError.outputIsFolder(path: path) }
        guard isThere else { return try make(url) }
        guard overwrites else { throw CommandError.outputExists(path: path) }
        let draft = NewFile(argument: "\(path)-\(UUID().uuidString)")
        do {
            let result = try make(draft.url)
            try SessionRecovery.remove(url)
            guard rename(draft.path, path) == 0 else { throw failure(errno) }
            return result
        } catch {
            unlink(draft.path)
            throw error
        }
    }

    private func create(permissions: mode_t, _ body: (_ write: (Data) throws -> Void) throws -> Void) throws {
        let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
        guard number >= 0 else { throw failure(errno) }
        let file = FileHandle(fileDescriptor: number, closeOnDealloc: true)
        do {
            try body { data in
                do {
                    try file.write(contentsOf: data)
                } catch {
                    throw SessionError.system(path: path, reason: Wording.notWritten)
                }
            }
        } catch {
            // Half a file would be in the way of the next attempt.
            unlink(path)
            throw error
        }
    }

    private func failure(_ code: Int32) -> any Error {
        var isFolder: ObjCBool = false
        switch code {
        case EISDIR: return CommandError.outputIsFolder(path: path)
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

#endif
