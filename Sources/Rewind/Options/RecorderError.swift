import Foundation
import RewindSession

/// An error that prevents a recording from starting or a session from being removed.
public struct RecorderError: Error, Hashable, Sendable {
    /// The reason for an error.
    public enum Reason: Hashable, Sendable {
        /// The file exists. A session is never overwritten.
        case fileExists
        /// An app is recording into the session.
        case beingRecorded
        /// The recorder does not record.
        case notRecording
        /// The folder does not exist.
        case noSuchFolder
        /// The URL is not a file URL; `path` is the whole URL.
        case notFileURL
        /// The path is that of a folder.
        case isFolder
        /// The file is in the container of an app group. iOS ends an app that is suspended while it holds a lock on a
        /// file there, as a recorder does.
        case inAppGroup
        /// The disk is full.
        case diskFull
        /// Writing the file or its folder is not permitted.
        case notPermitted
        /// Another error, with the system's message.
        case other(String)
    }

    public let reason: Reason
    /// The path of the session.
    public let path: String
    /// The underlying error of the session file.
    package let cause: (any Error)?

    package init(_ reason: Reason, path: String) {
        self.reason = reason
        self.path = path
        cause = nil
    }

    init(_ error: any Error, path: String) {
        cause = error
        switch error {
        case SessionError.alreadyExists(let path): (reason, self.path) = (.fileExists, path)
        case SessionError.beingRecorded(let path): (reason, self.path) = (.beingRecorded, path)
        case SessionError.noSuchFolder(let path): (reason, self.path) = (.noSuchFolder, path)
        case SessionError.isDirectory(let path): (reason, self.path) = (.isFolder, path)
        case SessionError.diskFull(let path): (reason, self.path) = (.diskFull, path)
        case SessionError.notPermitted(let path): (reason, self.path) = (.notPermitted, path)
        case SessionError.noLocks(let path):
            (reason, self.path) = (.other("its file system has no locks (flock)"), path)
        case SessionError.partMissing(let path, let missing):
            (reason, self.path) = (.other("\(missing) is missing"), path)
        case SessionError.system(let path, let text): (reason, self.path) = (.other(text), path)
        case SessionError.damaged(let path, let damage): (reason, self.path) = (.other(damage.description), path)
        case SessionError.notASession(let path, let mismatch):
            (reason, self.path) = (.other(mismatch.description), path)
        default: (reason, self.path) = (.other(error.clause), path)
        }
    }

    public static func == (left: RecorderError, right: RecorderError) -> Bool {
        (left.reason, left.path) == (right.reason, right.path)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(reason)
        hasher.combine(path)
    }

    /// Returns the message of an error.
    static func text(of error: any Error) -> String {
        RecorderError(error, path: "The session").description
    }

    /// Runs `body` and converts its errors.
    ///
    /// - Throws: `RecorderError`; with the reason `.notFileURL`, before `body` runs, if `url` is not a file URL.
    static func translating<Result>(at url: URL, _ body: () throws -> Result) throws(RecorderError) -> Result {
        // The path of another URL may also be that of an existing file.
        guard url.isFileURL else { throw RecorderError(.notFileURL, path: url.absoluteString) }
        do {
            return try body()
        } catch {
            throw RecorderError(error, path: url.path)
        }
    }
}

extension RecorderError: CustomStringConvertible {
    public var description: String {
        switch reason {
        case .fileExists: "There is already a file at \(path)."
        case .beingRecorded: "An app is recording into \(path)."
        case .notRecording: "Nothing is being recorded."
        case .noSuchFolder: "The folder of \(path) does not exist."
        case .notFileURL: "\(path) is not a file URL. Create one with URL(filePath:)."
        case .isFolder: "\(path) is a folder."
        case .inAppGroup:
            "\(path) is in an app group's container, where iOS ends a suspended app that holds a lock on a file. Record "
                + "into the app's own container."
        case .diskFull: "The disk is full: \(path) cannot be written."
        case .notPermitted: "Writing \(path) is not permitted."
        case .other(let text): "\(path) cannot be written: \(text)."
        }
    }
}
