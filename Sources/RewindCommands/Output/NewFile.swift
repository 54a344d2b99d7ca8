import ArgumentParser
import Foundation
import RewindSession

/// A file that a command writes.
///
/// All commands write through ``make(from:overwrites:isSession:_:)``, which protects existing sessions: it refuses an
/// output that is the input or is being recorded, and it replaces a file atomically, with a complete one.
package struct NewFile: ExpressibleByArgument {
    package static let defaultCompletionKind = CompletionKind.file()

    package let path: String

    package init(argument: String) {
        path = argument
    }

    package var url: URL { URL(fileURLWithPath: path) }

    /// True for standard output.
    var isStandardOutput: Bool { path == "-" }
    package var defaultValueDescription: String { path }

    /// Checks that the path is not empty, as that would mean the current folder.
    ///
    /// - Throws: `ValidationError`.
    package func validate() throws {
        if path.isEmpty { throw ValidationError.emptyOutputPath }
    }

    /// Checks that the file can be written and, without `overwrites`, that it replaces no file.
    ///
    /// - Parameter source: The session that the command reads.
    /// - Throws: `CommandError.outputIsInput`, `.outputIsSideFile`, `.outputIsFolder`, `.outputIsNoFile`,
    ///   `.outputExists`; `SessionError.beingRecorded`.
    func check(from source: URL?, overwrites: Bool, isSession: Bool = false) throws {
        if isStandardOutput { throw CommandError.outputIsNoFile(path: path) }
        let status = FileStatus(path: url.path)
        if let source, let status, status.identity == FileStatus(path: source.path)?.identity {
            throw CommandError.outputIsInput(path: path, input: source.relativePath)
        }
        if let session = SessionRecovery.session(beside: url) {
            throw CommandError.outputIsSideFile(path: path, session: session.lastPathComponent)
        }
        if status?.isFolder == true || path.hasSuffix("/") { throw CommandError.outputIsFolder(path: path) }
        // Root could replace even /dev/stdout.
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

    /// Writes a draft of the file with `make`, and renames it when it is complete. If `make` throws, the draft is
    /// deleted.
    ///
    /// - Parameters:
    ///   - source: The session that the command reads.
    ///   - overwrites: Whether an existing file, and side files of a session, may be replaced.
    ///   - isSession: Whether the file is a session.
    /// - Throws: The errors of `check(from:overwrites:isSession:)`; `SessionError`; any error of `make`.
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

    /// Records a session with `record`: at the path of the file, where others can follow it, or, if it replaces another
    /// file, in a draft that is renamed at the end.
    ///
    /// - Throws: The errors of `make(from:overwrites:isSession:_:)`.
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
    /// - Throws: The errors of `make(from:overwrites:isSession:_:)`.
    func write(_ bytes: [UInt8], from source: URL?, overwrites: Bool) throws {
        try write(from: source, overwrites: overwrites) { try $0(bytes) }
    }

    /// Writes the pieces that `body` passes to its argument to the file, readable by its owner only.
    ///
    /// - Throws: The errors of `make(from:overwrites:isSession:_:)`.
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

    /// Returns the error with the path of the file in place of the path of its draft.
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

/// The options of a command that writes a file.
struct NewFileOptions: ParsableArguments {
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("Output file", valueName: "file")
    )
    var target: NewFile?

    @Flag(help: "Overwrite the file")
    var force = false

    func validate() throws {
        try target?.validate()
    }

    /// Omits the output file if it is standard output, for commands that print without one.
    mutating func printToStandardOutput() {
        if target?.isStandardOutput == true { target = nil }
    }

    /// Checks that a file to overwrite is named, for commands without a default name.
    ///
    /// - Throws: `ValidationError`.
    func checkForce() throws {
        if force, target == nil { throw ValidationError.forceWithoutOutput }
    }
}

/// The options of a command that only writes a file.
struct RequiredNewFileOptions: ParsableArguments {
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("Output file", valueName: "file")
    )
    var target: NewFile

    @Flag(help: "Overwrite the file")
    var force = false

    func validate() throws {
        try target.validate()
    }
}
