import Foundation

/// A session file that nobody records into, as something to change.
package enum ClosedSession {
    /// Changes the session at `url`, in one transaction; then, when that is done and cannot be taken back any more,
    /// what `body` came to goes to `afterwards`.
    ///
    /// - Parameter withoutIndex: whether the tables of the index need not be there.
    /// - Throws: `SessionError`, `.beingRecorded` while the session's app is at work; or what `body` throws. The session
    ///   is as it was then.
    package static func change<Result>(
        _ url: URL,
        withoutIndex: Bool = false,
        afterwards: (Connection, Result) throws -> Void = { _, _ in },
        _ body: (Connection) throws -> Result
    ) throws -> Result {
        try SessionProbe.check(url)
        if case .live = try SessionRecovery.leftover(for: url) { throw SessionError.beingRecorded(path: url.path) }
        return try SessionError.translating(path: url.path) {
            let connection = try Connection(writing: url.path)
            let result = try connection.transaction { db in
                // A trigger that somebody planted must not run.
                try SessionProbe.checkSchema(db, path: url.path, withoutIndex: withoutIndex)
                return try body(db)
            }
            try afterwards(connection, result)
            try connection.close()
            return result
        }
    }
}
