import CRewindSQLite

extension Connection {
    /// The callbacks that SQLite calls on a connection, kept as long as it may call them.
    package final class Watch {
        fileprivate var isOver: () -> Bool = { false }
        fileprivate var authorize: (Int32, String?, String?, String?) -> Int32 = { _, _, _, _ in SQLITE_OK }
    }

    /// Makes SQLite call `isOver` about every `instructions` instructions, and stop if it returns true; the interrupted
    /// call throws `SQLITE_INTERRUPT`.
    ///
    /// - Throws: `SQLiteError`.
    package func interrupt(every instructions: Int32, when isOver: @escaping () -> Bool) throws {
        watch.isOver = isOver
        sqlite3_progress_handler(
            try handle,
            instructions,
            { context in
                guard let context else { return 1 }
                return Unmanaged<Watch>.fromOpaque(context).takeUnretainedValue().isOver() ? 1 : 0
            },
            Unmanaged.passUnretained(watch).toOpaque()
        )
    }

    /// Stops the calls of `isOver`.
    package func stopInterrupting() {
        watch.isOver = { false }
        if let handle = try? handle { sqlite3_progress_handler(handle, 0, nil, nil) }
    }

    /// Makes SQLite ask, while it prepares a statement, if each of its operations is allowed. `answer` receives the
    /// code of the operation, two names whose meaning depends on the code, and the database.
    /// See <https://www.sqlite.org/c3ref/set_authorizer.html>.
    ///
    /// - Throws: `SQLiteError`.
    package func authorize(_ answer: @escaping (Int32, String?, String?, String?) -> Int32) throws {
        watch.authorize = answer
        sqlite3_set_authorizer(
            try handle,
            { context, operation, first, second, database, _ in
                guard let context else { return SQLITE_DENY }
                let watch = Unmanaged<Watch>.fromOpaque(context).takeUnretainedValue()
                let names = [first, second, database].map { name in name.map { String(cString: $0) } }
                return watch.authorize(operation, names[0], names[1], names[2])
            },
            Unmanaged.passUnretained(watch).toOpaque()
        )
    }

    /// Sets one of SQLite's limits: <https://www.sqlite.org/c3ref/limit.html>.
    ///
    /// - Throws: `SQLiteError`.
    package func limit(_ limit: Int32, to value: Int32) throws {
        sqlite3_limit(try handle, limit, value)
    }
}
