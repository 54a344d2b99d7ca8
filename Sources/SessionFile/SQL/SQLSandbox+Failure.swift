import GRDBSQLite

extension SQLSandbox {
    /// The meaning of what went wrong last.
    func failure() -> any Error {
        if let error = fault.error {
            fault.error = nil
            return error
        }
        let message = String(cString: sqlite3_errmsg(connection))
        switch sqlite3_errcode(connection) & 0xFF {
        case SQLITE_INTERRUPT where timer.cause == .cancellation: return CancellationError()
        case SQLITE_INTERRUPT: return SessionError.query(.tookTooLong(seconds: timer.bounds.seconds))
        case SQLITE_NOMEM, SQLITE_TOOBIG, SQLITE_FULL: return SessionError.query(.tooLarge)
        case SQLITE_AUTH, SQLITE_READONLY, SQLITE_PERM: return SessionError.query(.notAllowed(message: message))
        case SQLITE_CORRUPT, SQLITE_NOTADB: return SessionError.damaged(path: path, .sqlite(message: message))
        case SQLITE_BUSY, SQLITE_LOCKED: return SessionError.beingRecorded(path: path)
        case SQLITE_CANTOPEN, SQLITE_IOERR: return SessionError.system(path: path, reason: message)
        case _ where policy.didRefuse: return SessionError.query(.notAllowed(message: message))
        default: return SessionError.query(.failed(message: message))
        }
    }
}
