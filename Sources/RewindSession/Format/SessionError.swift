import CRewindSQLite
import Foundation
import RewindTree

/// An error of a session file. Never contains a value from a state or a payload.
package enum SessionError: Error, Hashable, Sendable {
    /// The reason why a file is not a session.
    package enum Mismatch: Hashable, Sendable {
        case empty
        case notSQLite
        case otherApplication(id: UInt32)
        case missingTable(String)
        case otherColumns(table: String)
        case plantedSchema(name: String)
    }

    /// The kind of damage inside a session.
    package enum Damage: Hashable, Sendable {
        case cutShort(expectedBytes: Int, actualBytes: Int)
        case sqlite(message: String)
        case actionMissing(seq: Int)
        case chunkMissing(id: Int)
        case chunkCycle(id: Int)
        case malformed(table: String, column: String, row: Int)
        case tooDeep(table: String, column: String, row: Int)
        case patchDoesNotApply(seq: Int)
        case noInitialState
        /// No action matches its hash.
        case noSoundAction
    }

    case notFound(path: String)
    case isDirectory(path: String)
    case notASession(path: String, Mismatch)
    case unsupportedVersion(path: String, found: Int)
    case damaged(path: String, Damage)
    case alreadyExists(path: String)
    /// The folder in which to create the file does not exist.
    case noSuchFolder(path: String)
    /// The app of the session is recording.
    case beingRecorded(path: String)
    case diskFull(path: String)
    /// The file or its folder may not be read or written.
    case notPermitted(path: String)
    /// The operating system refused; `reason` is its text.
    case system(path: String, reason: String)

    /// Converts a SQLite error for the file at `path`.
    package init(_ error: SQLiteError, path: String) {
        switch error.code {
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_MISMATCH:
            self = .damaged(path: path, .sqlite(message: error.message))
        case SQLITE_FULL: self = .diskFull(path: path)
        case SQLITE_READONLY, SQLITE_PERM: self = .notPermitted(path: path)
        case SQLITE_BUSY, SQLITE_LOCKED: self = .beingRecorded(path: path)
        default: self = .system(path: path, reason: error.message)
        }
    }

    /// Converts the `errno` of a call for the file at `path`.
    package init(errno code: Int32, path: String) {
        switch code {
        case ENOENT: self = .notFound(path: path)
        case EEXIST: self = .alreadyExists(path: path)
        case ENOSPC, EDQUOT: self = .diskFull(path: path)
        case EROFS, EACCES, EPERM: self = .notPermitted(path: path)
        case EISDIR: self = .isDirectory(path: path)
        default: self = .system(path: path, reason: String(cString: strerror(code)))
        }
    }

    /// Runs `body` and converts SQLite errors to `SessionError`.
    package static func translating<T>(path: String, _ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as SQLiteError {
            throw SessionError(error, path: path)
        }
    }
}

extension SessionError.Damage {
    /// Returns the error for a stored text that is not valid JSON for the format.
    package static func unreadable(_ error: JSONError, table: String, column: String, row: Int) -> Self {
        error.reason == .tooDeep
            ? .tooDeep(table: table, column: column, row: row) : .malformed(table: table, column: column, row: row)
    }
}

extension Error {
    /// The localized description of the error, if it has one, otherwise its description.
    package var recordedText: String {
        (self as? any LocalizedError)?.errorDescription ?? String(describing: self)
    }
}
