import Foundation

/// Changes session files that are not being recorded.
package enum ClosedSession {
    /// Changes the session at `url` in one transaction, after upgrading it if it is of an older version. After the commit, passes the result of `body` to `afterwards`.
    ///
    /// - Parameter withoutIndex: True if the tables of the index may be missing.
    /// - Throws: `SessionError`, which is `.beingRecorded` while the session's app is recording, or the error of
    ///   `body`. The session is then unchanged.
    package static func change<Result>(
        _ url: URL,
        withoutIndex: Bool = false,
        afterwards: (Connection, Result) throws -> Void = { _, _ in },
        _ body: (Connection) throws -> Result
    ) throws -> Result {
        try SessionProbe.check(url)
        if case .abandoned = try SessionRecovery.checkIsNotRecorded(url) { try SessionRecovery.checkLog(of: url) }
        return try SessionError.translating(path: url.path) {
            let connection = try Connection(writing: url.path)
            let result = try connection.transaction { db in
                // A trigger planted in the file must not run.
                try SessionProbe.checkSchema(db, path: url.path, withoutIndex: withoutIndex)
                try SessionUpgrade.run(in: db)
                return try body(db)
            }
            try afterwards(connection, result)
            try connection.close()
            return result
        }
    }
}
