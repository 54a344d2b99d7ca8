#if os(macOS) || os(Linux)

import ArgumentParser
import Foundation
import RewindSession

/// A file that a command writes.
///
/// All commands write through ``make(from:overwrites:isSession:_:)``, so that none loses a session: an output that is the
/// input, or that is being recorded, is refused, and a file is replaced in one step by a complete one.
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

    /// Checks that the file can be written, and, without `overwrites`, that no file is replaced.
    ///
    /// - Parameter source: the session that the command reads.
    /// - Throws: `CommandError.outputIsInput`, `.outputIsSideFile`, `.outputIsFolder`, `.outputIsNoFile`, `.outputExists`;
    ///   `SessionError.beingRecorded`.
    func check(from source: URL?, overwrites: Bool, isSession: Bool = false) throws {
        let status = FileStatus(path: url.path)
        if let source, let status, status.identity == FileStatus(path: source.path)?.identity {
            throw CommandError.outputIsInput(path: path, input: source.relativePath)
        }
        if let session = SessionRecovery.session(beside: url) {
            throw CommandError.outputIsSideFile(path: path, session: session.lastPathComponent)
        }
        if status?.isFolder == true || path.hasSuffix("/") { throw CommandError.outputIsFolder(path: path) }
        // As root, one could replace even /dev/stdout.
        if status?.isRegular == false || url.deletingLastPathComponent().path == "/dev" {
            throw CommandError.outputIsNoFile(path: path)
        }
        if (try? SessionRecovery.isRecorderAtWork(on: url)) == true { throw SessionError.beingRecorded(path: path) }
        guard !overwrites else { return }
        if status != nil { throw CommandError.outputExists(path: path) }
        if isSession, let other = sideFile { throw CommandError.outputExists(path: path + other) }
    }

    /// The ending of the first side file that exists for a session at this path.
    private var sideFile: String? {
        SessionRecovery.sideEndings.first { FileStatus(path: url.path + $0) != nil }
    }

    /// Has `make` write a draft of the file, which takes the file's name when it is complete. When `make` throws, nothing
    /// is left of it.
    ///
    /// - Parameters:
    ///   - source: the session that the command reads.
    ///   - overwrites: whether a file with that name, and side files of a session, may be replaced.
    ///   - isSession: whether the file is a session.
    /// - Throws: as `check(from:overwrites:isSession:)`; `SessionError`, or what `make` throws.
    package func make<Result>(
        from source: URL?,
        overwrites: Bool,
        isSession: Bool = true,
        _ make: (URL) throws -> Result
    ) throws -> Result {
        try check(from: source, overwrites: overwrites, isSession: isSession)
        let draft = FileDraft(of: url)
        do {
            let result = try make(draft.url)
            try publish(draft, overwrites: overwrites)
            return result
        } catch {
            draft.discard()
            throw failure(error, of: draft)
        }
    }

    /// Has `record` record a session: at the path of the file, where others can follow it, or, if it is to replace
    /// another file, in a draft that does so in the end.
    ///
    /// - Throws: as `make(from:overwrites:isSession:_:)`.
    package func record<Result>(
        overwrites: Bool,
        isolation: isolated (any Actor)? = #isolation,
        _ record: (URL) async throws -> Result
    ) async throws -> Result {
        try check(from: nil, overwrites: overwrites, isSession: true)
        guard FileStatus(path: url.path) != nil || sideFile != nil else { return try await record(url) }
        let draft = FileDraft(of: url)
        do {
            let result = try await record(draft.url)
            try publish(draft, overwrites: overwrites)
            return result
        } catch {
            try? SessionRecovery.remove(draft.url)
            throw failure(error, of: draft)
        }
    }

    /// Writes bytes to the file, readable by its owner only.
    ///
    /// - Throws: as `make(from:overwrites:isSession:_:)`.
    func write(_ bytes: [UInt8], from source: URL?, overwrites: Bool) throws {
        try write(from: source, overwrites: overwrites) { try $0(bytes) }
    }

    /// Writes to the file what `body` passes to its argument, piece by piece; readable by its owner only.
    ///
    /// - Throws: as `make(from:overwrites:isSession:_:)`.
    func write(
        from source: URL?,
        overwrites: Bool,
        _ body: (_ write: ([UInt8]) throws -> Void) throws -> Void
    ) throws {
        try make(from: source, overwrites: overwrites, isSession: false) { url in
            let file = try Descriptor(opening: url.path, O_WRONLY | O_CREAT | O_EXCL)
            var length = 0
            try body { bytes in
                guard file.write(bytes, at: length) else { throw SessionError(errno: errno, path: url.path) }
                length += bytes.count
            }
        }
    }

    private func publish(_ draft: FileDraft, overwrites: Bool) throws {
        if overwrites { try SessionRecovery.replace(url, by: draft) } else { try draft.publish() }
    }

    /// The error in terms of the file rather than of its draft.
    private func failure(_ error: any Error, of draft: FileDraft) -> any Error {
        let written = draft.url.path
        switch error {
        case SessionError.alreadyExists(url.path): return CommandError.outputExists(path: path)
        case SessionError.notFound(written), SessionError.noSuchFolder(written):
            return SessionError.noSuchFolder(path: path)
        case SessionError.notPermitted(written): return SessionError.notPermitted(path: path)
        case SessionError.diskFull(written): return SessionError.diskFull(path: path)
        case SessionError.system(written, let reason): return SessionError.system(path: path, reason: reason)
        default: return error
        }
    }
}

#endif
