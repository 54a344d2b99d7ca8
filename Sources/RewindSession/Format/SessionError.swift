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
    /// The file system of the session has no locks, so it is not known whether an app is recording.
    case noLocks(path: String)
    /// The recording was not closed, and the file at `missing`, with its latest actions, is not beside it.
    case partMissing(path: String, missing: String)
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

    /// The description without a period at its end, as a part of another sentence.
    package var clause: String {
        let text = String(describing: self)
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}

extension SessionError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notFound(let path): "No file \(path)."
        case .isDirectory(let path): "\(path) is a folder, not a session file."
        case .notASession(let path, let mismatch): "\(path) is not a Rewind session: \(mismatch)."
        case .unsupportedVersion(let path, let found):
            "\(path) has format version \(found); rewind \(SessionFormat.packageVersion) reads versions up to "
                + "\(SessionFormat.version)."
        case .damaged(let path, let damage): "\(path) is damaged: \(damage)."
        case .alreadyExists(let path): "\(path) already exists."
        case .noSuchFolder(let path): "\(path) cannot be created: no such folder."
        case .beingRecorded(let path): "\(path) is in use by its app or by another rewind."
        case .noLocks(let path): "\(path) cannot be written: its file system has no locks (flock)."
        case .partMissing(let path, let missing): "\(path) was not closed, and \(missing) is missing."
        case .diskFull(let path): "\(path) cannot be written: the disk is full."
        case .notPermitted(let path): "\(path) cannot be read or changed: permission denied."
        case .system(let path, let reason): "\(path) cannot be opened: \(reason)."
        }
    }
}

extension SessionError.Mismatch: CustomStringConvertible {
    /// A clause about the file.
    package var description: String {
        switch self {
        case .empty: "it is empty"
        case .notSQLite: "it is not a SQLite file"
        case .otherApplication(let id): "it is a SQLite file of another application (id \(id))"
        case .missingTable(let name): "it has no table \"\(name)\""
        case .otherColumns(let name): "its table \"\(name)\" has other columns"
        case .plantedSchema(let name): "it contains \"\(name)\", a trigger or view that no recorder writes"
        }
    }
}

extension SessionError.Damage: CustomStringConvertible {
    /// A clause about the file.
    package var description: String {
        switch self {
        case .cutShort(let expected, let actual): "it is truncated to \(actual) of \(expected) bytes"
        case .sqlite(let message): message
        case .actionMissing(let seq): "action \(seq) is missing"
        case .chunkMissing(let id): "chunk \(id) is missing"
        case .chunkCycle(let id): "chunk \(id) contains itself or is nested too deeply"
        case .malformed(let table, let column, let row): "\(column) in row \(row) of table \(table) is malformed"
        case .tooDeep(let table, let column, let row): "\(column) in row \(row) of table \(table) is nested too deeply"
        case .patchDoesNotApply(let seq): "the patch of action \(seq) does not fit the state before it"
        case .noInitialState: "it has no initial state"
        case .noSoundAction: "none of its actions can be verified, so nothing can be saved"
        }
    }
}
