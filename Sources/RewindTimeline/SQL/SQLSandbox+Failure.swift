import CRewindSQLite
import RewindSession

extension SQLSandbox {
    /// Calls `body`, and converts SQLite's errors into those of a query.
    func translating<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as SQLiteError {
            throw failure(error)
        }
    }

    private func failure(_ error: SQLiteError) -> any Error {
        if let error = fault.error {
            fault.error = nil
            return error
        }
        switch error.code {
        case SQLITE_INTERRUPT where timer.cause == .cancellation: return CancellationError()
        case SQLITE_INTERRUPT: return QueryError.tookTooLong(seconds: timer.bounds.seconds)
        default: return Self.failure(error, path: path, isRefused: policy.didRefuse)
        }
    }

    /// Returns the error for one of SQLite's: a `QueryError`, or a `SessionError` if the file is the cause.
    static func failure(_ error: SQLiteError, path: String, isRefused: Bool = false) -> any Error {
        switch error.code {
        case SQLITE_NOMEM, SQLITE_TOOBIG, SQLITE_FULL: QueryError.tooLarge
        case SQLITE_AUTH, SQLITE_READONLY, SQLITE_PERM: QueryError.notAllowed(message: error.message)
        case SQLITE_CORRUPT, SQLITE_NOTADB: SessionError.damaged(path: path, .sqlite(message: error.message))
        case SQLITE_BUSY, SQLITE_LOCKED: SessionError.beingRecorded(path: path)
        case SQLITE_CANTOPEN, SQLITE_IOERR: SessionError.system(path: path, reason: error.message)
        case _ where isRefused: QueryError.notAllowed(message: error.message)
        default: QueryError.failed(message: error.message)
        }
    }
}
