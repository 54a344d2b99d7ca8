import Foundation
import RewindSession

/// Why a recording could not be started, or a session not be removed.
public struct RecorderError: Error, Hashable, Sendable {
    /// What stands in the way.
    public enum Reason: Hashable, Sendable {
        /// There is a file already: a session is never overwritten.
        case fileExists
        /// An app is recording into the session.
        case beingRecorded
        /// The folder is not there.
        case noSuchFolder
        /// The URL is none of a file: `path` is all of it.
        case notFileURL
        /// The path leads to a folder.
        case isFolder
        /// The file is in the container of an app group. iOS ends an app that is suspended while it holds a lock on a
        /// file there, as a recorder does.
        case inAppGroup
        /// The disk has no room.
        case diskFull
        /// The file or its folder may not be written.
        case notPermitted
        /// Something else, as the system tells it.
        case other(String)
    }

    public let reason: Reason
    /// The path of the session.
    public let path: String
    /// The error as the session file gave it.
    package let cause: (any Error)?

    package init(_ reason: Reason, path: String) {
        (self.reason, self.path, cause) = (reason, path, nil)
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
        case SessionError.system(let path, let text): (reason, self.path) = (.other(text), path)
        default: (reason, self.path) = (.other("\(error)"), path)
        }
    }

    public static func == (left: RecorderError, right: RecorderError) -> Bool {
        (left.reason, left.path) == (right.reason, right.path)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(reason)
        hasher.combine(path)
    }

    /// What an error says to people.
    static func text(of error: any Error) -> String {
        RecorderError(error, path: "The session").description
    }

    /// Gives what `body` throws as a `RecorderError`.
    ///
    /// - Throws: `RecorderError`, with `.notFileURL` before `body` runs where `url` is none of a file.
    static func translating<Result>(at url: URL, _ body: () throws -> Result) throws(RecorderError) -> Result {
        // The path of another URL may be that of a file all the same, which it does not mean.
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
        case .fileExists: "There is a file at \(path) already."
        case .beingRecorded: "An app is recording into \(path)."
        case .noSuchFolder: "The folder of \(path) is not there."
        case .notFileURL: "\(path) is no URL of a file: one begins with file://, and URL(filePath:) makes it."
        case .isFolder: "\(path) is a folder."
        case .inAppGroup:
            "\(path) is in an app group's container, where iOS ends a suspended app that holds a lock on a file: record "
                + "into the app's own container."
        case .diskFull: "The disk has no room for \(path)."
        case .notPermitted: "\(path) may not be written."
        case .other(let text): "\(path) cannot be written: \(text)."
        }
    }
}
